import { expect, type Page, test } from '@playwright/test'
import { alert, kept, listen, moveTo, signIn, timeOf } from '../accounts.ts'
import { onOwnServer } from '../own-server.ts'
import { noViolations } from '../shell/accessibility.ts'
import { onePick, openDesk, publishIssue, tell } from '../staff.ts'

const toasts = (page: Page) => page.getByRole('region', { name: /^(Messages|通知)$/ })
const gotIt = (page: Page, text: string) =>
  toasts(page)
    .getByRole('listitem')
    .filter({ hasText: text })
    .getByRole('button', { name: /Got it|知道了/ })
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Opens the page as a demo account and waits for its background requests. */
async function open(page: Page, name: string, path: string) {
  await page.clock.install()
  const heard = settled(page)
  await signIn(page, name, path)
  await heard
}

async function reload(page: Page) {
  const heard = settled(page)
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await heard
}

/** Waits for the end of a round of background calls, which run one at a time. `last-updated` is the last of them. */
const settled = (page: Page) => page.waitForResponse('**/status/last-updated')

const testAlone = onOwnServer()

testAlone(
  'staff send a message to the holders of a plan, who read it in their language; other users do not get it (ANOT-01, 02, 04; NOTE-01, 03, 04; UPL-05; AMB-69, 70)',
  { tag: '@core' },
  async ({ page, browser }) => {
    const [en, zh] = ['Tokyo is closed', '東京休市']
    const expiryDate = inDays(2)
    const calls = listen(page)
    await signIn(page, 'staff', '/admin/upload')
    await page.getByRole('navigation', { name: 'Forms' }).getByRole('link', { name: 'System messages' }).click()
    await expect(page).toHaveURL('/admin/upload?form=messages')
    const targets = page.getByLabel('Target').locator('option:not([value=""])')
    await expect(targets).toHaveCount(8)
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
    await page.getByLabel('Expiry date').fill(expiryDate)
    await page.getByLabel('Target').selectOption('JP')
    await page.getByLabel('English message', { exact: true }).fill(en)
    await page.getByLabel('Chinese message').fill(zh)
    // Leaving with unsaved input asks for confirmation.
    await page.getByRole('navigation', { name: 'Forms' }).getByRole('link', { name: 'Free seminar date' }).click()
    const leave = page.getByRole('alertdialog', { name: 'Leave this page?' })
    await leave.getByRole('button', { name: 'Stay' }).click()
    await page.goBack({ waitUntil: 'commit' })
    await leave.getByRole('button', { name: 'Stay' }).click()
    await expect(page).toHaveURL('/admin/upload?form=messages')
    await page.getByRole('button', { name: 'Publish' }).click()
    const question = page.getByRole('alertdialog', { name: 'Publish this message?' })
    await expect(question).toContainText(en)
    await expect(question).toContainText(zh)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await publish(page)
    expect(await alert(page)).toMatch(/^Success!/)
    expect(calls.findLast(({ call }) => call === 'POST /admin/data/system-notifications')!.body).toEqual({
      expiryDate,
      messageEn: en,
      messageZh: zh,
      target: 'JP',
    })
    await expect(gotIt(page, en)).toBeVisible()
    await gotIt(page, en).click()

    const reader = await (await browser.newContext()).newPage()
    await open(reader, 'jp-trial', '/education')
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
    await open(other, 'free', '/education')
    const polls = async () => {
      await expect(other.getByRole('heading', { name: 'Education' })).toBeVisible()
      await expect(toasts(other)).toBeHidden()
      return heard.splice(0).filter(({ call }) => call === 'GET /status/messages').length
    }
    expect(await polls()).toBe(1)
    const said: number[] = []
    other.on('response', answer => {
      if (answer.url().includes('/api/status/')) said.push(answer.status())
    })
    await reload(other)
    expect(await polls()).toBe(1)
    // The page makes one call for all messages and one for all dots, and the server accepts both.
    expect(said).toEqual([200, 200])
    await other.context().close()
  },
)

async function publish(page: Page) {
  await page.getByRole('button', { name: 'Publish' }).click()
  const question = page.getByRole('alertdialog', { name: 'Publish this message?' })
  await question.getByRole('button', { name: 'Publish' }).click()
}

