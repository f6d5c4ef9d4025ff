import { expect, type Page, test } from '@playwright/test'
import { firstFrame, saving, signIn, signInAs } from '../accounts.ts'

/** Whether an element of the page shows rises in green or in red. */
const rises = (page: Page, place = 'html') =>
  page.locator(place).evaluate(element => {
    const style = getComputedStyle(element)
    const colour = (name: string) => style.getPropertyValue(name)
    return colour('--up') === colour('--good') && colour('--down') === colour('--wrong')
      ? 'green'
      : colour('--up') === colour('--wrong') && colour('--down') === colour('--good')
        ? 'red'
        : 'neither'
  })
const choose = (page: Page, label: string) =>
  saving(page, () => page.getByRole('main').getByText(label, { exact: true }).click())

const customs = { hk: 'green', us: 'green', jp: 'red', cn: 'red', tw: 'red' }

test('the page of a market uses that market’s colours for rises and falls, from its first frame', async ({ page }) => {
  await signInAs(page, 'staff')
  for (const [suffix, custom] of Object.entries(customs))
    for (const screen of ['finlist', 'markettrend', 'track-record']) {
      await page.goto(`/${screen}-${suffix}`, { waitUntil: 'commit' })
      await firstFrame(page)
      expect(await rises(page), `${screen}-${suffix}`).toBe(custom)
    }
  // A page that belongs to no particular market keeps the colours of the last viewed market.
  await page.goto('/markettrend-jp')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goto('/watchlist', { waitUntil: 'commit' })
  await firstFrame(page)
  expect(await rises(page)).toBe('red')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('a[href="/finlist-hk"]').first().click()
  await expect.poll(() => rises(page)).toBe('green')
})

test('a chart uses the colours of its symbol’s market, whatever colours the previous page used', async ({ page }) => {
  await signIn(page, 'staff', '/markettrend-jp')
  for (const [symbol, custom] of [
    ['HKEX:HSI', 'green'],
    ['JP:N225', 'red'],
    ['TW:TAIEX', 'red'],
    ['US:US500', 'green'],
  ] as const) {
    await page.goto(`/interactive-chart?symbol=${symbol}`)
    await page.locator('#chart').getByRole('application').waitFor()
    expect(await rises(page, '#chart'), symbol).toBe(custom)
  }
})

test('colours that the user chooses take precedence over the market’s, in the user’s other browsers too', async ({
  page,
  browser,
}) => {
  await signIn(page, 'hk-quarterly', '/dashboard?tab=preferences')
  await expect(page.getByText('Rising prices are red in Japan')).toBeVisible()
  await choose(page, 'Green up')
  await page.goto('/finlist-jp')
  await expect.poll(() => rises(page)).toBe('green')
  await page.goto('/dashboard?tab=preferences')
  await choose(page, 'Red up')

  const context = await browser.newContext()
  const other = await context.newPage()
  await signIn(other, 'hk-quarterly', '/tools')
  await expect.poll(() => rises(other)).toBe('red')
  await other.goto('/markettrend-hk', { waitUntil: 'commit' })
  await firstFrame(other)
  expect(await rises(other)).toBe('red')
  await other.goto('/dashboard?tab=preferences')
  await choose(other, 'Market convention')
  await expect.poll(() => rises(other)).toBe('green')
  await context.close()
})
