import { expect, test } from '@playwright/test'
import { kept, listen, signIn } from '../accounts.ts'
import { hold, letThrough } from '../held.ts'

const forbidden = 'Whoops! Seems like you need to subscribe to see this content.'
const unknown =
  'We cannot provide this information at the moment. Please try again later. If that does not work, please contact customer support.'
const path = ({ call }: { call: string }) => call

test('without the cached registration flag the app shows a loader, fetches the user and sets the flag (GATE-03, 05, 06, 08)', async ({
  page,
}) => {
  await signIn(page, 'free', '/education')
  await expect.poll(() => kept(page, 'completeRegistration')).toBe(true)
  const calls = listen(page)
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(calls.map(path).filter(call => call === 'GET /users/user')).toEqual([])

  await page.evaluate(() => localStorage.removeItem('completeRegistration'))
  const letGo = await hold(page, '**/api/users/user')
  await page.reload()
  await expect(page.getByRole('status')).toBeVisible()
  letGo()
  await expect(page.getByRole('heading', { name: 'Education' })).toBeVisible()
  expect(calls.map(path).filter(call => call === 'GET /users/user')).toHaveLength(1)
  await expect.poll(() => kept(page, 'completeRegistration')).toBe(true)
})

test('a signed-out visitor loads no part of the app, signs in, and arrives at the requested page', {
  tag: '@core',
}, async ({ page }) => {
  const loaded: string[] = []
  page.on('request', request => loaded.push(new URL(request.url()).pathname))
  await page.goto('/markettrend-us?from=afar')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(loaded.filter(asked => asked.startsWith('/assets/') || asked === '/auth/token')).toEqual([])
  await page.getByRole('button', { name: /us-yearly/ }).click()
  await expect(page).toHaveURL('/markettrend-us?from=afar')
})

test('the page shows its frame before the app has loaded, and its Content-Security-Policy blocks injected scripts', async ({
  page,
}) => {
  const refused: string[] = []
  page.on('console', message => message.text().includes('Content Security Policy') && refused.push(message.text()))
  await signIn(page, 'free', '/education')
  const letGo = await hold(page, '**/assets/libraries-*.js')
  await page.goto('/finlist-jp', { waitUntil: 'commit' })
  await expect(page.locator('.frame svg')).toBeVisible()
  letGo()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect(page.locator('.frame')).toHaveCount(0)
  expect(refused).toEqual([])
  await page.evaluate(() =>
    document.head.append(Object.assign(document.createElement('script'), { text: 'stolen = 1' })),
  )
  await expect.poll(() => refused.length).toBe(1)
})

test('a user with an incomplete profile is redirected to registration; a user with a complete profile is redirected from registration to the dashboard (GATE-05, 07, 09)', {
  tag: '@core',
}, async ({ page, browser }) => {
  await signIn(page, 'unregistered', '/watchlist')
  await expect(page).toHaveURL('/complete-registration')
  const other = await (await browser.newContext()).newPage()
  await signIn(other, 'hk-monthly', '/complete-registration')
  await expect(other).toHaveURL('/dashboard')
  await other.context().close()
})

test('if the server refuses the call for the user’s data, the no-access screen is shown; if the call fails, the error is only logged (GATE-04, 10, CORE-55)', async ({
  page,
}) => {
  await signIn(page, 'blocked')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Subscribe now' })).toBeHidden()

  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  const logged: string[] = []
  page.on('console', message => logged.push(message.text()))
  await page.route('**/api/users/user', route => route.fulfill({ status: 500, body: '{}' }))
  await signIn(page, 'affiliate-empty', '/education')
  await expect(page.getByRole('heading', { name: 'Education' })).toBeVisible()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  expect(logged.length).toBeGreaterThan(0)
  await expect.poll(() => kept(page, 'completeRegistration')).not.toBe(true)
})

