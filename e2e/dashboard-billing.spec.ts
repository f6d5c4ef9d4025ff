import { expect, type Page, test } from '@playwright/test'
import { noViolations } from './accessibility.ts'
import { listen, signIn, signInByPassword } from './accounts.ts'
import { alertOf, bank, cards, dialog, payWith, subscribed, today, typeCard } from './buyer.ts'
import { hold, letThrough } from './held.ts'
import { onOwnServer } from './own-server.ts'
import { pastRenewal } from './staff-actions.ts'
import { done, newSubscriber, openPlan, pick, plans } from './subscriber.ts'
import { themes } from './themes.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Payment card' })
const confirm = (page: Page) => dialog(page).locator('button[type=submit]')
const receipts = (page: Page) => page.getByRole('table', { name: 'Your receipts' }).locator('tbody').getByRole('row')
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const subscriptions = '**/api/users/user/subscriptions'
const day = /\d{1,2} [A-Z][a-z]+ 20\d\d/

type Calls = ReturnType<typeof listen>
const bodies = (calls: Calls, call: RegExp) => calls.filter(it => call.test(it.call)).map(({ body }) => body)
const updates = /^POST \/users\/user\/subscriptions\/sub_\w+$/
const previews = /^POST \/users\/user\/subscriptions\/sub_\w+\/preview-update$/
/** The calls that were repeated after a change. */
const askedAgain = (calls: Calls, since: number) => {
  const names = calls.slice(since).map(({ call }) => call)
  return ['GET /users/user/subscriptions', 'GET /users/user'].filter(call => names.includes(call))
}

test('the plan, the card that pays for it and the credit left, in one answer (DASH-02, 25, 26, SUB-01, 24)', async ({
  page,
}) => {
  const answer = page.waitForResponse(subscriptions)
  await signIn(page, 'credit', '/dashboard')
  const { data } = (await (await answer).json()) as { data: Record<string, unknown> }
  expect(Object.keys(data).sort()).toEqual(['cardDetails', 'credit', 'invoices', 'subscriptions'])
  expect(data).toMatchObject({
    credit: 50_000,
    cardDetails: { cardNumberLast4: '4242', expireMonth: 12, expired: false },
    subscriptions: [
      {
        subscriptionId: expect.stringMatching(/^sub_/),
        productId: 1,
        billingPeriodId: 2,
        futureBillingPeriodId: 0,
        status: 'active',
        hasAutoRenew: true,
      },
    ],
  })
  await expect(plans(page)).toHaveCount(1)
  await expect(plans(page)).toContainText('FinList HK')
  await expect(plans(page)).toContainText(/Quarterly, (HK)?\$4,800/)
  await expect(plans(page)).toContainText(day)
  await expect(card(page)).toContainText('Visa ending 4242')
  await expect(card(page)).toContainText(/Expires 12\/20\d\d/)
  await expect(page.getByRole('region', { name: 'Remaining credit' })).toContainText(/\$500(?!\d)/)
})

for (const { who, badge, label, period } of [
  { who: 'jp-trial', badge: 'Trial', label: 'Next billing date', period: 'Monthly' },
  { who: 'hk-no-renew', badge: 'Not auto-renewing', label: 'Expires at', period: 'Monthly' },
  { who: 'hk-downgrade', badge: /^Monthly from \d+ \w+ 20\d\d$/, label: 'Next billing date', period: 'Yearly' },
])
  test(`${who}: its badge and its date (DASH-03, SUB-02, 06)`, async ({ page }) => {
    await signIn(page, who, '/dashboard')
    await expect(plans(page).getByText(badge, { exact: true })).toBeVisible()
    await expect(plans(page).getByRole('term')).toHaveText(label)
    await expect(plans(page).getByRole('definition')).toHaveText(day)
    await expect(plans(page)).toContainText(period)
  })

test('an expired card is marked and cannot pay for an upgrade (DASH-25)', async ({ page }) => {
  await signIn(page, 'expired-card', '/dashboard')
  await expect(card(page).getByText('Expired', { exact: true })).toBeVisible()
  await openPlan(page)
  await pick(page, 'yearly')
  await expect(dialog(page).getByRole('radio', { name: /Visa ending 4242/ })).toBeDisabled()
  await expect(dialog(page).getByRole('radio', { name: 'A new card' })).toBeChecked()
})

