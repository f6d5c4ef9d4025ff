import type { DemoClock } from '@finlist/contract/staff/demo-clock'
import { addDays, dayAt, nextTradingDay, tradingDays } from '@finlist/domain/calendar'
import { expect, type Page, test } from '@playwright/test'
import { moveTo, signIn, signInAs, timeOf } from '../accounts.ts'
import { asPerson } from '../api.ts'
import { openChart, seen, stock } from '../chart/chart-page.ts'
import { onOwnServer } from '../own-server.ts'
import { noViolations } from '../shell/accessibility.ts'
import { type Desk, openDesk, publishIssue } from '../staff.ts'

const alone = onOwnServer()

/** Enough stocks for a day's prices to be accepted and trigger alerts. */
const codes = Array.from({ length: 90 }, (_, at) => String(101 + at).padStart(4, '0'))
const today = dayAt('HKEX', Date.now())
const days = tradingDays('HKEX', addDays(today, -30), addDays(today, -1))
const next = nextTradingDay('HKEX', today)

const bars = (dates: readonly string[], closes: Record<string, number> = {}) => ({
  priceCsv: [
    'stockCode,date,open,high,low,close,volume',
    ...dates.flatMap(date =>
      codes.map(code => {
        const close = closes[code] ?? 100
        return [code, date, 100, Math.max(close, 100), Math.min(close, 100), close, 1_000].join(',')
      }),
    ),
  ].join('\n'),
})
const prices = '/admin/data/stock/price/upload?exchange=HKEX'

/** Uploads the market's stocks and prices, and publishes its first list. */
async function openMarket(desk: Desk) {
  const named = codes.map(code => `${code},Company ${code},公司${code}`)
  const stockCsv = ['stockCode,stockName,stockNameZh', ...named].join('\n')
  await desk.ask('/admin/data/stock/upload?exchange=HKEX', { method: 'POST', files: { stockCsv } })
  await desk.ask(prices, { method: 'POST', files: bars(days) })
  await publishIssue(desk, 'HKEX', days.at(-1)!, picks('0150'))
}
async function moveClock(desk: Desk, until: string) {
  await desk.ask('/demo/clock', { method: 'POST', json: { until: new Date(until).toISOString() } })
  await expect.poll(async () => (await desk.ask<DemoClock>('/demo/clock')).moving, { timeout: 150_000 }).toBeNull()
}
const picks = (...listed: string[]) => ({
  finListCsv: ['stockCode,close,percivalScore', ...listed.map(code => `${code},100,90`)].join('\n'),
  finListFundamentalCsv: `stockCode,quarter,thisReportDate\n${listed[0]},1,20240331`,
})

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Inbox/ })
const dialog = (page: Page) => page.getByRole('dialog')

