import { useSyncExternalStore } from 'react'

const afterMs = 5_000

let quiet = false
const listeners = new Set<() => void>()
setTimeout(() => {
  quiet = true
  for (const listener of listeners) listener()
}, afterMs)

/** True a while after the page was opened: what only decorates it asks for nothing before, so that the page itself comes first. */
export const useNetworkIdle = () => useSyncExternalStore(subscribe, () => quiet)

/** Does it then, unless what is answered was called before. */
export function onNetworkIdle(work: () => void): () => void {
  if (!quiet) return subscribe(work)
  work()
  return () => undefined
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