test('a plan opens by click and by the first parameter of the address, whatever its name (DASH-04, 05)', async ({
  page,
}) => {
  await signIn(page, 'hk-quarterly', '/dashboard')
  const opened = await openPlan(page)
  await expect(opened).toHaveAccessibleName('FinList HK')
  await expect(page).toHaveURL(/\/dashboard\?subscriptionId=sub_\w+$/)
  const id = new URL(page.url()).searchParams.get('subscriptionId')!
  await page.goBack()
  await expect(opened).toBeHidden()
  await openPlan(page)
  await page.keyboard.press('Escape')
  await expect(opened).toBeHidden()
  await expect(page).toHaveURL('/dashboard')
  await expect(plans(page).getByRole('button')).toBeFocused()

  await page.goto(`/dashboard?anything=${id}&more=1`)
  await expect(opened).toHaveAccessibleName('FinList HK')
  await button(page, 'Close').click()
  await expect(page).toHaveURL('/dashboard')
  for (const query of [`first=1&subscriptionId=${id}`, 'subscriptionId=sub_unknown']) {
    await page.goto(`/dashboard?${query}`)
    await expect(plans(page)).toHaveCount(1)
    await expect(opened).toHaveCount(0)
  }
})

test('neither the current nor the scheduled period leads anywhere; another one is previewed (SUB-07, 10, 11, 12, 13)', async ({
  page,
}) => {
  await signIn(page, 'hk-downgrade', '/dashboard')
  const calls = listen(page)
  await openPlan(page)
  const rows = dialog(page).getByRole('region', { name: 'Billing period' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(0)).toContainText(/Monthly.*From \d+ \w+ 20\d\d/)
  await expect(rows.nth(2)).toContainText(/Yearly.*Current/)
  for (const still of [rows.nth(0), rows.nth(2)]) {
    await expect(still.getByRole('button')).toHaveCount(0)
    await still.click()
  }
  await expect(dialog(page).getByRole('heading', { name: /^Change to/ })).toHaveCount(0)
  // It replaces the renewal's buttons.
  await expect(button(page, 'Cancel the downgrade')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: /auto-renewal/ })).toHaveCount(0)

  const answer = page.waitForResponse(/preview-update$/)
  await pick(page, 'quarterly')
  const { data } = (await (await answer).json()) as { data: object }
  expect(data).toMatchObject({ amount: 480_000, downgrade: true, couponDetail: null })
  expect(bodies(calls, previews)).toEqual([{ productId: 1, billingPeriodId: 2, couponCode: null }])
  await expect(dialog(page)).toContainText(
    /From \d+ \w+ 20\d\d you pay HK\$4,800 by quarterly billing, with the card on file \(Visa ending 4242\)/,
  )
  await expect(dialog(page)).toContainText('No longer included: Advanced video archive.')
  await expect(dialog(page)).toContainText('It takes the place of the change to monthly billing')
  await button(page, 'Back').click()
  await expect(rows).toHaveCount(3)
  expect(bodies(calls, updates)).toEqual([])
})

