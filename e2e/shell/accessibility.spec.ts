import { expect, type Page, test } from '@playwright/test'
import { signInByApi } from '../accounts.ts'
import { inEachTheme, openIn } from '../themes.ts'
import { type Eye, eyeOf } from './accessibility.ts'
import { chartWalk, finderWalk, listWalk, watchlistWalk } from './accessibility-dialogs.ts'
import { paymentWalk, signInWalk, twoStepWalk } from './accessibility-provider.ts'

const lists = async ({ page, at }: Eye) => {
  await signInByApi(page.request, 'hk-yearly')
  await at('/finlist-hk', 'tr[data-code]')
  await at('/finlist-us', 'tbody[aria-hidden] tr')
  await at('/finder-hk', 'main [role=combobox], main select')
  await at('/markettrend-hk', 'main canvas')
  await at('/track-record-hk', 'main table')
  await at('/top-shareholding-change', 'main tbody tr')
  await at('/market-movers-hk', 'main tbody tr')
  await at('/market-movers-plus-hk', 'main tbody tr')
  await at('/stock-news-hk', 'main a[href^="http"], main li a')
  await at('/interactive-chart', '[role=application] canvas')
  await at('/watchlist', 'main h1')
  await at('/today', 'main a[href^="/markettrend"]')
  await at('/inbox', 'main h1')
  await at('/alerts', 'main h1')
  await at('/fintrainer', 'main button')
  await at('/practice/simulator', '[role=application] canvas')
}

const accountAndStaff = async ({ page, at, seen, look }: Eye) => {
  await at('/method', 'main table')
  await at('/verify', 'main button')
  await signInByApi(page.request, 'hk-quarterly')
  await at('/education', 'main h1')
  await at('/education?tab=glossary', 'article dt')
  await at('/education?tab=patterns', 'main [role=img], main svg')
  await at('/faq', 'main details')
  await at('/tools', 'main a')
  await at('/subscribe', 'main table')
  await at('/subscribe-verify', 'main')
  await at('/dashboard', '[role=tabpanel] h3')
  await at('/dashboard?tab=receipts', '[role=tabpanel] table')
  await at('/dashboard?tab=preferences', '[role=tabpanel] button')
  await page.getByRole('tabpanel').getByRole('button').first().click()
  await seen()
  await page.context().clearCookies()
  await signInByApi(page.request, 'affiliate')
  await at('/affiliates', 'main table')
  await page.context().clearCookies()
  await signInByApi(page.request, 'admin')
  await at('/admin/overview', /PostgreSQL/)
  await at('/admin/upload?form=seminar', '#seminarDate')
  await at('/admin/data', 'main h2')
  await at('/admin/picking', 'main h1')
  await at('/admin/affiliates?codes=PARTNER20', 'main h1')
  await at('/admin/customers?search=demo', 'main table')
  await at('/admin/audit', 'main [role=combobox], main select')
  await at('/admin/revenue', 'main figure')
  if (look.language === 'zh') await page.setViewportSize({ width: 390, height: 844 })
  await at('/admin/user-list', /@demo\.example/)
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
