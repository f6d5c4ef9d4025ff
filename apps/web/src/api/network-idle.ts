import { useSyncExternalStore } from 'react'

const afterMs = 5_000

let quiet = false
const listeners = new Set<() => void>()
setTimeout(becomeQuiet, afterMs)

/** Without a network nothing has to be waited for. */
export function becomeQuiet(): void {
  quiet = true
  for (const listener of listeners) listener()
}

/** True 5 s after the page was opened. Decorations send no request before, so that the page itself comes first. */
export const useNetworkIdle = () => useSyncExternalStore(subscribe, () => quiet)

/** Runs `work` once the network is idle. The returned function cancels it. */
export function onNetworkIdle(work: () => void): () => void {
  if (!quiet) return subscribe(work)
  work()
  return () => undefined
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
