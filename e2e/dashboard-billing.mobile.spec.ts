import { expect, type Page, test } from '@playwright/test'
import { noViolations } from './accessibility.ts'
import { doubleText, signIn } from './accounts.ts'
import { bank, cards, dialog, typeCard } from './buyer.ts'
import { sticksOut } from './sticks-out.ts'
import { done, newSubscriber, openPlan, pick, plans } from './subscriber.ts'
import { themes } from './themes.ts'

const confirm = (page: Page) => dialog(page).locator('button[type=submit]')

test('plan, card and credit one beneath the other; the plan fills the screen and the back button closes it (DASH-02, 04)', async ({
  page,
}) => {
  await signIn(page, 'hk-downgrade', '/dashboard')
  await expect(plans(page).getByText(/^Monthly from/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Payment card' })).toContainText('Visa ending 4242')
  expect(await sticksOut(page)).toEqual([])
  await plans(page).tap()
  expect(await dialog(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
  for (const pressed of await dialog(page).getByRole('button').all())
    expect((await pressed.boundingBox())!.height).toBeGreaterThanOrEqual(43.9)
  await page.goBack()
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL('/dashboard')
})

test('an upgrade with 3-D Secure, then renewal off, by finger (SUB-04, 08, 16, 17, 20)', async ({ page }) => {
  await newSubscriber(page, 'monthly')
  await openPlan(page)
  await pick(page, 'yearly')
  await dialog(page).getByText('A new card', { exact: true }).tap()
  await typeCard(page, cards.bank)
  await confirm(page).tap()
  const complete = bank(page).getByRole('button', { name: 'Complete' })
  await expect(complete).toBeInViewport()
  await complete.tap()
  await expect(done(page, 'FinList HK is now billed yearly.')).toBeVisible()
  await expect(plans(page)).toContainText('Yearly, HK$16,800')

  await openPlan(page)
  await dialog(page).getByRole('button', { name: 'Cancel auto-renewal' }).tap()
  const [keep, off] = ['Keep it', 'Turn renewal off'].map(name => dialog(page).getByRole('button', { name }))
  await off!.scrollIntoViewIfNeeded()
  const [one, other] = [(await keep!.boundingBox())!, (await off!.boundingBox())!]
  expect([one.width, one.height]).toEqual([other.width, other.height])
  await off!.tap()
  await expect(dialog(page).getByRole('button', { name: 'Reactivate auto-renewal' })).toBeVisible()
})

test('receipts as a list, each with its PDF (DASH-06, 27)', async ({ page }) => {
  await signIn(page, 'us-yearly', '/dashboard?tab=receipts')
  const rows = page.getByRole('list', { name: 'Your receipts' }).getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await expect(page.getByRole('table')).toHaveCount(0)
  await expect(rows).toContainText('FinList US Yearly')
  await expect(rows).toContainText('HK$12,600')
  await expect(rows).toContainText(/Date paid \d+ \w+ 20\d\d/)
  await expect(rows).toContainText(/\d+ \w+ 20\d\d to \d+ \w+ 20\d\d/)
  const pdf = rows.getByRole('button')
  expect((await pdf.boundingBox())!.height).toBeGreaterThanOrEqual(43.9)
  const arrival = page
    .context()
    .waitForEvent('response', answer => answer.headers()['content-type'] === 'application/pdf')
  await pdf.tap()
  expect((await arrival).status()).toBe(200)
})

test('no accessibility violations in either language and theme, and nothing is cut off at twice the size of text', async ({
  page,
}) => {
  await signIn(page, 'hk-yearly', '/dashboard')
  for (const { language, theme } of themes) {
    await page.evaluate(kept => Object.assign(localStorage, kept), { language, theme })
    await page.goto('/dashboard')
    await page.getByRole('tabpanel').getByRole('heading', { level: 3 }).getByRole('button').tap()
    await expect(dialog(page)).toBeVisible()
    await noViolations(page)
    await dialog(page).getByRole('listitem').getByRole('button').first().tap()
    await expect(confirm(page)).toBeVisible()
    await noViolations(page)
    await page.goto('/dashboard#card')
    await expect(dialog(page).locator('iframe')).toHaveCount(3)
    await noViolations(page)
    await page.goto('/dashboard?tab=receipts')
    await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible()
    await noViolations(page)
  }
  await doubleText(page)
  expect(await sticksOut(page)).toEqual([])
  await page.getByRole('tab').first().tap()
  await expect(page.getByRole('tabpanel').getByRole('heading', { level: 3 })).toBeVisible()
  expect(await sticksOut(page)).toEqual([])
})
