import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { noViolations } from './accessibility.ts'
import { signIn, signInByApi, signOut } from './accounts.ts'
import { inEachTheme } from './themes.ts'

const keptAnswers = (page: Page) => page.evaluate(async () => (await (await caches.open('kept-answers')).keys()).length)
const notice = (page: Page) => page.getByRole('status').filter({ hasText: /No connection\.|未能連線。/ })
const rows = (page: Page) => page.locator('tr[data-code]')

/** Opens the pages that are kept, once the app is there without a network, and loses the network. */
async function seeAndLose(page: Page, context: BrowserContext, paths: string[]) {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  for (const path of paths) {
    const before = await keptAnswers(page)
    await page.goto(path)
    await page.locator('main table').first().waitFor()
    await expect.poll(() => keptAnswers(page), { timeout: 20_000 }).toBeGreaterThan(before)
  }
  await context.setOffline(true)
}

inEachTheme(() => {
  test('without a network the list, watchlist and market page seen last are shown with their date, and come up to date by themselves', async ({
    page,
    context,
  }) => {
    await signIn(page, 'full-lists', '/tools')
    await seeAndLose(page, context, ['/finlist-hk', '/watchlist', '/markettrend-hk'])
    for (const [path, shown] of [
      ['/finlist-hk', rows(page)],
      ['/watchlist', rows(page)],
      ['/markettrend-hk', page.locator('main table tbody tr')],
    ] as const) {
      await page.goto(path)
      await expect(shown.first()).toBeVisible()
      await expect(notice(page)).toContainText(/\d{1,2}:\d{2}/)
    }
    await noViolations(page)
    await context.setOffline(false)
    await expect(notice(page)).toHaveCount(0, { timeout: 40_000 })
    await expect(page.locator('main table tbody tr').first()).toBeVisible()
  })
})

test('what was kept is shown for seven days, to no other account, and goes with the sign-out', async ({
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

  // Somebody else signs in, in the same browser.
  await ageBy(-7.1 * day)
  await context.setOffline(false)
  await context.clearCookies()
  await signInByApi(page.request, 'credit')
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
