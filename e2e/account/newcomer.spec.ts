import { expect, test } from '@playwright/test'
import { codeFor, join, kept, listen, signIn, signInToDemo, signOut } from '../accounts.ts'
import { hold } from '../held.ts'

test('a new user creates an account, verifies the e-mail address and registers (GATE-02, REG-01, 02, 06, 16, 17, 18; CORE-25)', {
  tag: '@core',
}, async ({ page }) => {
  const calls = listen(page)
  const email = await join(page, '/watchlist')

  await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible()
  await expect(page).toHaveTitle(/My Account/)
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(email)
  await expect(page.getByText('Verified').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Chan Tai Man')
  await page.getByLabel('Phone').fill('+85291234567')
  await page.getByLabel('Search engine').check()
  await page.getByLabel('Other', { exact: true }).check()
  await page.getByLabel('Please tell us').fill('A poster')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/dashboard')
  await page.getByRole('tab', { name: 'Preferences' }).click()
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('+852 9123 4567')

  const sent = calls.find(({ call }) => call === 'POST /users/complete-registration')!
  expect(sent.body).toEqual({
    name: 'Chan Tai Man',
    phoneNumber: expect.stringMatching(/^\+852 ?9123 ?4567$/),
    referral: {
      ...Object.fromEntries(
        'facebook search googleAds memberReferral businessFocus presenter aiBook etNet youtube article email other'
          .split(' ')
          .map(key => [key, key === 'search' || key === 'other']),
      ),
      otherInput: 'A poster',
    },
  })
  await expect.poll(() => kept(page, 'completeRegistration')).toBe(true)
})

test('a user signs out, which first sets the cached flag to false, and signs in again with an e-mailed code (GATE-01, CORE-40)', async ({
  page,
}) => {
  await signInToDemo(page, 'us-yearly')
  await expect.poll(() => kept(page, 'completeRegistration')).toBe(true)
  await page.route('**/auth/logout', async route => {
    await expect.poll(() => kept(page, 'completeRegistration')).toBe(false)
    await route.continue()
  })
  await signOut(page)
  await page.getByLabel('E-mail address').fill('us-yearly@demo.example')
  await page.getByRole('button', { name: 'E-mail me a code' }).click()
  await page.getByLabel('6-digit code').fill(await codeFor(page, 'us-yearly@demo.example'))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: /FinList/ })).toBeVisible()
})

test.describe('the registration form', () => {
  test('reports each missing field and keeps what was typed (REG-01, 08, 11, 12, 13, 14)', {
    tag: '@core',
  }, async ({ page }) => {
    await signIn(page, 'unregistered')
    await expect(page).toHaveURL('/complete-registration')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Please choose at least one')).toBeVisible()
    await expect(page.getByText('Please enter your name')).toBeVisible()
    await expect(page.getByText('Please enter your phone number')).toBeVisible()
    await page.getByLabel('Phone').fill('+852 1')
    await page.getByLabel('Other', { exact: true }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Please input a valid phone number')).toBeVisible()
    await expect(page.getByText('Please tell us where')).toBeVisible()
    await expect(page).toHaveURL('/complete-registration')
  })

  test('formats the phone number while typing and keeps only valid characters (REG-07, 09, 10)', async ({ page }) => {
    await signIn(page, 'unregistered')
    const phone = page.getByLabel('Phone')
    await phone.pressSequentially('+85x291a23b4567')
    await expect(phone).toHaveValue('+852 9123 4567')
  })

  test('verifies the e-mail address with a code, and shows whether the code is pending, wrong or accepted (REG-02, 03, 04, 05)', async ({
    page,
  }) => {
    await signIn(page, 'unregistered')
    await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(/^unregistered-.+@story\.example$/)
    const other = `other-${crypto.randomUUID()}@demo.example`
    await page.getByRole('textbox', { name: 'E-mail' }).fill(other)
    await page.getByRole('button', { name: 'Send code' }).click()
    const code = await codeFor(page, other)
    const field = page.getByLabel('Six-digit code')
    await field.fill(code === '000000' ? '000001' : '000000')
    const letGo = await hold(page, '**/api/users/verify-email/confirm')
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByRole('button', { name: 'Verifying…' })).toBeDisabled()
    letGo()
    await expect(
      page.getByText('The code you entered is incorrect, please make sure you have the correct code.'),
    ).toBeVisible()
    await field.fill(code)
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByText('Verified').first()).toBeVisible()
  })

  test('shows the server’s first message after a failure and can be sent again (REG-20)', async ({ page }) => {
    await join(page)
    await page.route('**/api/users/complete-registration', route =>
      route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: '{"status":"Error","errors":[{"message":"The books are closed."}]}',
      }),
    )
    await page.getByRole('textbox', { name: 'Name' }).fill('Demo Free')
    await page.getByLabel('Phone').fill('+852 9123 4567')
    await page.getByLabel('Facebook').check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('The books are closed.')
    await page.getByRole('alertdialog').getByRole('button').first().click()
    await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled()
  })
})
