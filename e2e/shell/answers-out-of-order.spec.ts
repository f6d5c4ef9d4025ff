import { expect, test } from '@playwright/test'
import { watchQuiet } from '../../tools/quiet.ts'
import { signIn } from '../accounts.ts'
import { fill, newList } from '../lists.ts'

const paths = [
  '/finlist-hk',
  '/finder-hk',
  '/markettrend-hk',
  '/top-shareholding-change',
  '/market-movers-hk',
  '/stock-news-hk',
  '/watchlist',
  '/interactive-chart?symbol=HKEX:0013',
  '/today',
  '/screener',
  '/screener/map',
]
/** The longest delay of a response, in ms. The first call has this delay; each later call has a shorter one. */
const longestMs = 1_600
const stepMs = 250

for (const path of paths)
  test(`${path}: the page does not shift when its responses arrive in reverse order`, async ({ page, context }) => {
    await signIn(page, 'hk-monthly', '/tools')
    if (path === '/watchlist') await fill(page, await newList(page, 'Mine'), 5)
    await page.close()
    let sent = 0
    await context.route(/\/api\/(?!device\/check|operator)/, async route => {
      await new Promise(resolve => setTimeout(resolve, Math.max(0, longestMs - stepMs * sent++)))
      await route.continue()
    })
    const fresh = await context.newPage()
    await watchQuiet(fresh)
    await fresh.goto(path)
    await fresh.getByRole('heading', { level: 1 }).waitFor()
    await fresh.waitForLoadState('networkidle')
    expect(await fresh.evaluate(() => window.shifted)).toBeLessThan(0.001)
    await context.unrouteAll({ behavior: 'ignoreErrors' })
  })
