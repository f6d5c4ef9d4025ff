import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { kept, listen, signIn } from './people.ts'

const toasts = (page: Page) => page.getByRole('region', { name: /Messages|通知/ })
const gotIt = (page: Page, text: string) =>
  toasts(page)
    .getByRole('listitem')
    .filter({ hasText: text })
    .getByRole('button', { name: /Got it|知道了/ })
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** The next round of calls in the background is over: they go one at a time, and this one comes last. */
const settled = (page: Page) => page.waitForResponse('**/education/videos/last-updated')

/** Loads the page again and waits for everything it asks in the background. */
async function reload(page: Page) {
  const done = settled(page)
  await page.reload()
  await done
}

/** Answers the calls for messages to everybody with these, and no others. */
async function tell(page: Page, ...messages: [id: number, en: string, zh: string][]) {
  const data = messages.map(([systemMessageId, en, zh]) => ({ systemMessageId, message: { en, zh } }))
  await page.unroute('**/api/status/notifications*')
  await page.route(/\/api\/status\/notifications(\/\w+)?$/, async route => {
    const forAll = route.request().url().endsWith('notifications')
    await route.fulfill({ json: { status: 'success', data: forAll ? data : [] } })
  })
}

async function noViolations(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}

async function alert(page: Page): Promise<string> {
  const dialog = page.getByRole('alertdialog')
  const said = await dialog.getByRole('heading').innerText()
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(dialog).toBeHidden()
  return said
}

test('staff tell the holders of a plan something, who hear it in their language, and nobody else does (ANOT-01, 02, 04; NOTE-01, 03, 04; UPL-05; AMB-69, 70)', async ({
  page,
  browser,
}) => {
  const [en, zh] = [`Tokyo is closed (${crypto.randomUUID()})`, `東京休市（${crypto.randomUUID()}）`]
  const calls = listen(page)
  await signIn(page, 'staff', '/admin/upload')
  await page.getByRole('navigation', { name: 'Forms' }).getByRole('link', { name: 'System messages' }).click()
  await expect(page).toHaveURL('/admin/upload?form=messages')
  const targets = page.getByLabel('Target').locator('option:not([value=""])')
  expect(await targets.evaluateAll(options => options.map(option => (option as HTMLOptionElement).value))).toEqual([
    'ALL',
    'PAID',
    'SUNDAY_CLUB',
    'HKEX',
    'US',
    'JP',
    'CN',
    'TW',
  ])
  await page.getByLabel('Expiry date').fill(inDays(2))
  await page.getByLabel('Target').selectOption('JP')
  await page.getByLabel('English message', { exact: true }).fill(en)
  await page.getByLabel('Chinese message').fill(zh)
  await page.getByRole('button', { name: 'Publish' }).click()
  expect(await alert(page)).toMatch(/^Success!/)
  expect(calls.findLast(({ call }) => call === 'POST /admin/data/system-notifications')!.body).toEqual({
    expiryDate: inDays(2),
    messageEn: en,
    messageZh: zh,
    target: 'JP',
  })
  await expect(gotIt(page, en)).toBeVisible()
  await gotIt(page, en).click()

  const reader = await (await browser.newContext()).newPage()
  await signIn(reader, 'jp-trial', '/education')
  await expect(toasts(reader)).toContainText(en)
  await noViolations(reader)
  await reader.getByRole('button', { name: 'Account menu' }).click()
  await reader.getByRole('menuitemradio', { name: '繁體中文' }).click()
  await expect(toasts(reader)).toContainText(zh)
  await reader.keyboard.press('Escape')
  await gotIt(reader, zh).click()
  await expect(toasts(reader)).toBeHidden()
  await reload(reader)
  await expect(toasts(reader)).toBeHidden()
  await reader.context().close()

  const other = await (await browser.newContext()).newPage()
  const heard = listen(other)
  const first = settled(other)
  await signIn(other, 'free', '/education')
  await first
  const polls = async () => {
    await expect(other.getByRole('heading', { name: 'Education' })).toBeVisible()
    await expect(toasts(other)).toBeHidden()
    return heard.splice(0).filter(({ call }) => call.startsWith('GET /status/notifications')).length
  }
  // The rights are known from the gate's call.
  expect(await polls()).toBe(1)
  await other.evaluate(() => localStorage.removeItem('messageTargets'))
  await reload(other)
  // They are not known: every target is asked about, and seven refusals show nothing.
  expect(await polls()).toBe(8)
  await reload(other)
  expect(await polls()).toBe(1)
  await other.context().close()
})

