import { expect, test } from '@playwright/test'
import { doubleText, kept, signIn } from '../accounts.ts'
import { hold, letThrough } from '../held.ts'
import { sticksOut } from '../sticks-out.ts'

test.use({ serviceWorkers: 'allow' })

/** The calls for a screen's own data, without those that every screen makes first. */
const answersOf = /\/api\/(?!device\/|operator$|users\/user$)/

test('the phone’s tab bar has five tabs, two of which belong to the current market (CORE-48, 49, 51, 53)', async ({
  page,
}) => {
  await signIn(page, 'free')
  const tabs = page.getByRole('navigation', { name: 'Tabs' }).getByRole('link')
  expect(await tabs.allInnerTexts()).toEqual(['FinList', 'Trend', 'Watchlist', 'Education', 'More'])
  expect((await kept(page, 'currentMarket')) ?? { id: 'HKEX' }).toMatchObject({ id: 'HKEX' })
  await page.getByRole('combobox', { name: 'Market' }).selectOption({ label: 'Japan' })
  await expect(page).toHaveURL('/finlist-jp')
  await expect
    .poll(() => kept(page, 'currentMarket'))
    .toEqual({ id: 'JP', name: 'Japan', icon: expect.any(String), linkSuffix: 'jp' })
  await tabs.nth(3).click()
  await expect(page).toHaveURL('/education')
  await tabs.nth(1).click()
  await expect(page).toHaveURL('/markettrend-jp')
  await tabs.nth(0).click()
  await expect(page).toHaveURL('/finlist-jp')
  // However the user reached a market, the tab bar then links to that market's pages, and the app opens there the next
  // time.
  await page.goto('/finlist-us')
  await tabs.nth(1).click()
  await expect(page).toHaveURL('/markettrend-us')
  await expect(page.getByRole('combobox', { name: 'Market' })).toHaveValue('us')
  await page.getByRole('link', { name: /start page/ }).click()
  await expect(page).toHaveURL('/finlist-us')
  await page.goto('/')
  await expect(page).toHaveURL('/finlist-us')
  await tabs.nth(4).click()
  await expect(page).toHaveURL('/tools')
  await page.goto('/market-movers-hk')
  await expect(tabs.nth(1)).toHaveAttribute('href', '/markettrend-hk')
})

test('a subscriber of one market starts in that market, with its pages and update dot in the sidebar (NOTE-09)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.route('**/api/status/last-updated', async route => {
    const { status, data } = await (await route.fetch()).json()
    await route.fulfill({
      json: { status, data: { ...data, finlist: { ...data.finlist, US: Date.now() + 3_600_000 } } },
    })
  })
  await signIn(page, 'us-yearly')
  await expect(page).toHaveURL('/finlist-us')
  const nav = page.getByRole('navigation', { name: 'Main' })
  await expect(nav.getByRole('button', { name: 'US' })).toHaveAttribute('aria-expanded', 'true')
  const own = nav.locator('a[href="/finlist-us"]')
  await expect(own).toHaveAttribute('aria-current', 'page')
  await expect(own.getByRole('img')).toBeVisible()
  await nav.getByRole('button', { name: 'US' }).click()
  await expect(nav.getByRole('button', { name: 'US' })).toHaveAttribute('aria-current', 'true')
})

test('the market selector lists five markets and records a view of the chosen one (CORE-05, 50, 52)', async ({
  page,
}) => {
  await signIn(page, 'free')
  const selector = page.getByRole('combobox', { name: 'Market' })
  expect(await selector.getByRole('option').allInnerTexts()).toEqual([
    'Hong Kong',
    'US',
    'Japan',
    'China A-shares',
    'Taiwan',
  ])
  const before = Date.now()
  await selector.selectOption({ label: 'Taiwan' })
  await expect(page).toHaveURL('/finlist-tw')
  const viewed = async () => ((await kept(page, 'pageLastViewed')) as { finlist: Record<string, string> }).finlist
  await expect.poll(async () => Date.parse((await viewed())['tw']!)).toBeGreaterThanOrEqual(before - 1_000)
  expect((await viewed())['us']).toBe('2021-09-01T00:00:00.000Z')
})

test('the user menu holds Subscribe on a phone (CORE-39)', async ({ page }) => {
  await signIn(page, 'free')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Subscribe' }).click()
  await expect(page).toHaveURL('/subscribe')
})

test('at 320 px and at 200% text size the app cuts nothing off, while loading and afterwards', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page, 'free')
  for (const path of ['/', '/tools', '/dashboard', '/education']) {
    const letGo = await hold(page, answersOf)
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await doubleText(page)
    expect(await sticksOut(page), `${path}, waiting`).toEqual([])
    await letThrough(page, answersOf)
    letGo()
    await expect(page.locator('main .animate-pulse')).toHaveCount(0)
    expect(await sticksOut(page), path).toEqual([])
  }
})

test('the app can be installed, and opens its frame offline (CORE-01, PWA-01)', async ({ page, context }) => {
  const refused: string[] = []
  page.on('console', message => message.text().includes('Content Security Policy') && refused.push(message.text()))
  await signIn(page, 'free')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  const cdp = await context.newCDPSession(page)
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  const { errors } = await cdp.send('Page.getAppManifest')
  expect(errors).toEqual([])
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await context.setOffline(true)
  await page.goto('/finlist-hk')
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Watchlist' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('No connection')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No connection')).toBeHidden()
  // The security policy also allows the page's inline script when the service worker serves the page from its cache.
  expect(refused).toEqual([])
  expect(await page.evaluate(() => 'finlistFirst' in window)).toBe(true)
})
