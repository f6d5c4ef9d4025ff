import { languages } from '@finlist/i18n/languages'
import { expect, type Page } from '@playwright/test'
import { type TOTP, URI } from 'otpauth'
import { codeFor } from '../accounts.ts'
import { newBuyer } from '../buyer.ts'
import type { Eye } from './accessibility.ts'

const password = 'correct horse battery staple'
const next = (page: Page) => page.getByRole('main').locator('button[type=submit]').first().click()

/** Checks one of the identity provider's pages. `?lang=` selects the language of the walk. */
async function provided({ page, look, seen }: Eye) {
  await page.goto(`${page.url().split('?')[0]}?lang=${look.language}`)
  await expect(page.locator('html')).toHaveAttribute('lang', languages[look.language].tag)
  await seen()
}

/**
 * Walks through the front page, the identity provider's pages from sign-in to a new account, and the registration form.
 */
export async function signInWalk(eye: Eye) {
  const { page, at, seen } = eye
  await at('/welcome', 'main')
  await page.goto('/auth/login')
  await provided(eye)
  await page.locator('a[href$="/reset"]').click()
  await provided(eye)
  await page.goto('/auth/login')
  await page.locator('a[href$="/create"]').click()
  await provided(eye)
  const email = `newcomer-${crypto.randomUUID()}@demo.example`
  await page.locator('#email').fill(email)
  await next(page)
  await page.locator('#code').waitFor()
  await seen()
  await page.locator('#code').fill(await codeFor(page, email))
  await next(page)
  await page.locator('#new-password').waitFor()
  await seen()
  await page.locator('#new-password').fill(password)
  await next(page)
  await page.waitForURL('/complete-registration')
  await page.getByRole('textbox').first().waitFor()
  await seen()
  await page.goto('/oidc/account')
  await provided(eye)
  await page.locator('a[href$="/account/password"]').click()
  await provided(eye)
}

/** Walks through the checkout with the payment provider's fields, and the bank's page. */
export async function paymentWalk({ page, seen }: Eye) {
  await page.context().clearCookies()
  await newBuyer(page, '/subscribe?productId=1&billingPeriodId=3')
  const dialog = page.getByRole('dialog')
  const fields = dialog.locator('iframe')
  await expect(fields).toHaveCount(3)
  await dialog.getByRole('checkbox').check()
  for (const [at, text] of ['4000 0027 6000 3184', '12 / 34', '123'].entries())
    await fields.nth(at).contentFrame().locator('input').first().fill(text)
  await seen()
  await dialog.locator('button[type=submit]').click()
  const bank = dialog.locator('iframe[title="Your bank\'s page"], iframe[title="銀行確認頁面"]').contentFrame()
  await expect(bank.getByRole('button').first()).toBeVisible()
  await seen()
}

/** Walks through two-step sign-in, from its set-up to its recovery codes. */
export async function twoStepWalk(eye: Eye) {
  const { page, seen } = eye
  const email = await newBuyer(page, '/oidc/account')
  const confirmPassword = async () => {
    await page.locator('#current-password').fill(password)
    await next(page)
  }
  await page.locator('a[href$="/second-factor"]').click()
  await provided(eye)
  await confirmPassword()
  const link = page.locator('a[href^="otpauth:"]')
  const app = URI.parse((await link.getAttribute('href'))!) as TOTP
  await provided(eye)
  await page.locator('#code').fill(app.generate())
  await next(page)
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(10)
  await seen()
  await next(page)
  await provided(eye)
  await page.locator('a[href$="/second-factor"]').click()
  await confirmPassword()
  await page.locator('button[formaction$="/anew"]').waitFor()
  await provided(eye)

  await page.context().clearCookies()
  await page.goto('/auth/login')
  await page.locator('#email').fill(email)
  await page.locator('#password').fill(password)
  await next(page)
  await page.locator('#code').waitFor()
  await provided(eye)
  await page.locator('a[href*="recovery"]').click()
  await provided(eye)
}
