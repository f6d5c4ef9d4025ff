import { expect, type Page, test } from '@playwright/test'
import { noViolations } from './accessibility.ts'
import { doubleText, listen, signIn } from './accounts.ts'
import { choosePeriod } from './buyer.ts'
import { sticksOut } from './sticks-out.ts'
import { themes } from './themes.ts'

const table = (page: Page) => page.getByRole('table', { name: /What each plan includes/ })
const subscribeButtons = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Subscribe to/ })

/** The names of the plans whose column has a tick in the row. */
const having = (page: Page, feature: string) =>
  table(page).evaluate((found, name) => {
    const rows = [...(found as HTMLTableElement).rows]
    const heads = [...rows[0]!.cells].slice(1).map(cell => /FinList (\w\w)/.exec(cell.textContent)![1])
    const row = rows.find(({ cells }) => cells[0]?.firstElementChild?.textContent === name)
    if (!row) throw new Error(`no row ${name}`)
    return heads.filter((_, at) => row.cells[at + 1]!.textContent === 'Included')
  }, feature)

test('five plans side by side, Sunday Club not among them (PLAN-07, 09, 10)', async ({ page }) => {
  await signIn(page, 'free', '/subscribe')
  await expect(page.getByRole('heading', { name: 'Get More Tools' })).toBeVisible()
  await expect(subscribeButtons(page)).toHaveCount(5)
  const heads = await table(page).getByRole('columnheader').allInnerTexts()
  expect(heads.slice(1).map(text => text.split('\n')[0])).toEqual([
    'FinList HK',
    'FinList US',
    'FinList JP',
    'FinList CN',
    'FinList TW',
  ])
})

test('a tick for each feature of each plan in the period that is chosen (PLAN-13, 14, 15, 16, 17, 18)', async ({
  page,
}) => {
  await signIn(page, 'free', '/subscribe')
  const all = ['HK', 'US', 'JP', 'CN', 'TW']
  const everywhere = ['Weekly stock list', 'Market trend', 'Market performance']
  const hongKong = [
    'CCASS shareholding', 'CCASS shareholding change', 'Market movers', 'Market movers plus', 'Profit alerts', 'Sunday Club',
    'Sunday Club replays',
  ] // biome-ignore format: a list
  await expect(table(page).getByRole('row')).toHaveCount(1 + 3 + 12)
  for (const [period, videos, advanced] of [
    ['Monthly', [], []],
    ['Quarterly', all, []],
    ['Yearly', all, all],
  ] as const) {
    await choosePeriod(page, period)
    for (const feature of everywhere)
      expect([period, feature, await having(page, feature)]).toEqual([period, feature, all])
    for (const feature of hongKong)
      expect([period, feature, await having(page, feature)]).toEqual([period, feature, ['HK']])
    expect([period, await having(page, 'Education video archive')]).toEqual([period, videos])
    expect([period, await having(page, 'Advanced video archive')]).toEqual([period, advanced])
  }
  const weight = (feature: string) =>
    table(page)
      .getByText(feature, { exact: true })
      .evaluate(name => Number(getComputedStyle(name).fontWeight))
  expect(await weight('Weekly stock list')).toBeGreaterThan(await weight('Market movers'))
})

test('one choice of period changes every price (PLAN-04, 05, 08, 20, 21, 22, 24, 25)', async ({ page }) => {
  await signIn(page, 'free', '/subscribe')
  const choice = page.getByRole('group', { name: 'Billing period' })
  await expect(choice.getByRole('radio')).toHaveCount(3)
  await expect(choice.locator('label')).toHaveText([
    /^Monthly/,
    /^Quarterly.*20% cheaper than monthly/,
    /^Yearly.*Best deal.*30% cheaper than monthly/,
  ])
  await expect(page.getByText('Best deal')).toHaveCount(1)
  const prices = async () => {
    const heads = await table(page).getByRole('columnheader').allInnerTexts()
    return heads.slice(1).map(text => [...text.matchAll(/HK\$[\d,.]+/g)].map(([money]) => money))
  }
  const others = (...two: string[]) => [two, two, two, two]
  await choosePeriod(page, 'Yearly')
  expect(await prices()).toEqual([['HK$1,400', 'HK$16,800'], ...others('HK$1,050', 'HK$12,600')])
  await choosePeriod(page, 'Quarterly')
  expect(await prices()).toEqual([['HK$1,600', 'HK$4,800'], ...others('HK$1,200', 'HK$3,600')])
  await choice.getByRole('radio', { checked: true }).press('ArrowLeft')
  await expect(choice.getByRole('radio', { checked: true })).toHaveAccessibleName(/^Monthly/)
  expect(await prices()).toEqual([['HK$2,000', 'HK$2,000'], ...others('HK$1,500', 'HK$1,500')])
})

test('a plan that is held leads to its management, the others can be bought (PLAN-11)', async ({ page }) => {
  await signIn(page, 'hk-yearly', '/subscribe')
  await expect(subscribeButtons(page)).toHaveCount(4)
  const manage = page.getByRole('main').getByRole('link', { name: 'Manage FinList HK' })
  await expect(manage).toHaveAttribute('href', /^\/dashboard\?subscriptionId=sub_\w+$/)
  await manage.click()
  await expect(page).toHaveURL(/\/dashboard\?subscriptionId=sub_\w+$/)
})

