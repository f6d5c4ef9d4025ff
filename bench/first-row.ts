// How long does it take until the first real row is shown on a slow phone? At most 1.3x the time that the script and the necessary round trips take.
import type { BrowserContext } from '@playwright/test'
import { median, signIn, slowDown, startBrowser } from './parts/browser.ts'
import { machine } from './parts/cpu.ts'

const limit = 1.3
const rounds = 5
/**
 * Number of calls that must run one after another once the script has loaded: device check, issue dates, device check,
 * list.
 */
const tripsNeeded = 4
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }
/** A slow 4G connection as DevTools throttles it: latency in ms, bytes per second. */
const network = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 }

/** `forgets`: the browser has stored no issue; `isKept`: cache and service worker are used. */
type Manner = { forgets?: boolean; isKept?: boolean }
type Seen = { rowMs: number; scriptMs: number; tripMs: number; ratio: number }

const { browser, base, stop } = await startBrowser()
try {
  process.stdout.write(`${machine()}; ${network.latency} ms a round trip, 1.6 Mbit/s, CPU slowed 4x\n`)
  const context = await browser.newContext(phone)
  await (await signIn(context, base, 'hk-yearly')).close()
  const first = await measure(context, { forgets: true })
  const again = await measure(context, {})
  print('first visit', first)
  print('later visit, which knows the newest issue of last time', again)
  await keepShell(context)
  print('later visit, its shell from the service worker', await measure(context, { isKept: true }))
  if (median(first.map(({ ratio }) => ratio)) > limit) {
    process.stderr.write(`over ${limit}x\n`)
    process.exitCode = 1
  }
} finally {
  await stop()
}

async function measure(context: BrowserContext, manner: Manner): Promise<Seen[]> {
  const seen: Seen[] = []
  for (let round = 0; round < rounds; round++) seen.push(await visit(context, manner))
  return seen
}

/** Opens the list once over a fast connection, and waits until the service worker has cached the whole app. */
async function keepShell(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${base}/finlist-hk`)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.close()
}

async function visit(context: BrowserContext, { forgets = false, isKept = false }: Manner): Promise<Seen> {
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.setCacheDisabled', { cacheDisabled: !isKept })
  await client.send('Network.setBypassServiceWorker', { bypass: !isKept })
  await client.send('Network.emulateNetworkConditions', network)
  await slowDown(client, 4)
  await page.addInitScript(forgetful => {
    if (forgetful) localStorage.removeItem('newestIssues')
    new MutationObserver((_, watch) => {
      if (!document.querySelector('[data-code]')) return
      watch.disconnect()
      performance.mark('row')
    }).observe(document, { childList: true, subtree: true })
  }, forgets)
  await page.goto(`${base}/finlist-hk`)
  await page.locator('[data-code]').first().waitFor()
  const found = await page.evaluate(() => {
    const rowMs = performance.getEntriesByName('row')[0]!.startTime
    const before = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
      ({ responseEnd }) => responseEnd <= rowMs,
    )
    return {
      rowMs,
      scriptMs: Math.max(...before.filter(({ name }) => name.endsWith('.js')).map(({ responseEnd }) => responseEnd)),
      trips: before.filter(({ name }) => name.includes('/device/check')).map(({ duration }) => duration),
    }
  })
  await page.close()
  const tripMs = median(found.trips)
  return { ...found, tripMs, ratio: found.rowMs / (found.scriptMs + tripsNeeded * tripMs) }
}

function print(name: string, seen: Seen[]) {
  const ms = (of: (one: Seen) => number) => Math.round(median(seen.map(of)))
  const ratio = median(seen.map(({ ratio }) => ratio)).toFixed(2)
  process.stdout.write(
    `${name}: ${ratio}x  (first row ${ms(({ rowMs }) => rowMs)} ms, script there ${ms(({ scriptMs }) => scriptMs)} ms, a round trip ${ms(({ tripMs }) => tripMs)} ms; rounds ${seen.map(({ ratio }) => ratio.toFixed(2)).join(' ')})\n`,
  )
}
