import { expect, test } from '@playwright/test'
import { signIn } from '../accounts.ts'
import { sticksOut } from '../sticks-out.ts'

/**
 * The maximum distance, in pixels, of the first row from the top of the page. It includes the notices that every demo
 * page shows.
 */
const foldAt = 380

for (const path of ['/finlist-hk', '/finder-hk?filter=percival_score:gte:60'])
  test(`${path}: the first row is in view on a phone, and collapsed controls open on a press`, async ({ page }) => {
    await signIn(page, 'hk-yearly', path)
    const first = page.locator('li[data-code]').first()
    await first.waitFor()
    await page.waitForLoadState('networkidle')
    expect((await first.boundingBox())!.y).toBeLessThanOrEqual(foldAt)
    const folded = page.getByText(path === '/finlist-hk' ? 'Show low-turnover stocks' : 'Save as…')
    await expect(folded).toBeHidden()
    await page.getByRole('main').getByRole('button', { name: 'More' }).tap()
    await expect(folded).toBeVisible()
  })

const everywhere = [
  '/today',
  '/finlist-hk',
  '/finder-hk?filter=percival_score:gte:60',
  '/finder-hk',
  '/markettrend-hk',
  '/watchlist',
  '/inbox',
  '/alerts',
  '/education',
  '/top-shareholding-change',
  '/market-movers-hk',
  '/stock-news-hk',
  '/interactive-chart',
  '/screener',
  '/screener/map',
  '/tools',
  '/subscribe',
  '/dashboard',
  '/dashboard?tab=preferences',
  '/track-record-hk',
  '/method',
  '/faq',
]

test('no control extends beyond the edge of a narrow phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page, 'hk-yearly', '/tools')
  const found: Record<string, unknown> = {}
  for (const path of everywhere) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    const out = await sticksOut(page)
    if (out.length > 0) found[path] = out
  }
  expect(found).toEqual({})
})