test('each call is preceded by a permission check with the same path, page and ten headers (GATE-11, 12, 13, 14, 15, 16, 18, 19, 20)', {
  tag: '@core',
}, async ({ page }) => {
  const calls = listen(page)
  await signIn(page, 'hk-quarterly', '/dashboard')
  await page.waitForLoadState('networkidle')
  let private_: typeof calls = []
  const isCheck = ({ call }: (typeof calls)[number]) => call === 'GET /device/check'
  // The last call may still be pending after its check.
  await expect
    .poll(() => {
      private_ = calls.filter(({ call }) => call !== 'GET /operator')
      return private_.filter(isCheck).length - private_.filter(it => !isCheck(it)).length
    })
    .toBe(0)
  expect(private_.length).toBeGreaterThan(1)
  private_.forEach(({ call, headers }, n) => {
    if (call === 'GET /device/check') return
    const check = private_
      .slice(0, n)
      .find(
        before => before.call === 'GET /device/check' && before.url.searchParams.get('path') === call.split(' ')[1],
      )!
    expect(check, call).toBeTruthy()
    expect(check.url.searchParams.get('page')).toMatch(/^\//)
    expect(headers['authorization']).toMatch(/^Bearer /)
    for (const name of 'id key'.split(' ').map(part => `x-device-${part}`)) expect(headers[name]).toBeTruthy()
    const ten = [
      'x-device-id',
      'x-device-key',
      'x-device',
      'x-browser-name',
      'x-browser-version',
      'x-incognito',
      'x-location',
      'x-latitude',
      'x-longitude',
      'x-timezone',
    ]
    for (const name of ten) expect([name, name in headers]).toEqual([name, true])
    for (const name of ten.slice(2, 6)) expect(headers[name]).toBe(check.headers[name])
  })
  await expect.poll(() => kept(page, 'deviceId')).toMatch(/^[0-9a-f-]{36}$/)
  await expect.poll(() => kept(page, 'deviceKey')).toMatch(/^[\w-]{43}$/)
  await expect.poll(() => kept(page, 'incognito')).toEqual(expect.any(Boolean))
  await expect
    .poll(() => kept(page, 'deviceInfo'))
    .toMatchObject({
      device: expect.any(String),
      browserName: expect.any(String),
      browserVersion: expect.any(String),
      location: { city: '', country: '', latitude: '', longitude: '', timezone: expect.any(String) },
    })
})

test('a call whose permission check is refused is not sent (GATE-17)', { tag: '@core' }, async ({ page }) => {
  const calls = listen(page)
  await signIn(page, 'blocked', '/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(calls.map(path)).toContain('GET /device/check')
  expect(calls.map(path).filter(call => !/device\/check|operator/.test(call))).toEqual([])
})

test('a call is still sent when its permission check fails for a reason other than a refusal', async ({ page }) => {
  await signIn(page, 'hk-no-renew', '/education')
  await page.evaluate(() => localStorage.removeItem('completeRegistration'))
  await page.route('**/api/device/check?*', route => route.fulfill({ status: 500, body: '{}' }))
  const calls = listen(page)
  await page.goto('/dashboard')
  await expect.poll(() => calls.map(path)).toContain('GET /users/user')
})

test('the Forbidden screen shows its image, the exact text and a link to subscribe (GATE-22, 31, CORE-54)', async ({
  page,
}) => {
  await signIn(page, 'free', '/education')
  await page.evaluate(() => localStorage.removeItem('completeRegistration'))
  await page.route('**/api/users/user', route =>
    route.fulfill({
      status: 403,
      contentType: 'application/json',
      body: JSON.stringify({ status: 'Forbidden', errors: [{ message: forbidden }] }),
    }),
  )
  await page.reload()
  await expect(page.getByText(forbidden)).toBeVisible()
  await expect(page.locator('main svg, svg[role=img]').first()).toBeVisible()
  await letThrough(page, '**/api/users/user')
  await page.getByRole('link', { name: 'Subscribe now' }).click()
  await expect(page).toHaveURL('/subscribe')
})

test('the unknown-error screen shows its exact text and a way back (GATE-23, 32, 33, CORE-56, I18N-06)', async ({
  page,
}) => {
  await signIn(page, 'free', '/dashboard')
  await page
    .getByRole('main')
    .getByText(/free-\S+@story\.example/)
    .waitFor()
  await page.route('**/api/users/user', route => route.fulfill({ status: 500, body: 'no' }))
  await page.reload()
  await expect(page.getByText(unknown)).toBeVisible()
  await letThrough(page, '**/api/users/user')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('main').getByText(/free-\S+@story\.example/)).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Education' }).click()
  await expect(page.getByRole('main')).toBeVisible()
})

test('an expired token is renewed once without the user noticing (GATE-13)', async ({ page }) => {
  await signIn(page, 'hk-yearly', '/education')
  await page.waitForLoadState('networkidle')
  let refusals = 0
  await page.route('**/api/users/user', async route => {
    if (refusals++ === 0)
      await route.fulfill({
        status: 401,
        contentType: 'application/json',
        body: '{"status":"Error","errors":[{"message":"Please sign in again."}]}',
      })
    else await route.continue()
  })
  // The page needs one token when it loads, and another for the refused call.
  const renewals: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/auth/token')) renewals.push(request.url())
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('main').getByText(/hk-yearly-\S+@story\.example/)).toBeVisible()
  expect(renewals).toHaveLength(2)
})

test('two accounts in the same browser have different device ids, which they keep', async ({ page }) => {
  await signIn(page, 'hk-downgrade', '/dashboard')
  await page.getByRole('main').getByText('hk-downgrade@demo.example').waitFor()
  const first = await kept(page, 'deviceId')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'credit@demo.example' }).click()
  await page.getByRole('button', { name: 'Account menu' }).waitFor()
  await page.goto('/dashboard')
  await page.getByRole('main').getByText('credit@demo.example').waitFor()
  await expect.poll(() => kept(page, 'deviceId')).not.toBe(first)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'hk-downgrade@demo.example' }).click()
  await page.getByRole('button', { name: 'Account menu' }).waitFor()
  await page.goto('/dashboard')
  await page.getByRole('main').getByText('hk-downgrade@demo.example').waitFor()
  await expect.poll(() => kept(page, 'deviceId')).toBe(first)
})

test('an admin page opens for any user, because only the server checks permissions (GATE-29)', async ({ page }) => {
  await signIn(page, 'free', '/admin/upload')
  await expect(page).toHaveURL('/admin/upload')
  await expect(page.getByRole('heading', { name: 'Admin Data Upload' })).toBeVisible()
})

test('every checked navigation records one page view, and nothing is sent if no analytics are configured (CORE-34)', async ({
  page,
}) => {
  await page.addInitScript(() => {
    addEventListener('finlist:analytics', event => {
      const seen = JSON.parse(sessionStorage.getItem('seen') ?? '[]') as unknown[]
      sessionStorage.setItem('seen', JSON.stringify([...seen, (event as CustomEvent).detail]))
    })
  })
  const foreign: string[] = []
  page.on('request', request => {
    if (new URL(request.url()).host !== new URL(page.url() === 'about:blank' ? request.url() : page.url()).host)
      foreign.push(request.url())
  })
  await signIn(page, 'free', '/education')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Watchlists' }).click()
  await page.getByRole('heading', { name: 'Watchlists' }).waitFor()
  const seen = () => page.evaluate(() => JSON.parse(sessionStorage.getItem('seen') ?? '[]') as unknown[])
  await expect.poll(seen).toEqual([
    { name: 'page_view', path: '/education' },
    { name: 'page_view', path: '/watchlist' },
  ])
  expect(foreign).toEqual([])
})
