import { expect, test } from '@playwright/test'
import { listen, signIn, signInAs } from '../accounts.ts'
import { letThrough } from '../held.ts'
import { signInToOwn } from '../own-account.ts'
import { onOwnServer } from '../own-server.ts'
import { noViolations } from '../shell/accessibility.ts'
import { action, confirm, history, openCustomer, outcome, part, pastRenewal } from '../staff-actions.ts'

const actions = /^(Sign out everywhere|Change credit|Grant a trial|Give friend status|Remove friend status|Refund.*)$/
const keysOf = (calls: ReturnType<typeof listen>, call: RegExp) =>
  calls.filter(it => call.test(it.call)).map(({ headers }) => headers['idempotency-key'])
const staffOnly = 'Only staff can see this page.'

test('every staff screen tells users who are not staff that it is for staff, and requests no data', async ({
  page,
}) => {
  await signIn(page, 'hk-monthly', '/education')
  const calls = listen(page)
  for (const path of ['/admin/customers?search=demo', '/admin/customers?userId=1', '/admin/audit', '/admin/revenue']) {
    await page.goto(path)
    await expect(page.getByRole('alert')).toHaveText(staffOnly)
    await expect(page.getByRole('main').getByRole('link', { name: 'Subscribe now' })).toHaveCount(0)
  }
  expect(calls.filter(({ call }) => call.includes(' /admin/'))).toEqual([])
  await page.getByRole('button', { name: 'Account menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'My Account' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Customers' })).toHaveCount(0)
})

test('staff can find customers by any detail, and can see but not change their billing', async ({ page }) => {
  await signIn(page, 'staff', '/education')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Customers' }).click()
  await expect(page).toHaveTitle(/^Customers/)
  const search = page.getByRole('searchbox', { name: 'Search customers' })
  await search.fill('demo')
  await expect(page.getByText(/^(\d+ customers|The newest 20)/)).toBeVisible()
  await search.fill('hk-quarterly@')
  const found = page.getByRole('region', { name: 'Customers found' })
  await expect(found.getByRole('link')).toHaveText(['Demo HK Quarterly'])
  await expect(page).toHaveURL(/\?search=hk-quarterly%40$/)
  await found.getByRole('link').click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Demo HK Quarterly')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(part(page, 'Account')).toContainText('hk-quarterly@demo.example')
  await expect(part(page, 'Access')).toContainText(/FinList HK Quarterly · paid.*until \d+ \w+ 20\d\d/)
  await expect(part(page, 'Card')).toContainText('Visa ending 4242')
  await expect(part(page, 'Credit')).toContainText('HK$0')
  await expect(part(page, 'Subscriptions').getByRole('row').nth(1)).toContainText(/FinList HK.*Quarterly.*Active/)
  const invoice = part(page, 'Invoices').getByRole('row').nth(1)
  await expect(invoice).toContainText('4,800')
  await expect(invoice).toContainText('Paid')
  await expect(history(page).filter({ hasText: 'Paid HK$4,800' })).toHaveCount(1)
  await part(page, 'History').getByText('Requests', { exact: true }).first().click()
  await expect(history(page)).toHaveText([/Subscribing: done/])
  await expect(page.getByRole('button', { name: actions })).toHaveCount(0)

  const number = await invoice.getByRole('link').first().innerText()
  const customerId = await part(page, 'Account').getByRole('link').innerText()
  const [company] = await Promise.all([
    page.context().waitForEvent('page'),
    part(page, 'Account').getByRole('link').click(),
  ])
  await expect(company.getByRole('heading', { level: 1 })).toHaveText('hk-quarterly@demo.example')
  await company.close()
  await page.getByRole('link', { name: 'All customers' }).click()
  await expect(search).toHaveValue('hk-quarterly@')
  for (const known of [/\S+/.exec(number)![0], /cus_\w+/.exec(customerId)![0]]) {
    await search.fill(known)
    await expect(found.getByRole('link')).toHaveText(['Demo HK Quarterly'])
  }
  await search.fill('nobody at all')
  await expect(page.getByText('No match for “nobody at all”')).toBeVisible()
  await page.goto('/admin/customers?userId=999999')
  await expect(page.getByText('There is no customer 999999.')).toBeVisible()
})

const alone = onOwnServer()

