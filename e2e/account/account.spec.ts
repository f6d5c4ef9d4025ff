import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import {
  alert,
  codeFor,
  firstFrame,
  kept,
  listen,
  newAccount,
  saving,
  signIn,
  signInByPassword,
  signInToDemo,
} from '../accounts.ts'
import { newBuyer } from '../buyer.ts'
import { letThrough } from '../held.ts'
import { onOwnServer } from '../own-server.ts'
import { noViolations } from '../shell/accessibility.ts'

const open = async (page: Page, who: string, tab = '?tab=preferences') => {
  await signIn(page, who, `/dashboard${tab}`)
  await expect(page.getByRole('tabpanel')).toBeVisible()
}
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const saves = (calls: ReturnType<typeof listen>) =>
  calls.filter(({ call }) => call === 'POST /users/user').map(({ body }) => body)

/** Registers a new account that no other test uses, and opens its preferences. */
async function newcomer(page: Page) {
  const email = await newBuyer(page, '/dashboard?tab=preferences')
  await expect(field(page, 'Name')).toHaveValue('Chan Tai Man')
  return email
}

test('My Account’s four tabs open by click, by keyboard and by address (DASH-01, CORE-24)', async ({ page }) => {
  await open(page, 'hk-no-renew', '')
  await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible()
  const tabs = page.getByRole('tab')
  await expect(tabs).toHaveText(['Subscriptions', 'Receipts', 'Preferences', 'Activity'])
  await expect(tabs.nth(0)).toHaveAttribute('aria-selected', 'true')
  await tabs.nth(2).click()
  await expect(page).toHaveURL('/dashboard?tab=preferences')
  await expect(page.getByRole('heading', { name: 'Personal details' })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL('/dashboard?tab=receipts')
  await expect(tabs.nth(1)).toBeFocused()
  await page.keyboard.press('Home')
  // The address of the default tab has no query parameter.
  await expect(page).toHaveURL('/dashboard')
  await page.keyboard.press('End')
  await expect(page).toHaveURL('/dashboard?tab=activity')
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Activity' })).toHaveAttribute('aria-selected', 'true')
})

test('the name can be edited, saved with or without a change, and the edit can be cancelled (DASH-07, 10, 11, 12, 13, 19, 20, 23)', async ({
  page,
}) => {
  await newcomer(page)
  const calls = listen(page)
  for (const name of ['Name', 'E-mail', 'Phone']) await expect(field(page, name)).toBeDisabled()
  const name = field(page, 'Name')
  await press(page, 'Edit Name')
  await expect(name).toBeEnabled()
  await expect(name).toBeFocused()
  await name.fill('Somebody Else')
  // While there is unsaved input, every way to leave asks for confirmation.
  const leave = page.getByRole('alertdialog', { name: 'Leave this page?' })
  await page.getByRole('tab', { name: 'Receipts' }).click()
  await leave.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Education' }).click()
  await leave.getByRole('button', { name: 'Stay' }).click()
  await expect(name).toHaveValue('Somebody Else')
  await press(page, 'Cancel Name')
  await expect(name).toBeDisabled()
  await expect(name).toHaveValue('Chan Tai Man')

  await press(page, 'Edit Name')
  await press(page, 'Confirm Name')
  await expect(name).toBeDisabled()
  await press(page, 'Edit Name')
  await name.fill('  ')
  await press(page, 'Confirm Name')
  expect(await alert(page)).toBe('Please enter your name')
  expect(saves(calls)).toEqual([])

  await name.fill(' Chan Siu Ming ')
  await press(page, 'Confirm Name')
  await expect(page.getByRole('button', { name: 'Edit Name' })).toBeFocused()
  expect(saves(calls)).toEqual([{ nickname: 'Chan Siu Ming' }])
  await page.reload()
  await expect(name).toHaveValue('Chan Siu Ming')
  await expect(page.getByRole('banner').or(page.getByRole('main')).getByText('Chan Siu Ming')).toBeVisible()
})

test('a phone number is accepted with or without spaces, but only with a country code (DASH-15, 16, 17)', async ({
  page,
}) => {
  await newcomer(page)
  const calls = listen(page)
  const phone = field(page, 'Phone')
  await expect(phone).toHaveValue('+852 9123 4567')
  for (const wrong of ['123', '91234567', '+852 1']) {
    await press(page, 'Edit Phone')
    await phone.fill(wrong)
    await press(page, 'Confirm Phone')
    expect(await alert(page)).toBe('Please input a valid phone number')
    await press(page, 'Cancel Phone')
  }
  await press(page, 'Edit Phone')
  await phone.fill('+852 91234567')
  await press(page, 'Confirm Phone')
  await expect(phone).toBeDisabled()
  expect(saves(calls)).toEqual([])

  await press(page, 'Edit Phone')
  await phone.fill('+852 6123 45 67')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Edit Phone' })).toBeVisible()
  expect(saves(calls)).toEqual([{ user_metadata: { fin_phone_number: '+85261234567' } }])
  await page.reload()
  await expect(phone).toHaveValue('+852 6123 4567')
})

test('a new e-mail address replaces the old one only after it is verified by a code (DASH-14)', async ({ page }) => {
  const before = await newcomer(page)
  const calls = listen(page)
  const email = field(page, 'E-mail')
  await press(page, 'Edit E-mail')
  await press(page, 'Confirm E-mail')
  await expect(email).toBeDisabled()
  await press(page, 'Edit E-mail')
  await email.fill('nobody')
  await press(page, 'Confirm E-mail')
  expect(await alert(page)).toBe('Please input a valid e-mail address')
  await press(page, 'Cancel E-mail')
  await expect(email).toHaveValue(before)
  expect(calls.filter(({ call }) => /verify-email|users\/user$/.test(call) && call.startsWith('POST'))).toEqual([])

  const after = `moved-${crypto.randomUUID()}@demo.example`
  await press(page, 'Edit E-mail')
  await email.fill(after)
  await page.keyboard.press('Enter')
  const code = page.getByLabel('Six-digit code')
  await expect(code).toBeFocused()
  await noViolations(page)
  const right = await codeFor(page, after)
  await code.fill(right === '000000' ? '000001' : '000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/code you entered is incorrect/)).toBeVisible()
  expect(saves(calls)).toEqual([])
  await code.fill(right)
  await press(page, 'Verify')
  await expect(page.getByRole('button', { name: 'Edit E-mail' })).toBeVisible()
  expect(saves(calls)).toEqual([{ email: after }])
  await page.reload()
  await expect(email).toHaveValue(after)
})

test('when saving fails, the server’s first message is shown and the old value is restored (DASH-18)', async ({
  page,
}) => {
  await open(page, 'us-yearly')
  const name = field(page, 'Name')
  const before = await name.inputValue()
  await page.route('**/api/users/user', async route => {
    if (route.request().method() === 'GET') return route.continue()
    await route.fulfill({ status: 500, json: { status: 'Error', errors: [{ message: 'The books are closed.' }] } })
  })
  await press(page, 'Edit Name')
  await name.fill('Nobody')
  await press(page, 'Confirm Name')
  expect(await alert(page)).toBe('The books are closed.')
  await expect(name).toBeDisabled()
  await expect(name).toHaveValue(before)
})

test('a user who signed in long ago has to sign in again, and then returns to the same page (ruling 3)', async ({
  page,
}) => {
  await signInToDemo(page, 'us-yearly', '/dashboard?tab=preferences')
  await page.route('**/api/users/user', async route => {
    if (route.request().method() === 'GET') return route.continue()
    const errors = [{ message: 'Please sign in again.', code: 'fresh_sign_in' }]
    await route.fulfill({ status: 401, json: { status: 'Error', errors } })
  })
  await press(page, 'Edit Phone')
  await field(page, 'Phone').fill('+852 6123 4567')
  await press(page, 'Confirm Phone')
  const dialog = page.getByRole('alertdialog', { name: 'Confirm it is you' })
  await expect(dialog).toBeVisible()
  await noViolations(page)
  const leaving = page.waitForRequest('**/auth/login?*')
  await dialog.getByRole('button', { name: 'Sign in again' }).click()
  const asked = new URL((await leaving).url()).searchParams
  expect(asked.get('fresh')).toBe('yes')
  expect(asked.get('returnTo')).toBe('/dashboard?tab=preferences')
  await page.getByRole('button', { name: 'us-yearly@demo.example' }).click()
  await expect(page).toHaveURL('/dashboard?tab=preferences')
})

test('a user who signed in recently can export their data; any other user has to sign in again first', async ({
  page,
}) => {
  await signInToDemo(page, 'us-yearly', '/dashboard?tab=preferences')
  const errors = [{ message: 'Please sign in again.', code: 'fresh_sign_in' }]
  await page.route('**/api/users/user/export', route =>
    route.fulfill({ status: 401, json: { status: 'Error', errors } }),
  )
  const take = page.getByRole('button', { name: 'Download' })
  await take.click()
  const dialog = page.getByRole('alertdialog', { name: 'Confirm it is you' })
  await dialog.getByRole('button', { name: 'Sign in again' }).click()
  await page.getByRole('button', { name: 'us-yearly@demo.example' }).click()
  await expect(page).toHaveURL('/dashboard?tab=preferences')
  await letThrough(page, '**/api/users/user/export')
  const file = page.waitForEvent('download')
  await take.click()
  expect((await file).suggestedFilename()).toBe('finlist-my-data.json')
})

test('the chosen language and colour of rising prices apply immediately and persist (DASH-08, AMB-30)', async ({
  page,
}) => {
  await newcomer(page)
  const calls = listen(page)
  const up = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--up').trim())
  await expect(page.getByRole('radio', { name: 'Market convention' })).toBeChecked()
  const green = await up()
  await page.getByRole('main').getByText('Red up').click()
  await expect(page.locator('html')).toHaveAttribute('data-rising', 'red')
  const red = await up()
  expect(red).not.toBe(green)
  await saving(page, () => page.getByRole('main').getByText('繁體中文').click())
  await expect(page.getByRole('heading', { name: '我的帳戶' })).toBeVisible()
  await expect.poll(() => saves(calls)).toEqual([{ risingPrices: 'red' }, { language: 'zh' }])
  await page.reload({ waitUntil: 'commit' })
  await firstFrame(page)
  expect(await up()).toBe(red)
  await expect(page.getByRole('heading', { name: '我的帳戶' })).toBeVisible()
  await expect.poll(() => kept(page, 'risingPrices')).toBe('red')
})

test('the two notification switches save each change, and switch back if the server refuses the change (DASH-09, 21, 22, 24)', async ({
  page,
}) => {
  await newcomer(page)
  const [marketing, product] = [
    page.getByRole('switch', { name: 'Marketing e-mails' }),
    page.getByRole('switch', { name: 'Product updates' }),
  ]
  const was = [await marketing.isChecked(), await product.isChecked()]
  const toggled = page.waitForResponse('**/api/users/user/marketing/toggle')
  await page.getByText('Marketing e-mails').click()
  await toggled
  const alsoToggled = page.waitForResponse('**/api/users/user/notification/toggle')
  await product.focus()
  await page.keyboard.press('Space')
  await alsoToggled
  await page.reload()
  await expect(marketing).toBeChecked({ checked: !was[0] })
  await expect(product).toBeChecked({ checked: !was[1] })

  await page.route('**/marketing/toggle', route =>
    route.fulfill({ status: 500, json: { status: 'Error', errors: [{ message: 'Not now.' }] } }),
  )
  await page.getByText('Marketing e-mails').click()
  expect(await alert(page)).toBe('Not now.')
  await expect(marketing).toBeChecked({ checked: !was[0] })
})

test.describe('a user far from Hong Kong', () => {
  test.use({ timezoneId: 'Pacific/Honolulu' })

  test('exports their data to a file, then schedules and cancels the deletion of their account', async ({ page }) => {
    const email = await newcomer(page)
    const saving = page.waitForEvent('download')
    await press(page, 'Download my data')
    const file = await saving
    expect(file.suggestedFilename()).toBe('finlist-my-data.json')
    expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toMatchObject({ users: [{ email }] })

    await press(page, 'Delete my account')
    const dialog = page.getByRole('alertdialog', { name: `Delete the account ${email}?` })
    await expect(dialog).toBeVisible()
    await noViolations(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await press(page, 'Delete my account')
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    // The date in the e-mail is in Hong Kong time, wherever the browser is.
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Asia/Hong_Kong' })
    const date = day.format(Date.now() + 7 * 86_400_000)
    await expect(page.getByText(`This account will be deleted on ${date}.`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Keep my account' })).toBeFocused()
    await page.reload()
    await press(page, 'Keep my account')
    await expect(page.getByText(/will be deleted on/)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Delete my account' })).toBeVisible()
  })
})

test('after confirmation one or all other browsers are signed out, and their next request is refused', async ({
  page,
  browser,
}) => {
  const email = await newcomer(page)
  const elsewhere = async () => {
    const other = await (await browser.newContext()).newPage()
    await signInByPassword(other, email, '/faq')
    // Leaves the app, because an open page would make requests too. The next request must be the test's own.
    await other.goto('about:blank')
    return other
  }
  const list = page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem')
  await expect(list).toHaveText([/^Chrome on Linux This browser\s*Signed in \d+ \w+ 20\d\d, \d\d:\d\d/])
  await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0)

  const first = await elsewhere()
  await page.reload()
  await expect(list).toHaveCount(2)
  await expect(list.first()).toContainText('This browser')
  await expect(list.first().getByRole('button')).toHaveCount(0)
  const signsOut = list.nth(1).getByRole('button', { name: /^Sign out Chrome on Linux, signed in / })
  await signsOut.click()
  const question = page.getByRole('alertdialog', { name: 'Sign out Chrome on Linux?' })
  await expect(question).toBeVisible()
  await noViolations(page)
  await page.keyboard.press('Escape')
  await expect(signsOut).toBeFocused()
  await signsOut.click()
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Chrome on Linux is signed out.' })).toBeVisible()
  await expect(list).toHaveCount(1)
  await expect(page.getByRole('list', { name: 'Where you are signed in' })).toBeFocused()
  await first.goto('/dashboard')
  await expect(first.getByRole('heading', { name: 'Sign in' })).toBeVisible()

  const others = [await elsewhere(), await elsewhere()]
  await page.reload()
  await expect(list).toHaveCount(3)
  await press(page, 'Sign out everywhere else')
  const all = page.getByRole('alertdialog', { name: 'Sign out of all other devices?' })
  await expect(all).toContainText('2 other devices')
  await all.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('All other devices are signed out.')).toBeVisible()
  await expect(list).toHaveCount(1)
  for (const other of others) {
    await other.goto('/dashboard')
    await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  }
  await page.reload()
  await expect(list).toHaveCount(1)
  for (const other of [first, ...others]) await other.context().close()
})

test('registration records sign_up and CompleteRegistration once, without personal data (REG-19, I18N-09, CORE-25)', async ({
  page,
}) => {
  await page.addInitScript(() => {
    addEventListener('finlist:analytics', event => {
      const seen = JSON.parse(sessionStorage.getItem('seen') ?? '[]') as unknown[]
      sessionStorage.setItem('seen', JSON.stringify([...seen, (event as CustomEvent).detail]))
    })
  })
  await newAccount(page)
  await page.goto('/complete-registration')
  await field(page, 'Name').fill('Chan Tai Man')
  await page.getByLabel('Phone').fill('+85291234567')
  await page.getByLabel('Facebook').check()
  await press(page, 'Continue')
  await page.waitForURL('/dashboard')
  const seen = () => page.evaluate(() => JSON.parse(sessionStorage.getItem('seen') ?? '[]') as { name: string }[])
  await expect
    .poll(seen)
    .toEqual([
      { name: 'page_view', path: '/complete-registration' },
      { name: 'sign_up' },
      { name: 'CompleteRegistration' },
      { name: 'page_view', path: '/dashboard' },
    ])
})

const onMeasuredServer = onOwnServer({ ANALYTICS_ID: 'G-TEST', PIXEL_ID: '42' })
onMeasuredServer(
  'loads and sends nothing before the user consents, nor after they withdraw consent (I18N-09, AMB-204)',
  async ({ page }) => {
    const foreign: string[] = []
    await page.route(/googletagmanager|facebook/, async route => {
      foreign.push(route.request().url())
      await route.fulfill({ contentType: 'text/javascript', body: '' })
    })
    await open(page, 'free')
    const question = page.getByRole('region', { name: 'Statistics' }).filter({ has: page.getByRole('button') })
    await expect(question).toBeVisible()
    await noViolations(page)
    expect(foreign).toEqual([])
    await question.getByRole('button', { name: 'No, thanks' }).click()
    await expect(question).toBeHidden()
    await page.reload()
    const agrees = page.getByRole('switch', { name: /count the pages/ })
    await expect(agrees).not.toBeChecked()
    await expect(question).toBeHidden()
    expect(foreign).toEqual([])

    await agrees.focus()
    await page.keyboard.press('Space')
    await expect.poll(() => foreign.length).toBe(2)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Education' }).click()
    const sent = () =>
      page.evaluate(() => {
        const { dataLayer = [], fbq } = window as unknown as {
          dataLayer?: ArrayLike<unknown>[]
          fbq?: { queue: unknown }
        }
        return JSON.stringify([dataLayer.map(command => Array.from(command)), fbq?.queue])
      })
    await expect.poll(sent).toContain('"path":"/education"')
    expect(await sent()).toMatch(/"PageView"/)
    expect(await sent()).not.toContain('demo.example')

    await page.goBack()
    await agrees.focus()
    await page.keyboard.press('Space')
    await expect(agrees).not.toBeChecked()
    const before = (await sent()).match(/page_view/g)?.length
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Watchlists' }).click()
    await page.getByRole('heading', { name: 'Watchlists' }).waitFor()
    expect((await sent()).match(/page_view/g)?.length).toBe(before)
  },
)

test('a user changes their name by keyboard alone', async ({ page }) => {
  await newcomer(page)
  await page.getByRole('tab', { name: 'Preferences' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Edit Name' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Wong')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Edit Name' })).toBeFocused()
  await expect(field(page, 'Name')).toHaveValue('Chan Tai Man')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Wong Ka Yan')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Edit Name' })).toBeFocused()
  await expect(page.getByRole('main').getByText('Wong Ka Yan')).toBeVisible()
})
