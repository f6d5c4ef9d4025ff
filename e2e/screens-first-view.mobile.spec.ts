import { gzipSync } from 'node:zlib'
import { expect, type Page, test } from '@playwright/test'
import { signInByApi } from './accounts.ts'
import { fill, newList, withoutLists } from './lists.ts'

declare global {
  interface Window {
    shifted: number
  }
}

/** A call waits for its device check, and a list's positions for the lists. */
const pages = [
  { path: '/markettrend-hk', ready: 'table', kilobytes: 139, requests: 18, inTurn: 1 },
  { path: '/watchlist', ready: '[data-code]', kilobytes: 148, requests: 20, inTurn: 2 },
  { path: '/interactive-chart', ready: 'canvas', kilobytes: 206, requests: 22, inTurn: 1 },
  { path: '/subscribe', ready: 'main li', kilobytes: 136, requests: 16, inTurn: 1 },
  { path: '/dashboard', ready: 'main h2', kilobytes: 143, requests: 21, inTurn: 1 },
  { path: '/alerts', ready: 'main output', kilobytes: 143, requests: 20, inTurn: 1 },
  { path: '/inbox', ready: 'main output', kilobytes: 140, requests: 20, inTurn: 1 },
  { path: '/today', ready: 'main h3', kilobytes: 143, requests: 22, inTurn: 1 },
]
/** Moves less than a tenth of a pixel are rounding. */
const still = 0.001

for (const { path, ready, kilobytes, requests, inTurn } of pages)
  test(`${path} at first: at most ${kilobytes} kB of JavaScript, ${requests} requests and ${inTurn} calls in turn; nothing moves`, async ({
    page,
    context,
  }) => {
    await signInByApi(page.request, 'hk-no-renew')
    await page.goto('/tools')
    await page.getByRole('heading', { level: 1 }).waitFor()
    if (path === '/watchlist') {
      await withoutLists(page)
      await fill(page, await newList(page, 'Mine'), 10)
    }
    await page.close()

    const fresh = await context.newPage()
    await fresh.addInitScript(watchShifts)
    const client = await context.newCDPSession(fresh)
    await client.send('Network.enable')
    await client.send('Network.setCacheDisabled', { cacheDisabled: true })
    const sent: string[] = []
    const scripts: Promise<number>[] = []
    fresh.on('request', request => sent.push(request.url()))
    fresh.on('requestfinished', request => {
      if (new URL(request.url()).pathname.endsWith('.js'))
        scripts.push(
          request.sizes().then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize),
        )
    })
    const depth = callsInTurn(fresh)
    await fresh.goto(path)
    await fresh.locator(ready).first().waitFor()
    await fresh.waitForLoadState('networkidle')
    // What comes from here on would not be read to its end.
    fresh.removeAllListeners('requestfinished')
    const inline = await fresh.evaluate(() => [...document.scripts].map(({ text }) => text).join(''))
    const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, gzipSync(inline).length)
    const shifted = await fresh.evaluate(() => window.shifted)
    console.log(`${path}: ${(bytes / 1000).toFixed(1)} kB, ${sent.length} requests, ${depth()} calls in turn`)
    expect(bytes / 1000).toBeLessThanOrEqual(kilobytes)
    expect(sent.length).toBeLessThanOrEqual(requests)
    expect(depth()).toBeLessThanOrEqual(inTurn)
    expect(shifted).toBeLessThan(still)
  })

for (const size of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
])
  test(`without lists, and where nothing is sold, nothing moves either, ${size.width} px wide`, async ({
    page,
    context,
  }) => {
    await signInByApi(page.request, 'hk-downgrade')
    await page.goto('/tools')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await withoutLists(page)
    // Such an installation answers `payments_none`, and a browser remembers that it sells nothing.
    await context.route('**/api/operator', async route => {
      const answer = await route.fetch()
      const { data } = (await answer.json()) as { data: object }
      await route.fulfill({ response: answer, json: { status: 'success', data: { ...data, payments: 'none' } } })
    })
    const bought: string[] = []
    context.on('request', request => request.url().endsWith('/user/subscriptions') && bought.push(request.url()))
    await page.reload()
    await page.close()
    for (const path of ['/watchlist', '/subscribe', '/interactive-chart']) {
      const fresh = await context.newPage()
      await fresh.setViewportSize(size)
      await fresh.addInitScript(watchShifts)
      await fresh.goto(path)
      await fresh.getByRole('heading', { level: 1 }).waitFor()
      await fresh.waitForLoadState('networkidle')
      const shifted = await fresh.evaluate(() => window.shifted)
      expect([path, shifted < still]).toEqual([path, true])
      await expect(fresh.getByRole('contentinfo')).toBeVisible()
      await fresh.close()
    }
    expect(bought).toEqual([])
  })

/** Adds up how far what is on the page has moved by itself. The service worker would fetch the whole client. */
function watchShifts() {
  Object.defineProperty(navigator, 'serviceWorker', { value: undefined })
  window.shifted = 0
  new PerformanceObserver(list => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) window.shifted += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Counts the most calls that waited for one another: a device check sent after an answer is a step further. */
function callsInTurn(page: Page): () => number {
  const depths = new Map<string, number>()
  let answered = 0
  let deepest = 0
  page.on('request', request => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname !== '/api/device/check') return
    depths.set(`/api${searchParams.get('path')}`, answered + 1)
    deepest = Math.max(deepest, answered + 1)
  })
  page.on('response', response => {
    const { pathname } = new URL(response.url())
    answered = Math.max(answered, depths.get(pathname) ?? 0)
  })
  return () => deepest
}