alone('an admin previews, grants and takes back credit; each action is done once and logged', async ({ page }) => {
  await signInAs(page, 'admin')
  await openCustomer(page, 'credit@demo.example')
  await page.getByRole('button', { name: 'Change credit' }).click()
  await action(page).locator('button[type=submit]').click()
  await expect(action(page).getByText('Please enter an amount above zero')).toBeVisible()
  await expect(action(page).getByText('Please give a reason of 5 to 500 characters')).toBeVisible()
  await expect(action(page).getByLabel('Amount in HK$')).toBeFocused()
  await action(page).getByLabel('Amount in HK$').fill('1,000.50')
  await expect(action(page)).toContainText('This adds HK$1,000.50 to the credit, from HK$500 to HK$1,500.50.')

  // The response to the first attempt is lost. The second attempt sends the same idempotency key.
  const calls = listen(page)
  let lost = 0
  await page.route('**/api/admin/customers/*/credit', async route => {
    await route.fetch()
    lost++
    await route.abort()
  })
  await confirm(page, 'Two days without service')
  await expect(action(page).getByRole('alert')).toContainText('the action may have completed')
  expect(lost).toBe(1)
  await letThrough(page, '**/api/admin/customers/*/credit')
  await action(page).locator('button[type=submit]').click()
  await expect(outcome(page, 'HK$1,000.50 of credit given. The credit is now HK$1,500.50.')).toBeVisible()
  const keys = keysOf(calls, /\/credit$/)
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/^[\w-]{36}$/)
  expect(keys[1]).toBe(keys[0])
  await expect(part(page, 'Credit')).toContainText('HK$1,500.50')
  await expect(history(page).filter({ hasText: 'Credit given' })).toHaveCount(1)
  await expect(history(page).filter({ hasText: 'Credit given' })).toContainText('“Two days without service”')

  await page.getByRole('button', { name: 'Change credit' }).click()
  await action(page).getByText('Take credit back', { exact: true }).first().click()
  await action(page).getByLabel('Amount in HK$').fill('1500')
  await confirm(page, 'Given by mistake')
  await expect(action(page).getByText('At most HK$1,000.50', { exact: true })).toBeVisible()
  await action(page).getByLabel('Amount in HK$').fill('1000.50')
  await expect(action(page)).toContainText('from HK$1,500.50 to HK$500. Nothing is charged.')
  await action(page).locator('button[type=submit]').click()
  await expect(outcome(page, 'The credit is now HK$500.')).toBeVisible()

  await page.goto('/admin/audit')
  // The demo's log has other entries too. Only these rows come from this test.
  const rows = page.getByRole('table').locator('tbody').getByRole('row').filter({ hasText: 'Demo Credit' })
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(0)).toContainText(/Demo Admin.*Credit taken back.*HK\$1,000\.50.*Demo Credit.*Given by mistake/)
  await page.getByLabel('Action', { exact: true }).selectOption({ label: 'Credit given' })
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Two days without service')
  await expect(page).toHaveURL('/admin/audit?action=credit-given')
})

