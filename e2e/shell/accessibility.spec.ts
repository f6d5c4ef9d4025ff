import { expect, type Page, test } from '@playwright/test'
import { signInByApi } from '../accounts.ts'
import { inEachTheme, openIn, themes } from '../themes.ts'
import { type Eye, eyeOf } from './accessibility.ts'
import { chartWalk, finderWalk, listWalk, watchlistWalk } from './accessibility-dialogs.ts'
import { paymentWalk, signInWalk, twoStepWalk } from './accessibility-provider.ts'

type Screen = readonly [path: string, ready: string | RegExp]

/**
 * Visits half of the screens in each look, because component tests see every screen in both; with E2E_LOOKS=all, visits
 * them all.
 */
async function visit({ at, look }: Eye, ...screens: Screen[]) {
  const isHalf = themes.length === 2
  for (const [nth, [path, ready]] of screens.entries())
    if (!isHalf || (nth % 2 === 0) === (look.language === 'en')) await at(path, ready)
}

const lists = async (eye: Eye) => {
  await signInByApi(eye.page.request, 'hk-yearly')
  await visit(
    eye,
    ['/finlist-hk', 'tr[data-code]'],
    ['/finlist-us', 'tbody[aria-hidden] tr'],
    ['/finder-hk', 'main [role=combobox], main select'],
    ['/markettrend-hk', 'main canvas'],
    ['/track-record-hk', 'main table'],
    ['/top-shareholding-change', 'main tbody tr'],
    ['/market-movers-hk', 'main tbody tr'],
    ['/market-movers-plus-hk', 'main tbody tr'],
    ['/stock-news-hk', 'main a[href^="http"], main li a'],
    ['/interactive-chart', '[role=application] canvas'],
    ['/screener/map', 'main [data-key]'],
    ['/screener/map?view=table', 'main tbody tr'],
    ['/screener', 'main tbody tr'],
    ['/watchlist', 'main h1'],
    ['/today', 'main a[href^="/markettrend"]'],
    ['/inbox', 'main h1'],
    ['/alerts', 'main h1'],
    ['/fintrainer', 'main button'],
    ['/practice/simulator', '[role=application] canvas'],
  )
}

const accountAndStaff = async (eye: Eye) => {
  const { page, seen, look } = eye
  const as = async (name: Parameters<typeof signInByApi>[1]) => {
    await page.context().clearCookies()
    await signInByApi(page.request, name)
  }
  await visit(eye, ['/method', 'main table'], ['/verify', 'main button'])
  await as('hk-quarterly')
  await visit(
    eye,
    ['/education', 'main h1'],
    ['/education?tab=glossary', 'article dt'],
    ['/education?tab=patterns', 'main [role=img], main svg'],
    ['/faq', 'main details'],
    ['/tools', 'main a'],
    ['/subscribe', 'main table'],
    ['/subscribe-verify', 'main'],
    ['/dashboard', '[role=tabpanel] h3'],
    ['/dashboard?tab=receipts', '[role=tabpanel] table'],
  )
  await eye.at('/dashboard?tab=preferences', '[role=tabpanel] button')
  await page.getByRole('tabpanel').getByRole('button').first().click()
  await seen()
  await as('affiliate')
  await eye.at('/affiliates', 'main table')
  await as('admin')
  await visit(
    eye,
    ['/admin/overview', /PostgreSQL/],
    ['/admin/upload?form=seminar', '#seminarDate'],
    ['/admin/data', 'main h2'],
    ['/admin/picking', 'main h1'],
    ['/admin/affiliates?codes=PARTNER20', 'main h1'],
    ['/admin/customers?search=demo', 'main table'],
    ['/admin/audit', 'main [role=combobox], main select'],
    ['/admin/revenue', 'main figure'],
  )
  if (look.language === 'zh') await page.setViewportSize({ width: 390, height: 844 })
  await eye.at('/admin/user-list', /@demo\.example/)
}

const signIns = async (eye: Eye) => {
  await signInWalk(eye)
  await paymentWalk(eye)
}

inEachTheme(look => {
  const walk = async (page: Page, steps: (eye: Eye) => Promise<void>) => {
    // A walk takes minutes, because it checks each of its screens in full.
    test.setTimeout(600_000)
    await openIn(page, look)
    await steps(eyeOf(page, look))
  }

  test('accessibility: screens of lists, markets and charts have no violations', ({ page }) => walk(page, lists))
  test('accessibility: screens of account, learning and staff have no violations', ({ page }) =>
    walk(page, accountAndStaff))
  test(
    'accessibility: the screens from sign-in to payment have no violations',
    { tag: look.language === 'en' ? '@core' : [] },
    ({ page }) => walk(page, signIns),
  )

  test('accessibility: the screens of two-step sign-in have no violations', ({ page }) => walk(page, twoStepWalk))
  test('accessibility: a list, the panels of its stocks and the reasons for its picks have no violations', ({ page }) =>
    walk(page, listWalk))
  test('accessibility: Finder and its dialogs have no violations', ({ page }) => walk(page, finderWalk))
  test('accessibility: watchlists and their dialogs have no violations', ({ page }) => walk(page, watchlistWalk))
  test('accessibility: a chart and its dialogs have no violations', ({ page }) => walk(page, chartWalk))
  test('accessibility: a customer’s page has no violations with any action open', async ({ page }) => {
    await walk(page, async ({ seen }) => {
      await signInByApi(page.request, 'admin')
      await page.goto('/admin/customers?search=credit%40demo.example')
      await page.locator('main a[href*="userId="]').first().click()
      await page.getByRole('table').first().waitFor()
      await seen()
      const dialog = page.getByRole('dialog')
      for (const button of await page.getByRole('main').getByRole('button').all()) {
        await button.click()
        await expect(dialog).toBeVisible()
        await seen()
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
      }
    })
  })
})
