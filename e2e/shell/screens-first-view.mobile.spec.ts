import { gzipSync } from 'node:zlib'
import { expect, type Request, test } from '@playwright/test'
import { untilQuiet, watchQuiet } from '../../tools/quiet.ts'
import { signIn, signInToDemo } from '../accounts.ts'
import { fill, newList } from '../lists.ts'

/**
 * `inTurn`: the maximum length of a chain of calls in which each call waits for the previous one. Device checks are not
 * counted. For example, the positions of a list wait for the lists.
 */
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
/** Smaller shifts are rounding errors of less than a tenth of a pixel. */
const still = 0.001

for (const { path, ready, kilobytes, requests, inTurn } of pages)
  test(`${path}: the first view needs at most ${kilobytes} kB of JavaScript, ${requests} requests and ${inTurn} calls in sequence, and does not shift`, async ({
    page,
    context,
  }) => {
    if (['/subscribe', '/dashboard'].includes(path)) await signInToDemo(page, 'hk-no-renew', '/tools')
    else await signIn(page, 'hk-monthly', '/tools')
    if (path === '/watchlist') await fill(page, await newList(page, 'Mine'), 10)
    await page.close()

    const fresh = await context.newPage()
    await watchQuiet(fresh, ready)
    const client = await context.newCDPSession(fresh)
    await client.send('Network.enable')
    await client.send('Network.setCacheDisabled', { cacheDisabled: true })
    const sent: Request[] = []
    fresh.on('request', request => sent.push(request))
    await fresh.goto(path)
    const { early, asking, isReady } = await untilQuiet(fresh, sent)
    expect([isReady, asking]).toEqual([true, []])
    const scripts = early.filter(request => new URL(request.url()).pathname.endsWith('.js'))
    const sizes = await Promise.all(scripts.map(request => request.sizes()))
    const deepest = Math.max(...callsInTurn(early))
    const inline = await fresh.evaluate(() => [...document.scripts].map(({ text }) => text).join(''))
    const bytes = sizes.reduce(
      (sum, { responseBodySize, responseHeadersSize }) => sum + responseBodySize + responseHeadersSize,
      gzipSync(inline).length,
    )
    const shifted = await fresh.evaluate(() => window.shifted)
    console.log(`${path}: ${(bytes / 1000).toFixed(1)} kB, ${early.length} requests, ${deepest} calls in turn`)
    expect(bytes / 1000).toBeLessThanOrEqual(kilobytes)
    expect(early.length).toBeLessThanOrEqual(requests)
    expect(deepest).toBeLessThanOrEqual(inTurn)
    expect(shifted).toBeLessThan(still)
  })

for (const size of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
])
  test(`without lists or plans for sale, pages do not shift while they load, ${size.width} px wide`, async ({
    page,
    context,
  }) => {
    await signIn(page, 'hk-yearly', '/tools')
    // The server reports that payments are not set up, as in an installation that sells nothing. The browser stores
    // this.
    await context.route('**/api/operator', async route => {
      const answer = await route.fetch()
      const { data } = (await answer.json()) as { data: object }
      await route.fulfill({ response: answer, json: { status: 'success', data: { ...data, payments: 'none' } } })
    })
    const bought: string[] = []
    context.on('request', request => request.url().endsWith('/user/subscriptions') && bought.push(request.url()))
    await page.reload()
    await expect.poll(() => page.evaluate(() => Object.values(localStorage).join('\n'))).toContain('"payments":"none"')
    await page.close()
    for (const path of ['/watchlist', '/subscribe', '/interactive-chart']) {
      const fresh = await context.newPage()
      await fresh.setViewportSize(size)
      await watchQuiet(fresh)
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

/**
 * For each call, its position, counted from 1, in a chain of dependent calls. A call counts as dependent on every call
 * whose response arrived before the call's own device check was sent.
 */
function callsInTurn(requests: readonly Request[]): number[] {
  const endOf = (request: Request) => request.timing().startTime + request.timing().responseEnd
  const addressOf = (request: Request) => new URL(request.url())
  const calls: { until: number; depth: number }[] = []
  for (const check of requests.filter(request => addressOf(request).pathname === '/api/device/check')) {
    const from = check.timing().startTime
    const path = `/api${addressOf(check).searchParams.get('path')}`
    const call = requests.find(it => addressOf(it).pathname === path && it.timing().startTime >= from)
    const before = calls.filter(({ until }) => until <= from).map(({ depth }) => depth)
    if (call) calls.push({ until: endOf(call), depth: 1 + Math.max(0, ...before) })
  }
  return calls.map(({ depth }) => depth)
}
