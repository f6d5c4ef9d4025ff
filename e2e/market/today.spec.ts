import { expect, type Page, test } from '@playwright/test'
import { kept, password, saving, signIn } from '../accounts.ts'
import { asPerson } from '../api.ts'
import { register } from '../buyer.ts'
import { fill, newList } from '../lists.ts'
import { noViolations } from '../shell/accessibility.ts'
import { becomeSubscriber } from '../subscriber.ts'

/** Signs out, and signs in again on the identity provider's pages, starting from `path`. */
async function signInAgain(page: Page, email: string, path: string) {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
  await signInAt(page, email, path)
}

async function signInAt(page: Page, email: string, path: string) {
  await page.goto(path)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('banner').getByRole('link', { name: 'FinList' }).waitFor()
}

const choose = async (page: Page, start: string) => {
  await page.goto('/dashboard?tab=preferences')
  await saving(page, () => page.getByRole('combobox', { name: 'Start page' }).selectOption({ label: start }))
}

test('the chosen start page opens after a sign-in and in the installed app; neither `/` nor another address is redirected', {
  tag: '@core',
}, async ({ page }) => {
  const email = await register(page)
  await page.goto('/start')
  await expect(page).toHaveURL(/\/\/[^/]+\/$/)
  await choose(page, 'Today')
  await page.goto('/start')
  await expect(page).toHaveURL(/\/today$/)
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  await signInAgain(page, email, '/')
  await expect(page).toHaveURL(/\/today$/)
  await page.goto('/')
  await expect(page).toHaveURL(/\/\/[^/]+\/$/)
  await signInAgain(page, email, '/markettrend-hk?tab=data')
  await expect(page).toHaveURL(/\/markettrend-hk\?tab=data$/)
  const manifest = (await (await page.request.get('/manifest.webmanifest')).json()) as { id: string; start_url: string }
  expect([manifest.id, manifest.start_url]).toEqual(['/', '/start'])
})

test('a watchlist can be the start page, in every browser of the user', async ({ page, browser }) => {
  const email = await becomeSubscriber(page, 'monthly')
  const list = await newList(page, 'Mine')
  await choose(page, 'Watchlist: Mine')
  await page.goto('/start')
  await expect(page).toHaveURL(new RegExp(`/watchlist\\?list=${list}$`))

  await test.step('another browser uses the start page from its sign-in on, and this one adopts what is chosen there', async () => {
    const other = await (await browser.newContext()).newPage()
    await signInAt(other, email, '/start')
    await expect(other).toHaveURL(new RegExp(`/watchlist\\?list=${list}$`))
    await choose(other, 'Today')
    await expect.poll(async () => (await asPerson<{ startPage: string }>(page, '/users/user')).startPage).toBe('/today')
    await other.context().close()
    await page.reload()
    await expect.poll(() => kept(page, 'startPage')).toBe('/today')
    await page.goto('/start')
    await expect(page).toHaveURL(/\/today$/)
  })

  await page.evaluate(() => localStorage.setItem('startPage', '//evil.example/'))
  await page.goto('/start')
  await expect(page).toHaveURL(/\/\/[^/]+\/$/)
})

test('Today shows what is new in markets, lists and positions, with links to their pages', async ({ page }) => {
  await signIn(page, 'hk-quarterly', '/tools')
  await fill(page, await newList(page, 'Mine'), 10)
  await page.getByRole('main').getByRole('link', { name: 'Today' }).click()
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: /^Short term/ })).toHaveAttribute('href', '/markettrend-hk')
  await expect(main.getByRole('link', { name: /new · \d+ stayed · \d+ left/ })).toHaveAttribute(
    'href',
    '/finlist-hk#changes',
  )
  await expect(main.locator('a[href^="/watchlist?list="]').first()).toBeVisible()
  await noViolations(page)
})

test('a new user finds Today by search, and Today links to the pages that they may open', async ({ page }) => {
  await signIn(page, 'free', '/faq')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('combobox').fill('Today')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/today$/)
  await expect(page.getByRole('heading', { name: 'Where to begin' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'One pick from this week’s Hong Kong list' }).click()
  await expect(page).toHaveURL(/\/finlist-hk$/)
})