test('the English text is needed unless the Chinese one is to be used for both (ANOT-03)', async ({ page }) => {
  const bodies: unknown[] = []
  await page.route('**/api/admin/data/system-notifications', async route => {
    bodies.push(route.request().postDataJSON())
    await route.fulfill({ json: { status: 'success', data: { systemMessageId: 1 } } })
  })
  await signIn(page, 'staff', '/admin/upload?form=messages')
  await page.getByRole('button', { name: 'Publish' }).click()
  for (const missing of ['expiry date', 'target', 'Chinese message', 'English message'])
    await expect(page.getByText(new RegExp(`^Please \\w+ (the|a) ${missing}`))).toBeVisible()
  await expect(page.getByLabel('Expiry date')).toBeFocused()
  await noViolations(page)
  await page.getByLabel('Expiry date').fill(inDays(1))
  await page.getByLabel('Target').selectOption('TW')
  await page.getByLabel('Chinese message').fill('台股休市')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Please input the English message')).toBeVisible()
  expect(bodies).toEqual([])
  await page.getByLabel('Same message for English').check()
  await expect(page.getByLabel('English message', { exact: true })).toBeDisabled()
  await expect(page.getByLabel('English message', { exact: true })).toHaveValue('台股休市')
  await page.getByRole('button', { name: 'Publish' }).click()
  expect(await alert(page)).toMatch(/^Success!/)
  expect(bodies).toEqual([{ expiryDate: inDays(1), messageEn: '台股休市', messageZh: '台股休市', target: 'TW' }])
})