test('an admin can grant a user one trial, and grant and revoke the friend role, but cannot do so for themselves', async ({
  page,
  browser,
}) => {
  const guest = await browser.newContext()
  const email = await signInToOwn(guest, 'free')
  await guest.close()
  const admin = await signIn(page, 'admin', '/education')
  await openCustomer(page, email)
  await page.getByRole('button', { name: 'Grant a trial' }).click()
  await action(page).getByLabel('Plan').selectOption({ label: 'FinList JP' })
  await action(page).getByLabel('Days').fill('91')
  await confirm(page, 'Met at a seminar')
  await expect(action(page).getByText('Please enter a number from 1 to 90')).toBeVisible()
  await action(page).getByLabel('Days').fill('10')
  await expect(action(page)).toContainText(
    /FinList JP, with the features of monthly billing, can be used from now until .*10 days/,
  )
  await action(page).locator('button[type=submit]').click()
  await expect(outcome(page, /^Trial of FinList JP granted until \d+ \w+ 20\d\d/)).toBeVisible()
  await expect(part(page, 'Access')).toContainText(/FinList JP Monthly · trial/)
  await page.getByRole('button', { name: 'Grant a trial' }).click()
  await expect(action(page).getByRole('option', { name: 'FinList JP (trial already taken)' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Grant a trial' })).toBeFocused()

  await page.getByRole('button', { name: 'Give friend status' }).click()
  await expect(action(page)).toContainText('Story Reader immediately gets all the rights of every plan')
  await confirm(page, 'Guest of the house')
  await expect(outcome(page, 'Story Reader now has friend status.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove friend status' }).click()
  await confirm(page, 'The visit is over')
  await expect(outcome(page, 'Story Reader no longer has friend status.')).toBeVisible()
  await part(page, 'History').getByText('Staff', { exact: true }).first().click()
  await expect(history(page)).toHaveText([
    /Friend status removed.*The visit is over/,
    /Friend status given/,
    /Trial granted.*10 days/,
  ])

  await openCustomer(page, admin)
  await expect(page.getByText('You', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Give friend status' }).click()
  await confirm(page, 'For myself alone')
  await expect(action(page).getByRole('alert')).toHaveText(
    'You can’t do this for your own account. Please ask another administrator.',
  )
})

test('an admin can sign any other user out everywhere, after a confirmation that names the user; the sign-out is logged', async ({
  page,
  browser,
}) => {
  const person = await (await browser.newContext()).newPage()
  const email = await signIn(person, 'us-yearly', '/faq')
  // Leaves the app, because an open page would make requests too. The next requests must be the test's own.
  await person.goto('about:blank')
  const admin = await signIn(page, 'admin', '/education')
  await openCustomer(page, email)
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(action(page)).toContainText('Story Reader is signed out of every browser immediately')
  await noViolations(page)
  await confirm(page, 'Lost a telephone')
  await expect(outcome(page, 'Story Reader is signed out: 1 session ended.')).toBeVisible()
  await expect(history(page).filter({ hasText: 'Signed out everywhere' })).toContainText(/1 session.*Lost a telephone/)
  await person.goto('/dashboard')
  await expect(person.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await person.context().close()

  await openCustomer(page, admin)
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await confirm(page, 'For myself alone')
  await expect(action(page).getByRole('alert')).toContainText('You can’t do this for your own account.')
})

alone(
  'a refund goes partly to credit and partly to the card and ends access; the revenue reflects it',
  async ({ page }) => {
    await signInAs(page, 'admin')
    await openCustomer(page, 'hk-monthly@demo.example')
    const invoice = part(page, 'Invoices').getByRole('row').nth(1)
    await invoice.getByRole('button', { name: /^Refund / }).click()
    await expect(action(page)).toContainText('HK$2,000 of the HK$2,000 paid by card can be refunded.')
    await action(page).getByLabel('Amount in HK$').fill('500')
    await action(page).getByRole('group', { name: 'Refund to' }).getByText('Credit', { exact: true }).click()
    await expect(action(page)).toContainText(/HK\$500 of invoice \S+ is given as credit.*FinList HK stays as it is\./)
    await confirm(page, 'A week of holidays')
    await expect(
      outcome(page, /HK\$500 of invoice \S+ refunded as credit. HK\$1,500 of it can still be refunded/),
    ).toBeVisible()
    await expect(part(page, 'Credit')).toContainText('HK$500')
    await expect(invoice).toContainText('500 as credit')

    await invoice.getByRole('button', { name: /^Refund / }).click()
    await action(page).getByText('End immediately', { exact: true }).click()
    await expect(action(page)).toContainText('FinList HK ends immediately and is not renewed or charged again.')
    await action(page).getByRole('button', { name: 'Refund HK$1,500' }).scrollIntoViewIfNeeded()
    await confirm(page, 'Asked for by telephone')
    await expect(outcome(page, /HK\$1,500 of invoice \S+ refunded to the card/)).toBeVisible()
    await expect(part(page, 'Subscriptions').getByRole('row').nth(1)).toContainText('Ended')
    await expect(invoice.getByRole('button')).toHaveCount(0)

    await page.goto('/admin/revenue')
    const cells = (name: string) =>
      page.getByRole('table', { name }).locator('tbody').getByRole('row').first().locator('th, td').allInnerTexts()
    await expect(page.getByRole('table', { name: 'Month by month' })).toBeVisible()
    const [, active, , , normalised, collected, refunded, net] = await cells('Month by month')
    const number = (text = '') => Number(text.replaceAll(',', ''))
    expect([refunded, number(collected) - number(net)]).toEqual(['1,500', 1500])
    const parts = page
      .getByRole('table', { name: /^Breakdown of / })
      .locator('tbody')
      .getByRole('row')
    for (const by of ['Product', 'Period', 'Coupon']) {
      await page.getByRole('group', { name: 'By' }).getByText(by, { exact: true }).click()
      await expect(page.getByRole('columnheader', { name: by })).toBeVisible()
      const sums = [0, 0]
      for (const row of await parts.all()) {
        const texts = await row.locator('th, td').allInnerTexts()
        sums[0]! += number(texts[1])
        sums[1]! += number(texts[4])
      }
      expect([by, ...sums]).toEqual([by, number(active), number(normalised)])
    }
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^revenue 20\d\d-\d\d 20\d\d-\d\d\.csv$/)
    await page.getByText('What the figures mean').click()
    await expect(page.getByText('Collected less refunded and lost to disputes.')).toBeVisible()
  },
)

alone('a banner about an unpaid renewal is on every screen and links to its payment', async ({ page, browser }) => {
  await page.goto('/education')
  await pastRenewal(page)
  await signIn(page, 'expired-card', '/education')
  const calls = listen(page)
  const notice = page.getByRole('complementary', { name: 'Overdue payment' })
  await page.goto('/watchlist')
  await expect(notice).toContainText(
    /The payment for FinList HK did not go through\. You keep access until \d+ \w+ 20\d\d, \d\d:\d\d, Hong Kong time\./,
  )
  expect(calls.filter(({ call }) => call === 'GET /users/user/subscriptions')).toEqual([])
  await noViolations(page)
  await notice.getByRole('link', { name: 'Finish the payment' }).click()
  await expect(page).toHaveURL(/\/dashboard\?subscriptionId=sub_\w+$/)

  const desk = await (await browser.newContext()).newPage()
  await signIn(desk, 'staff', '/admin/customers?search=expired-card%40')
  const found = desk.getByRole('region', { name: 'Customers found' })
  await expect(found).toContainText('Past due')
  await found.getByRole('link').click()
  await expect(part(desk, 'Invoices').getByRole('row').nth(1)).toContainText(/Open.*HK\$2,000 due\..*Next attempt: /)
  await expect(history(desk).filter({ hasText: 'Not paid yet: HK$2,000' })).toHaveCount(1)
  await expect(history(desk).filter({ hasText: 'Payment failed' })).toHaveCount(1)
  await desk.context().close()
})
