import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { signIn, signInAs, signOut } from '../accounts.ts'
import { inEachTheme } from '../themes.ts'
import { noViolations } from './accessibility.ts'

test.use({ serviceWorkers: 'allow' })

const keptAnswers = (page: Page) => page.evaluate(async () => (await (await caches.open('kept-answers')).keys()).length)
const notice = (page: Page) => page.getByRole('status').filter({ hasText: /No connection\.|未能連線。/ })
const rows = (page: Page) => page.locator('tr[data-code]')

/** Waits until the app works offline, opens these pages so that their data is cached, and disconnects the browser. */
async function seeAndLose(page: Page, context: BrowserContext, paths: readonly string[]) {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  for (const path of paths) {
    const before = await keptAnswers(page)
    await page.goto(path)
    await page.locator('main :is(table, canvas, h3, output):visible').first().waitFor()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    // On a busy machine, one of the page's answers is cached seconds before another.
    let last = -1
    const areAllKept = async () => {
      const kept = await keptAnswers(page)
      const isSteady = kept === last
      last = kept
      return isSteady && kept > before
    }
    await expect.poll(areAllKept, { intervals: [500], timeout: 30_000 }).toBe(true)
  }
  await context.setOffline(true)
}

inEachTheme(() => {
  test('offline, the last viewed list, watchlist, market, Today, alerts, inbox and chart are shown with their date; they update once the browser is online', async ({
    page,
    context,
  }) => {
    await signIn(page, 'full-lists', '/tools')
    await seeAndLose(page, context, [
      '/finlist-hk',
      '/watchlist',
      '/markettrend-hk',
      '/today',
      '/alerts',
      '/interactive-chart',
    ])
    for (const [path, shown] of [
      ['/finlist-hk', rows(page)],
      ['/watchlist', rows(page)],
      ['/markettrend-hk', page.locator('main table tbody tr')],
      ['/today', page.locator('main h3')],
      ['/alerts', page.locator('main output')],
      ['/inbox', page.locator('main output, main li')],
      ['/interactive-chart', page.locator('main canvas')],
    ] as const) {
      await page.goto(path)
      await expect(shown.first()).toBeVisible()
      await expect(notice(page)).toContainText(/\d{1,2}:\d{2}/)
      await expect(page.getByRole('alert')).toHaveCount(0)
    }
    await noViolations(page)
    await context.setOffline(false)
    await expect(notice(page)).toHaveCount(0, { timeout: 40_000 })
    await expect(page.locator('main canvas').first()).toBeVisible()
  })
})

test('cached data is shown for seven days, never to another account, and is deleted on sign-out', async ({
  page,
  context,
}) => {
  await signIn(page, 'hk-yearly', '/tools')
  await seeAndLose(page, context, ['/finlist-hk'])
  await page.goto('/finlist-hk')
  await expect(rows(page).first()).toBeVisible()
  const ageBy = (ms: number) =>
    page.evaluate(async by => {
      const cache = await caches.open('kept-answers')
      for (const request of await cache.keys()) {
        const answer = (await (await cache.match(request))!.json()) as { at: number }
        await cache.put(request, Response.json({ ...answer, at: answer.at - by }))
      }
    }, ms)
  const day = 86_400_000
  await ageBy(6.9 * day)
  await page.goto('/finlist-hk')
  await expect(rows(page).first()).toBeVisible()
  await ageBy(0.2 * day)
  await page.goto('/finlist-hk')
  await expect(page.getByRole('alert')).toContainText('No connection')
  await expect(rows(page)).toHaveCount(0)

  // Another user signs in to the same browser.
  await ageBy(-7.1 * day)
  await context.setOffline(false)
  await context.clearCookies()
  await signInAs(page, 'hk-quarterly')
  await page.goto('/tools')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await context.setOffline(true)
  await page.goto('/finlist-hk')
  await expect(page.getByRole('alert')).toContainText('No connection')
  await expect(rows(page)).toHaveCount(0)

  await context.setOffline(false)
  await page.goto('/finlist-hk')
  await rows(page).first().waitFor()
  await expect.poll(() => keptAnswers(page), { timeout: 20_000 }).toBeGreaterThan(0)
  await signOut(page)
  await page.goto('/method')
  expect(await page.evaluate(() => caches.has('kept-answers'))).toBe(false)
})

test('a sign-out without a network closes every tab immediately; once online, the session ends before any other call', async ({
  page,
  context,
}) => {
  await signIn(page, 'hk-yearly', '/tools')
  const other = await context.newPage()
  await other.goto('/markettrend-hk')
  await other.locator('main table').first().waitFor()
  await seeAndLose(page, context, ['/finlist-hk'])
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  const said = (tab: Page) => tab.getByRole('heading', { name: 'You are signed out' })
  for (const tab of [page, other]) {
    await expect(said(tab)).toBeVisible()
    await expect(rows(tab)).toHaveCount(0)
  }
  expect(await page.evaluate(() => caches.has('kept-answers'))).toBe(false)
  await noViolations(page)
  await page.goto('/watchlist')
  await expect(said(page)).toBeVisible()

  // Once the network is back, another user opens this browser.
  const asked: string[] = []
  const note = (tab: Page) =>
    tab.on('request', request => {
      const { pathname } = new URL(request.url())
      if (/^\/(auth|api)\/(?!operator|health)/.test(pathname)) asked.push(pathname)
    })
  for (const tab of [page, other]) note(tab)
  await context.setOffline(false)
  await expect(page).toHaveURL(/\/oidc\/interaction\//)
  await expect(other).toHaveURL(/\/oidc\/interaction\//)
  expect(asked[0]).toBe('/auth/logout')
  expect((await page.goto('/oidc/account'))?.status()).toBe(401)
})
