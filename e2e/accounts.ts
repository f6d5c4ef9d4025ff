import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { signInToOwn } from './own-account.ts'
import { servers } from './servers.ts'

/**
 * Demo accounts that stories use directly, because a copy would lack their purchases or holdings, or because they may
 * not sign in.
 */
const onlyAsDemo = [
  'affiliate',
  'affiliate-empty',
  'blocked',
  'credit',
  'expired-card',
  'full-lists',
  'hk-downgrade',
  'hk-no-renew',
  'jp-trial',
]

/**
 * Signs in to this story's own copy of a demo account, or to the demo account itself if the story has its own server or
 * must use the account directly. Opens no page. Returns the e-mail address.
 */
export async function signInAs(page: Page, name: string): Promise<string> {
  if (!servers.own && !onlyAsDemo.includes(name)) return await signInToOwn(page.context(), name)
  await signInByApi(page.request, name)
  return `${name}@demo.example`
}

/** Signs in with `signInAs`, and opens `path`. */
export async function signIn(page: Page, name: string, path = '/'): Promise<string> {
  const email = await signInAs(page, name)
  await open(page, path)
  return email
}

/** Signs in to the demo account, which other stories use as well, and opens `path`. */
export async function signInToDemo(page: Page, name: string, path = '/') {
  await signInByApi(page.request, name)
  await open(page, path)
}

/** Signs in to a demo account by sending the provider's sign-in form; opens no page. */
export async function signInByApi(requests: APIRequestContext, name: string) {
  const { submit } = await atProvider(requests)
  await submit('one-click', { email: `${name}@demo.example` })
}

async function open(page: Page, path: string) {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** The time on the page's clock, in ms. A test may have moved the clock. */
export const timeOf = (page: Page) => page.evaluate(() => Date.now())

/** Moves the page's clock forward to `time`, however long the test has taken so far. */
export const moveTo = async (page: Page, time: number) => page.clock.fastForward(time - (await timeOf(page)))

/** The password of every account created by `newAccount`. */
export const password = 'correct horse battery staple'

/** Signs in to an account of `newAccount` by sending the provider's form, and opens `path`. */
export async function signInByPassword(page: Page, email: string, path = '/') {
  const { submit } = await atProvider(page.request)
  await submit('password', { email, password })
  await open(page, path)
}

/** Creates an account at the identity provider by sending its forms; returns the e-mail address. Opens no page. */
export async function newAccount(page: Page): Promise<string> {
  const email = `newcomer-${crypto.randomUUID()}@demo.example`
  const { submit } = await atProvider(page.request)
  await submit('create', { email })
  await submit('code', { purpose: 'create', code: await codeFor(page, email) })
  await submit('new-password', { purpose: 'create', 'new-password': password })
  return email
}

/** Sends requests to the identity provider with the page's cookies, without rendering the provider's pages. */
async function atProvider(requests: APIRequestContext) {
  const asked = await requests.get('/auth/login')
  const { origin, pathname } = new URL(asked.url())
  expect(pathname).toMatch(/^\/oidc\/interaction\//)
  return {
    submit: async (step: string, form: Record<string, string>) => {
      const answer = await requests.post(`${pathname}/${step}`, { form, headers: { origin } })
      expect(answer.status(), `${step}: ${await answer.text()}`).toBe(200)
    },
  }
}

/** Creates an account on the identity provider's pages, from sign-in to registration; returns the e-mail address. */
export async function join(page: Page, path = '/'): Promise<string> {
  const email = `newcomer-${crypto.randomUUID()}@demo.example`
  await page.goto(path)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send the code' }).click()
  await page.getByLabel('6-digit code').fill(await codeFor(page, email))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Create the account' }).click()
  await page.waitForURL('/complete-registration')
  return email
}

/** Changes a setting of the account, and waits until the server has saved the change. */
export async function saving(page: Page, change: () => Promise<unknown>) {
  const answer = page.waitForResponse(
    response => response.request().method() === 'POST' && new URL(response.url()).pathname === '/api/users/user',
  )
  await change()
  expect((await answer).ok()).toBe(true)
}

export async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
}

/** The code in the newest message to the address, read from the outbox. */
export async function codeFor(page: Page, address: string): Promise<string> {
  let code: string | undefined
  await expect(async () => {
    const outbox = await (await page.request.get('/outbox')).text()
    code = /\b\d{6}\b/.exec(outbox.split(address)[1]?.split('</pre>')[0] ?? '')?.[0]
    expect(code).toBeDefined()
  }).toPass()
  return code!
}

/** Waits until the page is about to paint its first frame, when its styles have been loaded. */
export const firstFrame = (page: Page) => page.evaluate(() => new Promise(resolve => requestAnimationFrame(resolve)))

/** The value that the browser has stored under a key. */
export const kept = (page: Page, key: string) =>
  page.evaluate(name => {
    const text = localStorage.getItem(name)
    try {
      return JSON.parse(text ?? 'null') as unknown
    } catch {
      return text
    }
  }, key)

/** Records the API requests sent from now on, in order, as `METHOD /path`. */
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

/** Doubles the text size, as users can in their browser. */
export const doubleText = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })

/** Reads the alert and dismisses it. */
export async function alert(page: Page): Promise<string> {
  const dialog = page.getByRole('alertdialog')
  const said = await dialog.getByRole('heading').innerText()
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(dialog).toBeHidden()
  return said
}
