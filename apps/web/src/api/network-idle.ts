import { useSyncExternalStore } from 'react'
import { queryClient } from './query-client.ts'

/**
 * The page counts as quiet after this time without requests: a page drawn in steps requests the next step shortly after
 * drawing the previous one.
 */
const stillForMs = 1_000

let quiet = false
const listeners = new Set<() => void>()
look(0, performance.now())

/** Whether the page is loaded, shows a screen, has no pending requests, and has no placeholder in the visible area. */
const isStill = () =>
  document.readyState === 'complete' &&
  document.querySelector('h1') &&
  queryClient.isFetching() === 0 &&
  ![...document.querySelectorAll('[data-waiting]')].some(it => it.getBoundingClientRect().top < innerHeight)

/**
 * Checks, whenever the browser is idle, whether the page is still and no request has finished since `since`. Safari
 * does not report idleness, so there the check runs every frame.
 */
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

/**
 * Marks the network as idle. Also called when the network is unreachable, because then there is nothing to wait for.
 */
export function becomeQuiet(): void {
  if (quiet) return
  quiet = true
  // Marks the end of the page's first view.
  performance.mark('quiet')
  for (const listener of listeners) listener()
}

/** Whether the first screen is complete. Requests that are not urgent wait for this, so that they do not delay it. */
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