/** Sets an alert on the alerts page by keyboard alone. */
async function setByKeys(page: Page, kind: string, { stock, value }: { stock?: string; value?: string } = {}) {
  await page.getByRole('button', { name: 'Set an alert' }).press('Enter')
  const what = dialog(page).getByLabel('Alert type')
  await what.focus()
  await page.keyboard.type(kind)
  await expect(what.locator('option:checked')).toHaveText(kind)
  if (stock) {
    const one = dialog(page).getByRole('radio', { name: 'One stock' })
    if (await one.count()) {
      await dialog(page).getByRole('radio').first().focus()
      await page.keyboard.press('ArrowRight')
    }
    await dialog(page).getByRole('searchbox').focus()
    await page.keyboard.type(stock)
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByRole('button', { name: 'Pick another stock' })).toBeFocused()
  }
  if (value) {
    await dialog(page).getByRole('spinbutton').focus()
    await page.keyboard.type(value)
  }
  await page.keyboard.press('Tab')
  await dialog(page).getByRole('button', { name: 'Set the alert' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
}

/** Moves the page's clock five minutes ahead, so that the page repeats the calls that it polls. */
async function fiveMinutes(page: Page) {
  const heard = page.waitForResponse('**/api/inbox/unread')
  await moveTo(page, (await timeOf(page)) + 301_000)
  await heard
}

alone(
  'a user sets alerts by keyboard and receives their matches in the inbox; another account receives none',
  {
    tag: '@core',
  },
  async ({ page, browser }) => {
    const desk = await openDesk(page)
    await openMarket(desk)
    await page.clock.install()
    await signIn(page, 'hk-yearly', '/alerts')
    await expect(page.getByText('No alerts yet')).toBeVisible()
    await noViolations(page)
    await setByKeys(page, 'Price at or above', { stock: '0101', value: '110' })
    await setByKeys(page, 'Percent move in a day', { stock: '0102', value: '5' })
    await setByKeys(page, 'New list of a market')
    await setByKeys(page, 'Stock enters the list', { stock: '0101' })
    await expect(page.getByText('4 of 100 alerts set')).toBeVisible()
    await noViolations(page)
    const other = await (await browser.newContext()).newPage()
    await other.clock.install()
    await signIn(other, 'free', '/inbox')

    await moveClock(desk, `${next}T18:00:00+08:00`)
    await desk.ask(prices, { method: 'POST', files: bars([next], { '0101': 112, '0102': 94 }) })
    await publishIssue(desk, 'HKEX', next, picks('0101', '0150'))
    await desk.ask('/admin/data/system-notifications', {
      method: 'POST',
      json: {
        expiryDate: addDays(next, 2),
        messageEn: 'Tokyo is closed on Monday',
        messageZh: '東京星期一休市',
        target: 'ALL',
      },
    })
    await desk.leave()
    // Notifications about billing or the account may arrive too; they do not count here.
    let all = 0
    await expect(async () => {
      await fiveMinutes(page)
      const { items: told } = await asPerson<{ items: { kind: string }[] }>(page, '/inbox')
      all = told.length
      const kinds = told.map(({ kind }) => kind).filter(kind => !['billing', 'account'].includes(kind))
      expect(kinds.toSorted()).toEqual(['entered', 'issue', 'move', 'price-above', 'system'])
      await expect(bell(page)).toHaveAccessibleName(`Inbox: ${all} unread`, { timeout: 1_000 })
    }).toPass()

    await bell(page).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Inbox', level: 1 })).toBeFocused()
    const items = page.getByRole('main').getByRole('listitem')
    await expect(items).toHaveCount(all)
    await expect(items.filter({ hasText: 'Company 0101' }).filter({ hasText: '112.00' })).toHaveCount(1)
    await expect(items.filter({ hasText: 'Company 0102' }).filter({ hasText: '−6%' })).toHaveCount(1)
    await expect(items.filter({ hasText: 'Tokyo is closed on Monday' })).toHaveCount(1)
    await noViolations(page)
    await items.filter({ hasText: '112.00' }).getByRole('link').press('Enter')
    await expect(page).toHaveURL('/interactive-chart?symbol=HKEX%3A0101')
    await expect(bell(page)).toHaveAccessibleName(`Inbox: ${all - 1} unread`)
    await page.goBack()
    // Dismisses the banner. Its message stays in the inbox.
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Got it' }).press('Enter')
    await expect(bell(page)).toHaveAccessibleName(`Inbox: ${all - 2} unread`)
    await expect(items.filter({ hasText: 'Tokyo is closed on Monday' })).toHaveCount(1)
    await page.getByRole('button', { name: 'Mark all as read' }).press('Enter')
    await expect(bell(page)).toHaveAccessibleName('Inbox')

    await page.getByRole('link', { name: 'Alerts and notification settings' }).press('Enter')
    const set = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Price at or above HKD 110.00' })
    await set.getByRole('button', { name: /^last triggered/ }).press('Enter')
    await expect(set.getByRole('list', { name: 'When it triggered' })).toContainText(
      'high 112.00, low 100.00, close 112.00',
    )

    await other.reload()
    await expect(other.getByRole('main').getByRole('listitem')).toHaveText([/Tokyo is closed on Monday/])
    await other.goto('/alerts')
    await expect(other.getByText('0 of 5 alerts set')).toBeVisible()
    await other.context().close()
  },
)

test('a right click on the chart sets an alert at that price', async ({ page }) => {
  await signInAs(page, 'hk-yearly')
  await openChart(page, `HKEX:${stock}`)
  const { low, high } = await seen(page)
  const box = (await page.getByRole('application').boundingBox())!
  await page.mouse.click(box.x + box.width / 2, box.y + box.height * 0.1, { button: 'right' })
  await page.getByRole('menuitem', { name: /^Set an alert at / }).click()
  await expect(dialog(page)).toContainText(`Set an alert: ${stock} `)
  const price = Number(await dialog(page).getByRole('spinbutton').inputValue())
  expect(price).toBeGreaterThan((low + high) / 2)
  await expect(dialog(page).getByLabel('Alert type')).toHaveValue('price-above')
  await noViolations(page)
  await dialog(page).getByRole('button', { name: 'Set the alert' }).click()
  await expect(dialog(page)).toContainText(new RegExp(`Set\\. ${stock} .+: Price at or above HKD`))
  await dialog(page).getByRole('link', { name: 'All my alerts' }).click()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([new RegExp(`${stock}.*Price at or above`)])
})