testAlone(
  'a message needs its English text unless the Chinese one is to be used for both (ANOT-03)',
  async ({ page }) => {
    const calls = listen(page)
    const bodies = () =>
      calls.filter(({ call }) => call === 'POST /admin/data/system-notifications').map(({ body }) => body)
    await signIn(page, 'staff', '/admin/upload?form=messages')
    await page.getByRole('button', { name: 'Publish' }).click()
    for (const missing of ['expiry date', 'target', 'message in Chinese', 'message in English'])
      await expect(page.getByText(new RegExp(`^Please \\w+ (the|a) ${missing}$`))).toBeVisible()
    await expect(page.getByLabel('Expiry date')).toBeFocused()
    await noViolations(page)
    const expiryDate = inDays(1)
    await page.getByLabel('Expiry date').fill(expiryDate)
    await page.getByLabel('Target').selectOption('TW')
    await page.getByLabel('Chinese message').fill('台股休市')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Please enter the message in English')).toBeVisible()
    expect(bodies()).toEqual([])
    await page.getByLabel('Same message for English').check()
    await expect(page.getByLabel('English message', { exact: true })).toBeDisabled()
    await expect(page.getByLabel('English message', { exact: true })).toHaveValue('台股休市')
    await publish(page)
    expect(await alert(page)).toMatch(/^Success!/)
    expect(bodies()).toEqual([{ expiryDate, messageEn: '台股休市', messageZh: '台股休市', target: 'TW' }])
  },
)

