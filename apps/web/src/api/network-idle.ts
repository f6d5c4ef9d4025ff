import { useSyncExternalStore } from 'react'
import { queryClient } from './query-client.ts'

/**
 * Time without requests after which the page counts as quiet. A page that is drawn in steps requests the data of the
 * next step shortly after it has drawn the previous one.
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
 * Marks the network as idle once the page has been still for `stillForMs`. `had`: the number of finished requests at
 * the last check; `since`: the time from which the page has been still. Checks whenever the browser is idle. Safari
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

/** Marks the network as idle. Also called when the network is unreachable, because no response can then be awaited. */
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