test('a friend, who holds every right and has bought no plan, sees the plans too, and that they are held', async ({
  page,
}) => {
  await signIn(page, 'friend', '/subscribe')
  await expect(page.getByRole('main').getByRole('link', { name: /^Manage / })).toHaveCount(5)
  await expect(subscribeButtons(page)).toHaveCount(0)
})

test('an address with a plan and a period opens the checkout, any other does not (PLAN-12, 23)', async ({ page }) => {
  await signIn(page, 'us-yearly', '/subscribe?productId=6&billingPeriodId=2')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveAccessibleName('Subscribe to FinList JP')
  await expect(dialog.getByText('HK$3,600 now, then HK$3,600 every 3 months')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/subscribe')
  await expect(page.getByRole('radio', { checked: true })).toHaveAccessibleName(/^Quarterly/)

  for (const query of [
    'productId=2&billingPeriodId=1', // held already
    'productId=7&billingPeriodId=1',
    'productId=1&billingPeriodId=9',
    'productId=1',
    'productId=01&billingPeriodId=1',
    'productId=toString&billingPeriodId=constructor',
  ]) {
    await page.goto(`/subscribe?${query}`)
    await expect(subscribeButtons(page)).toHaveCount(4)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.goto('/subscribe?productId=1&billingPeriodId=4')
  await expect(page.getByRole('alert').getByText('This plan is not on sale at the moment.')).toBeVisible()
})

test('where nothing can be bought it says so, and what was last known of that holds', async ({ page }) => {
  await signIn(page, 'free', '/subscribe')
  await expect(subscribeButtons(page)).toHaveCount(5)
  await page.route('**/api/operator', route => route.abort())
  await page.evaluate(() => {
    const facts = JSON.parse(localStorage.getItem('operator')!) as object
    localStorage.setItem('operator', JSON.stringify({ ...facts, payments: 'none' }))
  })
  await page.goto('/subscribe?productId=1&billingPeriodId=1')
  await expect(page.getByText(/Subscribing is not open here at the moment/)).toBeVisible()
  await expect(table(page).getByText('HK$1,400')).toBeVisible()
  await expect(subscribeButtons(page)).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('nothing of the payment provider and no checkout before somebody wants to buy (PLAN-56)', async ({
  page,
  baseURL,
}) => {
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  await signIn(page, 'free', '/subscribe')
  await expect(subscribeButtons(page)).toHaveCount(5)
  const company = `:${Number(new URL(baseURL!).port) + 1000}/`
  const ofCheckout = () => asked.filter(url => url.includes(company) || /\/(Checkout|card-client|sandbox)-/.test(url))
  await choosePeriod(page, 'Monthly')
  expect(ofCheckout()).toEqual([])
  expect(asked.filter(url => url.includes('/api/payments/'))).toEqual([])
  await subscribeButtons(page).first().click()
  await expect(page.frameLocator('iframe[title="Card number"]').getByLabel('Card number')).toBeVisible()
  expect(ofCheckout().some(url => url.includes(company))).toBe(true)
  expect(ofCheckout().some(url => url.includes('/Checkout-'))).toBe(true)
})

test('head and names stay in view while the table scrolls, on a wide and on a narrow screen', async ({ page }) => {
  await signIn(page, 'free', '/subscribe')
  const head = table(page).getByRole('columnheader', { name: /FinList HK/ })
  await page.mouse.wheel(0, 500)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200)
  await expect(head).toBeInViewport()
  await expect(subscribeButtons(page).first()).toBeInViewport()

  await page.setViewportSize({ width: 800, height: 900 })
  await page.evaluate(() => scrollTo(0, 0))
  const name = table(page).getByRole('rowheader', { name: /^Market performance/ })
  const { x } = (await name.boundingBox())!
  await table(page)
    .locator('..')
    .evaluate(window => window.scrollTo(400, 200))
  await expect.poll(async () => (await name.boundingBox())!.x).toBe(x)
  await expect(table(page).getByRole('columnheader', { name: /FinList TW/ })).toBeInViewport()
  expect(await sticksOut(page)).toEqual([])
})

test('no accessibility violations in either language and theme, and at twice the size of text', async ({ page }) => {
  await signIn(page, 'us-yearly', '/subscribe')
  for (const { language, theme } of themes) {
    await page.evaluate(kept => Object.assign(localStorage, kept), { language, theme })
    await page.reload()
    await expect(page.getByRole('main').getByRole('link', { name: /FinList (US|美國)/ })).toBeVisible()
    await noViolations(page)
  }
  await doubleText(page)
  expect(await sticksOut(page)).toEqual([])
})

test('the page asks only for what it needs: the plans that are bought and given', async ({ page }) => {
  await signIn(page, 'free', '/faq')
  const calls = listen(page)
  await page.getByRole('banner').getByRole('link', { name: 'Subscribe' }).click()
  await expect(subscribeButtons(page)).toHaveCount(5)
  const own = calls.map(({ call }) => call).filter(call => !/device\/check|last-updated|notifications/.test(call))
  // The page fetches both side by side: their order means nothing.
  expect(own.toSorted()).toEqual(['GET /users/user/given', 'GET /users/user/subscriptions'])
})
