import { useSyncExternalStore } from 'react'
import { queryClient } from './query-client.ts'

/** A page that is drawn in steps asks for the next a moment after it has drawn the one before. */
const stillForMs = 1_000

let quiet = false
const listeners = new Set<() => void>()
look(0, performance.now())

/** The page is loaded, shows a screen, asks for nothing, and waits for nothing in the window. */
const isStill = () =>
  document.readyState === 'complete' &&
  document.querySelector('h1') &&
  queryClient.isFetching() === 0 &&
  ![...document.querySelectorAll('[data-waiting]')].some(it => it.getBoundingClientRect().top < innerHeight)

/** Looks whenever the browser has nothing to do (Safari does not tell) whether nothing has come since `since`. */
function look(had: number, since: number): void {
  const soon = 'requestIdleCallback' in window ? requestIdleCallback : requestAnimationFrame
  soon(() => {
    if (quiet) return
    const now = performance.now()
    const has = performance.getEntriesByType('resource').length
    if (!isStill() || has !== had) look(has, now)
    else if (now - since < stillForMs) look(has, since)
    else becomeQuiet()
  })
}

/** Without a network nothing has to be waited for. */
export function becomeQuiet(): void {
  if (quiet) return
  quiet = true
  // What of a page is its first view ends here.
  performance.mark('quiet')
  for (const listener of listeners) listener()
}

/** True once the first screen stands. What nobody waits for sends no request before, so that the page itself comes first. */
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