test('an upgrade with a coupon and a new card: the bank says no, then yes (SUB-08, 11, 12, 13, 14, 16, 17, 18, DASH-06, 27)', async ({
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
  await expect(dialog(page)).toContainText('What is unused of your current period is taken off the price.')
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
/** The amount to pay in the dialog, which is hidden while the bank's page is shown. */
const paying = async (page: Page) =>
  (await dialog(page).getByRole('definition', { includeHidden: true }).last().textContent())!

test('up at once with the card on file, down at the next billing date and back (SUB-08, 09, 14, 15, 21)', async ({
  page,
}) => {
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

test('renewal off with a reason, access kept, and on again (SUB-03, 04, 05, 06, 20)', async ({ page }) => {
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
  await expect(dialog(page).getByRole('term').filter({ hasText: 'Expires at' })).toBeVisible()
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

test('a payment that is disputed: what it means is said, and the plan is bought anew (PLAN-11)', async ({ page }) => {
  await newSubscriber(page, 'monthly', '4000 0000 0000 0259')
  const banner = page.getByRole('alert').filter({ hasText: 'The payment for FinList HK is disputed' })
  await expect(async () => {
    await page.reload()
    await expect(banner).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expect(plans(page).getByText('Disputed', { exact: true })).toBeVisible()
  await expect(plans(page)).toContainText('No access')
  await openPlan(page)
  await expect(dialog(page).getByRole('button', { name: /Change to|auto-renewal/ })).toHaveCount(0)
  await noViolations(page)
  await dialog(page).getByRole('link', { name: 'Subscribe anew' }).click()
  await payWith(page, cards.pays)
  await expect(subscribed(page)).toBeVisible()
  await page.goto('/dashboard')
  await expect(plans(page)).toHaveCount(1)
  await expect(plans(page)).toContainText('Next billing date')
  await expect(banner).toHaveCount(0)
})

test('a declined card says why and changes nothing (SUB-19)', async ({ page }) => {
  await newSubscriber(page, 'monthly')
  await openPlan(page)
  await pick(page, 'quarterly')
  await dialog(page).getByRole('radio', { name: 'A new card' }).check()
  await typeCard(page, cards.declined)
  await confirm(page).click()
  expect(await alertOf(page)).toBe('Your bank has declined the card. Please try another card or contact your bank.')
  await expect(confirm(page)).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(plans(page)).toContainText('Monthly, HK$2,000')
  await expect(card(page)).toContainText('Visa ending 4242')
})

test('an answer that gets lost: nothing is repeated, and the change is found', async ({ page }) => {
  await newSubscriber(page, 'monthly')
  const calls = listen(page)
  await openPlan(page)
  await pick(page, 'yearly')
  await page.route(/subscriptions\/sub_\w+$/, async route => {
    await route.fetch()
    await route.abort()
  })
  await confirm(page).click()
  await expect(done(page, 'FinList HK is now billed yearly.')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  expect(bodies(calls, updates)).toHaveLength(1)
})

test('another card, which the bank confirms: nothing but its id is sent (SUB-22, 23, DASH-30)', async ({ page }) => {
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

test('who signed in long ago signs in again before the card is typed, and comes back to it (SUB-22)', async ({
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

  // The server decides.
  await page.route('**/api/users/user/update-card', route =>
    route.fulfill({ status: 401, json: { status: 'Error', errors: [{ message: 'x', code: 'fresh_sign_in' }] } }),
  )
  await typeCard(page, cards.pays)
  await confirm(page).click()
  await expect(question).toBeVisible()
})

test('receipts with product, period and amount; each opens its PDF in a tab (DASH-06, 27)', async ({ page }) => {
  await signIn(page, 'hk-quarterly', '/dashboard?tab=receipts')
  await expect(receipts(page)).toHaveCount(1)
  await expect(page.getByText('1 receipt', { exact: true })).toBeVisible()
  const cells = await receipts(page).getByRole('cell').allInnerTexts()
  expect(cells.slice(0, 5)).toEqual([
    expect.stringMatching(/^\d+ \w+ 20\d\d$/),
    'FinList HK Quarterly',
    expect.stringMatching(/^\d+ \w+ 20\d\d$/),
    expect.stringMatching(/^\d+ \w+ 20\d\d$/),
    'HK$4,800',
  ])
  const pdf = page.getByRole('button', { name: /^PDF of receipt \S+$/ })
  const arrival = page
    .context()
    .waitForEvent('response', answer => answer.headers()['content-type'] === 'application/pdf')
  await pdf.click()
  expect((await arrival).status()).toBe(200)
  expect(page.context().pages()).toHaveLength(2)
  await page.bringToFront()

  // Where new tabs are blocked, the link itself is offered.
  await page.evaluate(() => Object.assign(window, { open: () => null }))
  await pdf.click()
  const link = page.getByRole('link', { name: /^PDF of receipt \S+$/ })
  await expect(link).toBeFocused()
  await expect(link).toHaveAttribute('href', /\/api\/invoice-links\/[\w-]+$/)
})

test('three plans and five receipts stand in while they are on their way (DASH-28)', async ({ page }) => {
  await signIn(page, 'hk-quarterly', '/faq')
  const letGo = await hold(page, subscriptions)
  await page.goto('/dashboard')
  const waiting = page.getByRole('list', { name: 'Loading…' }).getByRole('listitem')
  await expect(waiting).toHaveCount(3)
  await page.getByRole('tab', { name: 'Receipts' }).click()
  await expect(waiting).toHaveCount(5)
  letGo()
  await expect(receipts(page)).toHaveCount(1)
  await expect(waiting).toHaveCount(0)
})

test('nothing held and nothing paid, in words (DASH-29)', async ({ page }) => {
  await signIn(page, 'free', '/dashboard')
  await expect(page.getByText('No active subscriptions', { exact: true })).toBeVisible()
  await expect(card(page)).toContainText('No card on file')
  await page.getByRole('tab', { name: 'Receipts' }).click()
  await expect(page.getByText('No receipts', { exact: true })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'See the plans' }).click()
  await expect(page).toHaveURL('/subscribe')
})

test('what cannot be fetched says so and can be asked for again', async ({ page }) => {
  await signIn(page, 'hk-quarterly', '/faq')
  await page.route(subscriptions, route => route.abort())
  await page.goto('/dashboard')
  const retry = page.getByRole('tabpanel').getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible()
  await letThrough(page, subscriptions)
  await retry.click()
  await expect(plans(page)).toHaveCount(1)
})

test('no accessibility violations with any dialog open, in both languages and themes', async ({ page }) => {
  await signIn(page, 'hk-monthly', '/dashboard')
  for (const { language, theme } of themes) {
    await page.evaluate(kept => Object.assign(localStorage, kept), { language, theme })
    await page.goto('/dashboard')
    const plan = page.getByRole('tabpanel').getByRole('heading', { level: 3 }).getByRole('button')
    await expect(plan).toBeVisible()
    await noViolations(page)
    await plan.click()
    await expect(dialog(page)).toBeVisible()
    await noViolations(page)
    await dialog(page).getByRole('listitem').getByRole('button').first().click()
    await expect(confirm(page)).toBeVisible()
    await dialog(page).getByRole('radio').last().check()
    await noViolations(page)
    await dialog(page).getByRole('button').nth(1).click()
    await dialog(page).getByRole('button').last().click()
    await expect(dialog(page).getByRole('radio')).toHaveCount(8)
    await noViolations(page)
    await page.goto('/dashboard?tab=receipts')
    await expect(page.getByRole('table')).toBeVisible()
    await noViolations(page)
    await page.goto('/dashboard#card')
    await expect(dialog(page).locator('iframe')).toHaveCount(3)
    await noViolations(page)
  }
})

const alone = onOwnServer()

alone('a renewal that is not paid: said with its dates, and paid by another card', async ({ page }) => {
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
  await expect(dialog(page)).toContainText('HK$2,000 for FinList HK is charged to it at once.')
  await typeCard(page, cards.pays)
  await confirm(page).click()
  await expect(done(page, 'Visa ending 4242 is now your card on file, and what was outstanding is paid.')).toBeVisible()
  await expect(banner).toHaveCount(0)
  await expect(plans(page).getByText('Past due', { exact: true })).toHaveCount(0)
  await page.getByRole('tab', { name: 'Receipts' }).click()
  await expect(receipts(page)).toHaveCount(2)
})

alone(
  'a renewal that the bank wants confirmed: refused there once, then confirmed with the same card',
  async ({ page }) => {
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
    await expect(dialog(page)).toContainText(/HK\$2,000 is charged to your card on file \(Visa ending 3184\)/)
    await noViolations(page)
    await button(page, 'Confirm HK$2,000').click()
    await bank(page).getByRole('button', { name: 'Fail' }).click()
    expect(await alertOf(page)).toBe('Payment fail!')

    // The bank's page has the language of the page that leads to it.
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
  },
)

alone('an amount that has changed meanwhile is not charged: the new one is shown first', async ({ page }) => {
  await signIn(page, 'credit', '/dashboard')
  await openPlan(page)
  await pick(page, 'yearly')
  await expect(dialog(page).getByText('Your credit')).toBeVisible()
  const before = await today(page).innerText()

  const other = await page.context().newPage()
  await other.goto('/subscribe?productId=2&billingPeriodId=3')
  await payWith(other, cards.pays)
  await expect(subscribed(other)).toBeVisible()
  await other.close()

  await confirm(page).click()
  await expect(dialog(page).getByRole('alert').filter({ hasText: 'The amount has changed' })).toBeVisible()
  await expect(dialog(page).getByText('Your credit')).toHaveCount(0)
  await expect.poll(async () => centsOf(await today(page).innerText()) - centsOf(before)).toBeGreaterThan(49_000)
  await confirm(page).click()
  await expect(done(page, 'FinList HK is now billed yearly.')).toBeVisible()
})
