import { expect, type Page, test } from '@playwright/test'
import { type TOTP, URI } from 'otpauth'
import { signOut } from '../accounts.ts'
import { newBuyer } from '../buyer.ts'

const password = 'correct horse battery staple'

/** Opens the page with the QR code from the sign-in settings and, like an authenticator app, reads its secret. */
async function openSetUp(page: Page): Promise<TOTP> {
  await page.getByRole('link', { name: 'Turn on two-step sign-in' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible()
  await page.getByLabel('Current password').fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  return URI.parse((await page.locator('a[href^="otpauth:"]').getAttribute('href'))!) as TOTP
}

/**
 * A code of the authenticator app. Only one code is accepted in each step of 30 seconds; `steps` selects the code of a
 * later step.
 */
const codeOf = (app: TOTP, steps = 0) => app.generate({ timestamp: Date.now() + steps * 30_000 })

async function firstStep(page: Page, email: string) {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Enter the code from your app' })).toBeVisible()
}

test('two-step sign-in can be turned on and is then required; a recovery code replaces a lost phone', async ({
  page,
}) => {
  const email = await newBuyer(page, '/oidc/account')
  const app = await openSetUp(page)
  await page.getByLabel('6-digit code').fill(app.generate({ timestamp: 0 }))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('alert')).toContainText('it doesn’t match the one your app shows now')
  await page.getByLabel('6-digit code').fill(codeOf(app))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible()
  const codes = await page.getByRole('main').getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save as a file' }).click()
  expect((await saving).suggestedFilename()).toBe('recovery-codes.txt')
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('On. Recovery codes left: 10')).toBeVisible()

  await page.goto('/dashboard')
  await signOut(page)
  await firstStep(page, email)
  await page.getByLabel('6-digit code').fill(codeOf(app, 1))
  await page.getByRole('button', { name: 'Continue' }).click()

  await signOut(page)
  await firstStep(page, email)
  await page.getByRole('link', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[3]!)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Account menu' }).waitFor()
  await page.goto('/oidc/account')
  await expect(page.getByText('On. Recovery codes left: 9')).toBeVisible()
})