test('when the server refuses a form, its errors are shown at the fields concerned (UPL-28)', async ({ page }) => {
  await signIn(page, 'staff', '/admin/upload?form=messages')
  await page.getByLabel('Expiry date').fill('2020-01-01')
  await page.getByLabel('Target').selectOption('TW')
  await page.getByLabel('Chinese message').fill('舊聞')
  await page.getByLabel('Same message for English').check()
  await publish(page)
  expect(await alert(page)).toMatch(/^Error: ./)
  await expect(page.getByLabel('Expiry date')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Expiry date')).toBeFocused()
  await expect(page.getByLabel('Chinese message')).toHaveValue('舊聞')
})

testAlone('at most three messages are shown at a time, each until it is dismissed (NOTE-01, 02)', async ({ page }) => {
  const desk = await openDesk(page)
  const [, two, , four] = await tell(desk, 'ALL', ['One', '一'], ['Two', '二'], ['Three', '三'], ['Four', '四'])
  await desk.leave()
  await open(page, 'free', '/education')
  await expect(toasts(page).getByRole('listitem')).toHaveCount(3)
  await expect(toasts(page)).toContainText('+1 more')
  const [box, header] = [await toasts(page).boundingBox(), await page.getByRole('banner').boundingBox()]
  expect(box!.y).toBeGreaterThan(header!.y + header!.height)
  // The page can be scrolled until its end is above the messages.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const end = (await page.getByRole('contentinfo').boundingBox())!
  expect(end.y + end.height).toBeLessThanOrEqual((await toasts(page).boundingBox())!.y)
  await gotIt(page, 'Four').focus()
  await page.keyboard.press('Enter')
  await expect(toasts(page)).not.toContainText('Four')
  await expect(toasts(page)).toContainText('One')
  await expect(gotIt(page, 'Three')).toBeFocused()
  await gotIt(page, 'Two').click()
  await reload(page)
  await expect(toasts(page).getByRole('listitem')).toHaveCount(2)
  await expect.poll(() => kept(page, 'dismissedSystemMessages')).toEqual([four, two])
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Watchlists' }).click()
  // The focus moves to the heading of the new screen once it is shown.
  await expect(page.getByRole('heading', { name: 'Watchlists', level: 1 })).toBeFocused()
  await expect(toasts(page).getByRole('listitem')).toHaveCount(2)
  await gotIt(page, 'Three').click()
  await gotIt(page, 'One').click()
  await expect(toasts(page)).toBeHidden()
  await expect(page.locator('#content')).toBeFocused()
})

testAlone(
  'messages are refetched every five minutes while a device id is stored (NOTE-05, 06, I18N-08)',
  async ({ page }) => {
    const desk = await openDesk(page)
    const calls = listen(page)
    const polls = () => calls.filter(({ call }) => call === 'GET /status/messages').length
    const began = Date.now()
    await open(page, 'free', '/education')
    await expect.poll(polls).toBe(1)
    await moveTo(page, began + 290_000)
    await tell(desk, 'ALL', ['News', '消息'])
    expect(polls()).toBe(1)
    const round = settled(page)
    await page.clock.fastForward(60_000)
    await expect.poll(polls).toBe(2)
    await expect(toasts(page)).toContainText('News')
    await round

    await page.route('**/api/device/check?*', route => route.abort())
    await page.evaluate(() => localStorage.removeItem('deviceId'))
    const others = () => calls.filter(({ call }) => call === 'GET /status/last-updated').length
    const before = others()
    await page.clock.fastForward(301_000)
    // If the page requested the messages again, it would do so before making these calls.
    await expect.poll(others).toBeGreaterThan(before)
    expect(polls()).toBe(2)
  },
)

testAlone(
  'a page’s update dot disappears once the page is opened, and returns when something newer is published (NOTE-07, 09, 10, 11, 12, 13, 14, 15)',
  async ({ page, server }) => {
    const desk = await openDesk(page)
    await publishIssue(desk, 'HKEX', '2026-01-02', onePick)
    // The view must be older than the next publication, so the page's clock is set to the server's clock.
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
    expect(calls.map(made => made.call).filter(call => call.endsWith('/last-updated'))).toEqual([
      'GET /status/last-updated',
    ])
    await noViolations(page)

    const before = await timeOf(page)
    await entry('FinList').click()
    await expect(page).toHaveURL('/finlist-hk')
    await expect(dot('FinList')).toBeHidden()
    const viewed = (await kept(page, 'pageLastViewed')) as Record<string, Record<string, string>>
    expect(Date.parse(viewed['finlist']!['hk']!)).toBeGreaterThanOrEqual(before)
    expect(viewed['finlist']!['us']).toBe('2021-09-01T00:00:00.000Z')
    expect(viewed['education']).toEqual({ sundayClub: expect.any(String), videos: expect.any(String) })
    await entry('Watchlists').click()
    await expect(dot('FinList')).toBeHidden()

    await publishIssue(desk, 'HKEX', '2026-01-09', onePick)
    await desk.leave()
    await server.published('markettrend:HKEX')
    await server.published('education:videos')
    const made = calls.length
    await page.clock.fastForward(301_000)
    for (const name of ['FinList', 'Market Indicators', 'Education']) await expect(dot(name)).toBeVisible()
    expect(calls.length).toBeGreaterThan(made)

    for (const name of ['FinList', 'Market Indicators', 'Education']) {
      await entry(name).click()
      if (name === 'Education') await page.getByRole('tab', { name: 'Education Video' }).click()
      await expect(dot(name)).toBeHidden()
    }
    const now = (await kept(page, 'pageLastViewed')) as Record<string, Record<string, string>>
    for (const time of [now['markettrend']!['hk'], now['education']!['videos'], now['education']!['sundayClub']])
      expect(Date.parse(time!)).toBeGreaterThan(Date.parse('2026-01-01'))
  },
)

test('one call fetches the dots of every market, and navigating does not repeat it (NOTE-09, AMB-74, 75)', async ({
  page,
}) => {
  const calls = listen(page)
  const asked = () => calls.filter(({ call }) => call.endsWith('/last-updated')).map(({ call }) => call)
  const once = 'GET /status/last-updated'
  await open(page, 'free', '/watchlist')
  await expect.poll(asked).toEqual([once])
  const nav = page.getByRole('navigation', { name: 'Main' })
  await nav.getByRole('button', { name: 'Japan' }).click()
  await expect(nav.locator('a[href="/finlist-jp"]').getByRole('img', { name: 'New' })).toBeVisible()
  await nav.getByRole('link', { name: 'Interactive Chart' }).click()
  await nav.getByRole('link', { name: 'Watchlists' }).click()
  await page.waitForLoadState('networkidle')
  expect(asked()).toEqual([once])
  await page.clock.fastForward(61_000)
  await nav.getByRole('link', { name: 'Interactive Chart' }).click()
  await expect.poll(asked).toEqual([once, once])
})

testAlone(
  'staff see the sent messages and withdraw one, which disappears for users at their next fetch',
  async ({ page, browser }) => {
    const desk = await openDesk(page)
    const pageful = Array.from(
      { length: 20 },
      (_, at) => [`Maintenance ${at + 1}`, `系統維護 ${at + 1}`] as [string, string],
    )
    await tell(desk, 'TW', ...pageful)
    await tell(desk, 'ALL', ['Wrong news', '錯誤消息'])
    await desk.leave()
    const reader = await (await browser.newContext()).newPage()
    await open(reader, 'free', '/education')
    await expect(toasts(reader)).toContainText('Wrong news')

    await signIn(page, 'staff', '/admin/upload?form=messages')
    const records = page.getByRole('region', { name: 'Message history' })
    await expect(records).toContainText('21 messages')
    await expect(records.locator('tbody tr')).toHaveCount(20)
    const row = records.getByRole('row').filter({ hasText: 'Wrong news' })
    for (const text of [
      '錯誤消息',
      'Everybody (ALL)',
      'staff@demo.example',
      /Showing\s*Until \d+ \w+ \d{4}, \d\d:\d\d/,
    ])
      await expect(row).toContainText(text)
    await noViolations(page)
    await records.getByRole('button', { name: 'Older' }).click()
    await expect(records.locator('tbody tr')).toHaveCount(1)
    await expect(records).toContainText('系統維護 1')
    await expect(records).toContainText('21–21 of 21')
    await records.getByRole('button', { name: 'Newer' }).click()

    const question = page.getByRole('alertdialog', { name: 'Withdraw this message?' })
    await row.getByRole('button', { name: 'Withdraw: Wrong news' }).focus()
    await page.keyboard.press('Enter')
    await expect(question).toContainText('Wrong news')
    await expect(question).toContainText('Everybody (ALL)')
    await noViolations(page)
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(row).toContainText('Showing')
    await expect(row.getByRole('button', { name: 'Withdraw: Wrong news' })).toBeFocused()
    await page.keyboard.press('Enter')
    await question.getByRole('button', { name: 'Withdraw' }).click()
    expect(await alert(page)).toBe('Success! The message is withdrawn.')
    await expect(page.getByRole('heading', { name: 'Message history' })).toBeFocused()
    await expect(row).toContainText(/Withdrawn\s*\d+ \w+ \d{4}, \d\d:\d\d\s*staff@demo.example/)
    await expect(row.getByRole('button')).toBeHidden()
    await expect(toasts(page)).not.toContainText('Wrong news')

    await expect(toasts(reader)).toContainText('Wrong news')
    await reader.clock.fastForward(301_000)
    await expect(toasts(reader)).toBeHidden()
    await reader.context().close()
  },
)

testAlone('the staff page of sent messages fits a phone, in Chinese and in the dark theme', async ({ page }) => {
  const desk = await openDesk(page)
  await tell(desk, 'PAID', ['Wrong news', '錯誤消息'])
  await desk.leave()
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'staff', '/education')
  await page.evaluate(() => {
    localStorage.setItem('language', 'zh')
    localStorage.setItem('theme', 'dark')
  })
  await page.goto('/admin/upload?form=messages')
  const records = page.getByRole('region', { name: '通知紀錄' })
  await expect(records.getByRole('listitem')).toContainText(['錯誤消息'])
  await noViolations(page)
  await gotIt(page, '錯誤消息').click()
  await records.getByRole('button', { name: '撤回：錯誤消息' }).click()
  await noViolations(page)
  await page.getByRole('alertdialog').getByRole('button', { name: '撤回' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '確定' }).click()
  await expect(records.getByRole('listitem')).toContainText(['已撤回'])
})

test('background calls that fail or are refused show no error (AMB-71)', async ({ page }) => {
  await page.route(/status\/(messages|last-updated)/, async (route, request) => {
    const refused = request.url().includes('last-updated')
    await route.fulfill({ status: refused ? 403 : 500, json: { status: refused ? 'Forbidden' : 'Error', errors: [] } })
  })
  await open(page, 'free', '/faq')
  await expect(page.getByRole('heading', { name: 'FAQ' })).toBeVisible()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Subscribe now' })).toBeHidden()
})