test('what the server refuses is said, at its field too (UPL-28)', async ({ page }) => {
  await signIn(page, 'staff', '/admin/upload?form=messages')
  await page.getByLabel('Expiry date').fill('2020-01-01')
  await page.getByLabel('Target').selectOption('TW')
  await page.getByLabel('Chinese message').fill('舊聞')
  await page.getByLabel('Same message for English').check()
  await page.getByRole('button', { name: 'Publish' }).click()
  expect(await alert(page)).toMatch(/^Error: ./)
  await expect(page.getByLabel('Expiry date')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Expiry date')).toBeFocused()
  await expect(page.getByLabel('Chinese message')).toHaveValue('舊聞')
})

test('messages stay until they are put away, three at a time, and what was put away stays away (NOTE-01, 02)', async ({
  page,
}) => {
  await tell(page, [4, 'Four', '四'], [3, 'Three', '三'], [2, 'Two', '二'], [1, 'One', '一'])
  await signIn(page, 'free', '/education')
  await expect(toasts(page).getByRole('listitem')).toHaveCount(3)
  await expect(toasts(page)).toContainText('+1 more')
  const [box, header] = [await toasts(page).boundingBox(), await page.getByRole('banner').boundingBox()]
  expect(box!.y).toBeGreaterThan(header!.y + header!.height)
  await gotIt(page, 'Four').focus()
  await page.keyboard.press('Enter')
  await expect(toasts(page)).not.toContainText('Four')
  await expect(toasts(page)).toContainText('One')
  await expect(gotIt(page, 'Three')).toBeFocused()
  await gotIt(page, 'Two').click()
  await page.reload()
  await expect(toasts(page).getByRole('listitem')).toHaveCount(2)
  expect(await kept(page, 'dismissedSystemMessages')).toEqual([4, 2])
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Watchlists' }).click()
  await expect(toasts(page).getByRole('listitem')).toHaveCount(2)
  await gotIt(page, 'Three').click()
  await gotIt(page, 'One').click()
  await expect(toasts(page)).toBeHidden()
  await expect(page.locator('#content')).toBeFocused()
})

test('they are asked for again every five minutes, and only while a device id is kept (NOTE-05, 06, I18N-08)', async ({
  page,
}) => {
  await page.clock.install()
  const calls = listen(page)
  const polls = () => calls.filter(({ call }) => call === 'GET /status/notifications').length
  await tell(page)
  await signIn(page, 'free', '/education')
  await expect.poll(polls).toBe(1)
  await page.clock.fastForward(290_000)
  await page.waitForLoadState('networkidle')
  expect(polls()).toBe(1)
  await tell(page, [9, 'News', '消息'])
  await page.clock.fastForward(11_000)
  await expect.poll(polls).toBe(2)
  await expect(toasts(page)).toContainText('News')

  await page.route('**/api/device/check?*', route => route.abort())
  await page.evaluate(() => localStorage.removeItem('deviceId'))
  const others = () => calls.filter(({ call }) => call.endsWith('/last-updated')).length
  const before = others()
  await page.clock.fastForward(301_000)
  await expect.poll(others).toBeGreaterThan(before)
  await page.waitForLoadState('networkidle')
  expect(polls()).toBe(2)
})

test('the dots: default, gone once the page is opened, there again when something newer is published (NOTE-07, 09, 10, 11, 12, 13, 14, 15)', async ({
  page,
}) => {
  await page.clock.install()
  const calls = listen(page)
  const first = settled(page)
  await signIn(page, 'free', '/watchlist')
  await first
  const nav = page.getByRole('navigation', { name: 'Main' })
  const entry = (name: string) => nav.getByRole('link', { name })
  const dot = (name: string) => entry(name).getByRole('img', { name: 'New' })
  await expect(dot('FinList')).toBeVisible()
  await expect(dot('Market Indicators')).toBeHidden()
  await expect(dot('Education')).toBeHidden()
  for (const call of ['finlist/HKEX', 'markettrend/HKEX', 'education/sunday-club', 'education/videos'])
    expect(calls.map(made => made.call)).toContain(`GET /${call}/last-updated`)
  await noViolations(page)

  await entry('FinList').click()
  await expect(page).toHaveURL('/finlist-hk')
  await expect(dot('FinList')).toBeHidden()
  const viewed = (await kept(page, 'pageLastViewed')) as Record<string, Record<string, string>>
  expect(Date.now() - Date.parse(viewed['finlist']!['hk']!)).toBeLessThan(60_000)
  expect(viewed['finlist']!['us']).toBe('2021-09-01T00:00:00.000Z')
  expect(viewed['education']).toEqual({ sundayClub: expect.any(String), videos: expect.any(String) })
  await entry('Watchlists').click()
  await expect(dot('FinList')).toBeHidden()

  const later = (days: number) => new Date(Date.now() + days * 86_400_000)
  const answer = (path: string, data: unknown) =>
    page.route(`**/api/${path}/last-updated`, route => route.fulfill({ json: { status: 'success', data } }))
  await answer('finlist/HKEX', later(0.001).toISOString())
  await answer('markettrend/HKEX', '2021-09-02T00:00:00.000Z')
  await answer('education/videos', Date.parse('2021-09-02'))
  const made = calls.length
  await page.clock.fastForward(301_000)
  for (const name of ['FinList', 'Market Indicators', 'Education']) await expect(dot(name)).toBeVisible()
  expect(calls.length).toBeGreaterThan(made)

  for (const name of ['FinList', 'Market Indicators', 'Education']) {
    await entry(name).click()
    await expect(dot(name)).toBeHidden()
  }
  const now = (await kept(page, 'pageLastViewed')) as Record<string, Record<string, string>>
  for (const time of [now['markettrend']!['hk'], now['education']!['videos'], now['education']!['sundayClub']])
    expect(Date.parse(time!)).toBeGreaterThan(Date.parse('2026-01-01'))
})

test('another market is asked about when its group is opened, and going about does not ask again at once (NOTE-09, AMB-74, 75)', async ({
  page,
}) => {
  await page.clock.install()
  const calls = listen(page)
  const asked = (path: string) => calls.filter(({ call }) => call === `GET /${path}/last-updated`).length
  await signIn(page, 'free', '/watchlist')
  await expect.poll(() => asked('finlist/HKEX')).toBe(1)
  expect(asked('finlist/JP')).toBe(0)
  const nav = page.getByRole('navigation', { name: 'Main' })
  await nav.getByRole('button', { name: 'Japan' }).click()
  await expect(nav.locator('a[href="/finlist-jp"]').getByRole('img', { name: 'New' })).toBeVisible()
  await expect.poll(() => asked('markettrend/JP')).toBe(1)
  await nav.getByRole('link', { name: 'FinTrainer' }).click()
  await nav.getByRole('link', { name: 'Watchlists' }).click()
  await page.waitForLoadState('networkidle')
  expect([asked('finlist/HKEX'), asked('finlist/JP')]).toEqual([1, 1])
  await page.clock.fastForward(61_000)
  await nav.getByRole('link', { name: 'FinTrainer' }).click()
  await expect.poll(() => [asked('finlist/HKEX'), asked('finlist/JP')]).toEqual([2, 2])
})

test('calls in the background that fail or are refused show nothing (AMB-71)', async ({ page }) => {
  await page.route(/status\/notifications|last-updated/, async (route, request) => {
    const refused = request.url().includes('finlist')
    await route.fulfill({ status: refused ? 403 : 500, json: { status: refused ? 'Forbidden' : 'Error', errors: [] } })
  })
  const first = settled(page)
  await signIn(page, 'free', '/education')
  await first
  await expect(page.getByRole('heading', { name: 'Education' })).toBeVisible()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Subscribe now' })).toBeHidden()
})
