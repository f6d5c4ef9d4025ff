import { expect, type Page } from '@playwright/test'

/** Signs a demo account in over the provider's page, at `path`. */
export async function signIn(page: Page, name: string, path = '/') {
  await page.goto(`/auth/login?returnTo=${encodeURIComponent(path)}`)
  await page.getByRole('button', { name: `${name}@demo.example` }).click()
  await page.waitForURL(url => !/^\/(oidc|auth)\//.test(url.pathname))
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Makes an account with the provider, from the sign-in page to the registration; answers its address. */
export async function join(page: Page, path = '/'): Promise<string> {
  const email = `newcomer-${crypto.randomUUID()}@demo.example`
  await page.goto(path)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send the code' }).click()
  await page.getByLabel('6-digit code').fill(await codeFor(page, email))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('New password').fill('correct horse battery staple')
  await page.getByRole('button', { name: 'Create the account' }).click()
  await page.waitForURL('/complete-registration')
  return email
}

export async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
}

/** The code in the newest message to the address, read in the outbox in a tab of its own. */
export async function codeFor(page: Page, address: string): Promise<string> {
  const outbox = await page.context().newPage()
  const body = outbox.getByText(address, { exact: false }).first().locator('xpath=following-sibling::pre[1]')
  await expect(async () => {
    await outbox.goto('/outbox')
    await expect(body).toHaveText(/\b\d{6}\b/, { timeout: 500 })
  }).toPass({ timeout: 10_000 })
  const text = await body.innerText()
  await outbox.close()
  return /\b\d{6}\b/.exec(text)![0]
}

/** What the browser keeps under a key. */
export const kept = (page: Page, key: string) =>
  page.evaluate(name => {
    const text = localStorage.getItem(name)
    try {
      return JSON.parse(text ?? 'null') as unknown
    } catch {
      return text
    }
  }, key)

/** API requests in the order they were sent, as `METHOD /path`. */
export function listen(page: Page) {
  const calls: { call: string; url: URL; headers: Record<string, string>; body: unknown }[] = []
  page.on('request', request => {
    const url = new URL(request.url())
    if (!url.pathname.startsWith('/api/')) return
    const call = `${request.method()} ${url.pathname.slice('/api'.length)}`
    calls.push({ call, url, headers: request.headers(), body: request.postDataJSON() })
  })
  return calls
}

/** Twice the size of text, as somebody sets it in their browser. */
export const doubleText = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })

/** Reads the alert and puts it away. */
export async function alert(page: Page): Promise<string> {
  const dialog = page.getByRole('alertdialog')
  const said = await dialog.getByRole('heading').innerText()
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(dialog).toBeHidden()
  return said
}
