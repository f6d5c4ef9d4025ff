import { type APIResponse, expect, type Page, test } from '@playwright/test'
import { listen, signInToDemo as signIn, signInByPassword } from '../accounts.ts'
import { alertOf, bank, cards, dialog, today, typeCard } from '../buyer.ts'
import { onOwnServer } from '../own-server.ts'
import { noViolations } from '../shell/accessibility.ts'
import { pastRenewal } from '../staff-actions.ts'
import { done, newSubscriber, openPlan, pick, plans } from '../subscriber.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Payment card' })
const confirm = (page: Page) => dialog(page).locator('button[type=submit]')
const receipts = (page: Page) => page.getByRole('table', { name: 'Your receipts' }).locator('tbody').getByRole('row')
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })

type Calls = ReturnType<typeof listen>
const bodies = (calls: Calls, call: RegExp) => calls.filter(it => call.test(it.call)).map(({ body }) => body)
const updates = /^POST \/users\/user\/subscriptions\/sub_\w+$/
const previews = /^POST \/users\/user\/subscriptions\/sub_\w+\/preview-update$/
/** The user's calls that the page has repeated since the call with number `since`. */
const askedAgain = (calls: Calls, since: number) => {
  const names = calls.slice(since).map(({ call }) => call)
  return ['GET /users/user/subscriptions', 'GET /users/user'].filter(call => names.includes(call))
}

