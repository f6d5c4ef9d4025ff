import type { Page, Request } from '@playwright/test'

/**
 * The state of a page at the end of its first view (see api/network-idle.ts). `at` is the time on the page's own clock.
 */
type Quiet = { at: number; nodes: number; isReady: boolean; asking: string[] }
declare global {
  interface Window {
    quiet?: Promise<Quiet>
    shifted: number
  }
}

/**
 * Prepares the page for `untilQuiet`. Must be called before the page is opened. `ready` is a selector of the page's
 * main content.
 */
export const watchQuiet = (page: Page, ready = 'h1') => page.addInitScript(watch, ready)

/** Runs in the page, before the page's own scripts. */
function watch(ready: string) {
  window.shifted = 0
  new PerformanceObserver(list => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) window.shifted += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  const asking: string[] = []
  const send = window.fetch.bind(window)
  window.fetch = async (asked, how) => {
    const address = asked instanceof Request ? asked.url : String(asked)
    asking.push(address)
    try {
      return await send(asked, how)
    } finally {
      asking.splice(asking.indexOf(address), 1)
    }
  }
  window.quiet = new Promise(resolve => {
    const mark = performance.mark.bind(performance)
    performance.mark = (name, ...options) => {
      const made = mark(name, ...options)
      const nodes = document.querySelectorAll('*').length
      const isReady = document.querySelector(ready) !== null
      if (name === 'quiet') resolve({ at: made.startTime, nodes, isReady, asking: [...asking] })
      return made
    }
  })
}

/**
 * Waits until the page is idle and everything that it loads afterwards has arrived. `early`: the requests made before
 * the page was idle. `asking`: the calls that were still pending at that time.
 */
export async function untilQuiet(page: Page, requests: readonly Request[]) {
  const quiet = await page.evaluate(() => window.quiet!)
  await page.waitForLoadState('networkidle')
  const addresses = await page.evaluate(
    at => performance.getEntriesByType('resource').flatMap(it => (it.startTime < at ? [it.name] : [])),
    quiet.at,
  )
  const isEarly = (request: Request) => request.isNavigationRequest() || addresses.includes(request.url())
  return { ...quiet, early: requests.filter(isEarly) }
}

/**
 * Waits until the page is idle and interactive. The input handlers load together with the area for notices, so once
 * that area exists the handlers have loaded too.
 */
export const becomesQuiet = (page: Page) => page.locator('div[aria-live=polite].fixed').waitFor({ state: 'attached' })