test('a user upgrades with a coupon and a new card; the bank first declines the payment and then approves it (SUB-08, 11, 12, 13, 14, 16, 17, 18, DASH-06, 27)', async ({
  page,
}) => {
  await newSubscriber(page, 'monthly')
  const calls = listen(page)
  await openPlan(page)
  const answer = page.waitForResponse(/preview-update$/)
  await pick(page, 'yearly')
  const { data } = (await (await answer).json()) as { data: { amount: number } }
  expect(data).toMatchObject({ downgrade: false, couponDetail: null })
  expect(data.amount).toBeLessThan(1_680_000)
  expect(data.amount).toBeGreaterThanOrEqual(1_680_000 - 200_000)
  await expect(dialog(page)).toContainText('We’ll deduct the unused part of your current period.')
  await expect(dialog(page)).toContainText('Also included: Education video archive, Advanced video archive.')

  await dialog(page).getByLabel('Coupon code').fill(' fixed500 ')
  await confirm(page).click({ force: true })
  await expect(dialog(page).getByText('Please apply and validate the coupon')).toBeVisible()
  const withCoupon = page.waitForResponse(/preview-update$/)
  await button(page, 'Apply').click()
  const priced = (await (await withCoupon).json()) as { data: Preview }
  await expect(dialog(page).getByText('saves HK$500', { exact: true })).toBeVisible()
  await expect(dialog(page).getByText('Coupon FIXED500')).toBeVisible()
  const shown = await dialog(page).locator('dl').getByRole('definition').allInnerTexts()
  expect(shown.map(centsOf)).toEqual([...priced.data.lines.map(({ amount }) => amount), priced.data.amount])
  expect(bodies(calls, previews).at(-1)).toEqual({ productId: 1, billingPeriodId: 1, couponCode: 'fixed500' })

  await dialog(page).getByRole('radio', { name: 'A new card' }).check()
  await typeCard(page, cards.bank)
  await confirm(page).click()
  await bank(page).getByRole('button', { name: 'Fail' }).click()
  expect(await alertOf(page)).toBe('Payment fail!')
  await expect(confirm(page)).toBeEnabled()
  await expect(confirm(page)).toHaveText(`Pay ${await today(page).innerText()} and change`)

  await confirm(page).click()
  const since = calls.length
  await expect(bank(page).getByText(await paying(page))).toBeVisible()
  await bank(page).getByRole('button', { name: 'Complete' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(done(page, 'FinList HK is now billed yearly.')).toBeVisible()
  await expect(plans(page)).toContainText('Yearly, HK$16,800')
  await expect(card(page)).toContainText('Visa ending 3184')
  await expect.poll(() => askedAgain(calls, since)).toHaveLength(2)
  const [first, second, ...more] = bodies(calls, updates)
  expect(more).toEqual([])
  for (const body of [first, second])
    expect(body).toEqual({
      productId: 1,
      billingPeriodId: 1,
      paymentMethod: expect.stringMatching(/^pm_\w+$/),
      couponCode: expect.stringMatching(/^promo_\w+$/),
    })

  await page.getByRole('tab', { name: 'Receipts' }).click()
  await expect(receipts(page)).toHaveCount(2)
  await expect(receipts(page).first()).toContainText('FinList HK Yearly')
})

type Preview = { amount: number; lines: { kind: string; amount: number }[] }
const centsOf = (text: string) => Math.round(Number(text.replace('−', '-').replace(/[^-\d.]/g, '')) * 100)
/** The amount due that the dialog shows. It is hidden while the bank's page is open. */
const paying = async (page: Page) =>
  (await dialog(page).getByRole('definition', { includeHidden: true }).last().textContent())!

test('a user upgrades immediately with the card on file, then schedules a downgrade for the next billing date and cancels the downgrade (SUB-08, 09, 14, 15, 21)', {
  tag: '@core',
}, async ({ page }) => {
  await newSubscriber(page, 'monthly')
  const calls = listen(page)
  await openPlan(page)
  await pick(page, 'quarterly')
  await expect(dialog(page).getByRole('radio', { name: /Visa ending 4242/ })).toBeChecked()
  await confirm(page).click()
  await expect(dialog(page)).toBeHidden()
  await expect(done(page, 'FinList HK is now billed quarterly.')).toBeVisible()
  await expect(plans(page)).toContainText('Quarterly, HK$4,800')
  expect(bodies(calls, updates)).toEqual([
    { productId: 1, billingPeriodId: 2, paymentMethod: 'existing_card', couponCode: null },
  ])

  await openPlan(page)
  await pick(page, 'monthly')
  await expect(dialog(page).getByLabel('Coupon code')).toHaveCount(0)
  await expect(dialog(page).getByRole('radio')).toHaveCount(0)
  await confirm(page).click()
  await expect(dialog(page)).toBeHidden()
  await expect(done(page, /^FinList HK changes to monthly billing on/)).toBeVisible()
  await expect(plans(page)).toContainText('Quarterly, HK$4,800')
  await expect(plans(page).getByText(/^Monthly from/)).toBeVisible()

  await openPlan(page)
  const since = calls.length
  await button(page, 'Cancel the downgrade').click()
  await expect(button(page, 'Cancel auto-renewal')).toBeVisible()
  await expect(dialog(page).getByText('The downgrade is cancelled.')).toBeVisible()
  await expect.poll(() => askedAgain(calls, since)).toHaveLength(2)
  expect(calls.map(({ call }) => call).some(call => call.endsWith('/update/cancel'))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(plans(page).getByText(/^Monthly from/)).toHaveCount(0)
})

test('a user turns renewal off with a reason, keeps access, and turns renewal on again (SUB-03, 04, 05, 06, 20)', {
  tag: '@core',
}, async ({ page }) => {
  await newSubscriber(page, 'monthly')
  const calls = listen(page)
  await openPlan(page)
  await button(page, 'Cancel auto-renewal').click()
  await expect(dialog(page).getByRole('heading', { name: 'Turn auto-renewal off?' })).toBeFocused()
  await expect(dialog(page).getByRole('radio')).toHaveCount(8)
  await expect(dialog(page)).toContainText('yearly billing comes to HK$1,400 a month instead of HK$2,000')
  const [keep, off] = [button(page, 'Keep it'), button(page, 'Turn renewal off')]
  const [one, other] = [(await keep.boundingBox())!, (await off.boundingBox())!]
  expect([one.width, one.height]).toEqual([other.width, other.height])
  await keep.click()
  expect(bodies(calls, updates)).toEqual([])

  await button(page, 'Cancel auto-renewal').click()
  await dialog(page).getByRole('radio', { name: 'It is too expensive' }).check()
  await dialog(page).getByLabel('Anything to add? (optional)').fill('  for now ')
  await off.click()
  await expect(dialog(page).getByText('Auto-renewal is off.')).toBeVisible()
  await expect(button(page, 'Reactivate auto-renewal')).toBeVisible()
  await expect(dialog(page).getByRole('term').filter({ hasText: 'Expires on' })).toBeVisible()
  expect(bodies(calls, updates)).toEqual([
    { hasAutoRenew: false, reason: { feedback: 'too_expensive', comment: 'for now' } },
  ])
  const plan = page.url()
  await page.goto('/finlist-hk')
  await expect(page.getByRole('tab').first()).toBeVisible()
  await expect(page.getByText('Whoops!')).toHaveCount(0)

  await page.goto(plan)
  await button(page, 'Reactivate auto-renewal').click()
  await expect(button(page, 'Cancel auto-renewal')).toBeVisible()
  await expect(dialog(page).getByRole('term').filter({ hasText: 'Next billing date' })).toBeVisible()
  expect(bodies(calls, updates).at(-1)).toEqual({ hasAutoRenew: true })
})

test('a user replaces the card with one that the bank confirms; our server receives only the card’s id (SUB-22, 23, DASH-30)', async ({
  page,
}) => {
  await newSubscriber(page, 'monthly')
  const calls = listen(page)
  await card(page).getByRole('button', { name: 'Change card' }).click()
  await expect(dialog(page)).toHaveAccessibleName('Change card')
  await expect(dialog(page)).toContainText('On file now: Visa ending 4242')
  await typeCard(page, cards.bank)
  await confirm(page).click()
  await bank(page).getByRole('button', { name: 'Fail' }).click()
  await alertOf(page)
  await confirm(page).click()
  await bank(page).getByRole('button', { name: 'Complete' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(done(page, 'Visa ending 3184 is now your card on file.')).toBeVisible()
  await expect(card(page)).toContainText('Visa ending 3184')
  const sent = bodies(calls, /update-card$/)
  expect(sent).toHaveLength(4)
  for (const body of sent) expect(body).toEqual({ paymentMethod: expect.stringMatching(/^pm_\w+$/) })
})

test('a user who signed in long ago has to sign in again before entering a card, and then returns to the form (SUB-22)', async ({
  page,
}) => {
  await page.clock.install()
  await signIn(page, 'us-yearly', '/dashboard')
  await expect(plans(page)).toHaveCount(1)
  await page.clock.setSystemTime(Date.now() + 8 * 60_000)
  await card(page).getByRole('button', { name: 'Change card' }).click()
  const question = page.getByRole('alertdialog', { name: 'Confirm it is you' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(dialog(page)).toBeHidden()
  await card(page).getByRole('button', { name: 'Change card' }).click()
  await question.getByRole('button', { name: 'Sign in again' }).click()
  await page.getByRole('button', { name: 'us-yearly@demo.example' }).click()
  await expect(page).toHaveURL('/dashboard#card')
  await expect(dialog(page)).toHaveAccessibleName('Change card')

  // The server refuses the card because the sign-in is too old, although the page considered it recent.
  await page.route('**/api/users/user/update-card', route =>
    route.fulfill({ status: 401, json: { status: 'Error', errors: [{ message: 'x', code: 'fresh_sign_in' }] } }),
  )
  await typeCard(page, cards.pays)
  await confirm(page).click()
  await expect(question).toBeVisible()
})

test('each receipt shows its product, period and amount, and opens its PDF in a new tab (DASH-06, 27)', async ({
  page,
}) => {
  await signIn(page, 'hk-quarterly', '/dashboard?tab=receipts')
  await expect(receipts(page)).toHaveCount(1)
  await expect(page.getByText('1 receipt', { exact: true })).toBeVisible()
  const cells = await receipts(page).locator('th, td').allInnerTexts()
  expect(cells.slice(0, 5)).toEqual([
    expect.stringMatching(/^\d+ \w+ 20\d\d$/),
    'FinList HK Quarterly',
    expect.stringMatching(/^\d+ \w+ 20\d\d$/),
    expect.stringMatching(/^\d+ \w+ 20\d\d$/),
    'HK$4,800',
  ])
  const pdf = page.getByRole('button', { name: /^PDF of receipt \S+ \(opens in a new tab\)$/ })
  const receipt = Promise.withResolvers<APIResponse>()
  await page.context().route('**/api/invoice-links/*', async route => {
    const response = await route.fetch()
    receipt.resolve(response)
    await route.fulfill({ response })
  })
  await pdf.click()
  const answer = await receipt.promise
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toBe('application/pdf')
  expect(page.context().pages()).toHaveLength(2)
  await page.bringToFront()

  // If the browser blocks new tabs, the page offers a link instead.
  await page.evaluate(() => Object.assign(window, { open: () => null }))
  await pdf.click()
  const link = page.getByRole('link', { name: /^PDF of receipt \S+ \(opens in a new tab\)$/ })
  await expect(link).toBeFocused()
  await expect(link).toHaveAttribute('href', /\/api\/invoice-links\/[\w-]+$/)
})

const alone = onOwnServer()

alone('an unpaid renewal is shown with its dates, and can be paid with another card', async ({ page }) => {
  const email = await newSubscriber(page, 'monthly')
  await card(page).getByRole('button', { name: 'Change card' }).click()
  await typeCard(page, '4000 0000 0000 0341')
  await confirm(page).click()
  await expect(card(page)).toContainText('Visa ending 0341')

  await pastRenewal(page)
  await signInByPassword(page, email, '/dashboard')
  const banner = page.getByRole('alert').filter({ hasText: 'did not go through' })
  await expect(async () => {
    await page.reload()
    await expect(banner).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expect(banner).toContainText(/HK\$2,000 was due on \d+ \w+ 20\d\d/)
  await expect(banner).toContainText(/You keep access until \d+ \w+ 20\d\d at \d\d:\d\d, Hong Kong time/)
  await expect(plans(page).getByText('Past due', { exact: true })).toBeVisible()
  await openPlan(page)
  await expect(dialog(page).getByRole('button', { name: /^Change to/ })).toHaveCount(0)
  await noViolations(page)
  await dialog(page).getByRole('button', { name: 'Change card and pay now' }).click()
  await expect(dialog(page)).toContainText('The new card will be charged HK$2,000 for FinList HK immediately.')
  await typeCard(page, cards.pays)
  await confirm(page).click()
  await expect(
    done(page, 'Visa ending 4242 is now your card on file, and the outstanding payment is made.'),
  ).toBeVisible()
  await expect(banner).toHaveCount(0)
  await expect(plans(page).getByText('Past due', { exact: true })).toHaveCount(0)
  await page.getByRole('tab', { name: 'Receipts' }).click()
  await expect(receipts(page)).toHaveCount(2)
})

alone('a renewal that the bank must confirm fails once there, then succeeds with the same card', async ({ page }) => {
  const email = await newSubscriber(page, 'monthly', cards.bank)
  await pastRenewal(page)
  await signInByPassword(page, email, '/dashboard')
  const banner = page
    .getByRole('alert')
    .filter({ hasText: 'Your bank wants you to confirm the payment for FinList HK' })
  await expect(async () => {
    await page.reload()
    await expect(banner).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await openPlan(page)
  await button(page, 'Confirm with your bank').click()
  await expect(dialog(page)).toContainText(/your card on file \(Visa ending 3184\) will be charged HK\$2,000/)
  await noViolations(page)
  await button(page, 'Confirm HK$2,000').click()
  await bank(page).getByRole('button', { name: 'Fail' }).click()
  expect(await alertOf(page)).toBe('Payment fail!')

  // The bank's page opens in the language of the page that links to it.
  await page.evaluate(() => localStorage.setItem('language', 'zh'))
  await page.reload()
  await button(page, '確認付款 HK$2,000').click()
  const inChinese = dialog(page).frameLocator('iframe[title="銀行確認頁面"]')
  await inChinese.getByRole('button', { name: '完成驗證' }).click()
  await expect(done(page, /^付款已確認/)).toBeVisible()
  await page.evaluate(() => localStorage.setItem('language', 'en'))
  await page.reload()
  await expect(banner).toHaveCount(0)
  await expect(plans(page).getByText('Past due', { exact: true })).toHaveCount(0)
  await expect(card(page)).toContainText('Visa ending 3184')
  await page.getByRole('tab', { name: 'Receipts' }).click()
  await expect(receipts(page)).toHaveCount(2)
})
