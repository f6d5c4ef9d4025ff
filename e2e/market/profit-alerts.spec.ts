import type { AlertDay, ProfitAlertOutcomes } from '@finlist/contract/profit-alerts'
import { expect, type Page, type Route, test } from '@playwright/test'
import { signIn, signInAs } from '../accounts.ts'
import { asPerson } from '../api.ts'
import { letThrough } from '../held.ts'
import { newList } from '../lists.ts'
import { noViolations } from '../shell/accessibility.ts'

const path = '/stock-news-hk'
const alertsPath = '**/api/stock-news/profit-warning'
const listedPath = '**/api/stock-news/profit-warning/finlist'
const rows = (page: Page) => page.getByRole('main').locator('section li')
const total = (page: Page) => page.getByRole('main').getByRole('status').first()
const inHongKong = (time: string) => new Date(Date.parse(time) + 8 * 3_600_000).toISOString().slice(11, 16)

test('profit alerts are listed by date with company, type, Hong Kong time and report, and can be searched and limited to positive ones or FinList members (PA-01, 02, 03, 04, 05, 06, 07, 08; CORE-16; AMB-149)', async ({
  page,
}) => {
  await signIn(page, 'hk-yearly', path)
  await expect(rows(page).first()).toBeVisible()
  await noViolations(page)
  const days = await asPerson<AlertDay[]>(page, '/stock-news/profit-warning')
  const [first] = days
  const alert = first!.stockList[0]!
  const inWords = new Date(first!.date).toLocaleDateString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(days.length)
  const day = page.getByRole('region', { name: inWords })
  await expect(day.getByRole('listitem')).toHaveCount(first!.stockList.length)
  const row = day.getByRole('listitem').first()
  await expect(row).toContainText(alert.stockCode)
  await expect(row).toContainText(alert.stockName)
  await expect(row.getByRole('time')).toHaveText(inHongKong(alert.releaseTime))
  const words = { POSITIVE: 'Positive', NEGATIVE: 'Profit warning', OTHER: 'Other' }
  await expect(row.getByText(words[alert.reportType]).filter({ visible: true })).toHaveCount(1)
  const report = row.getByRole('link', { name: /^Report:/ })
  await expect(report).toHaveAttribute('href', alert.link)
  await expect(report).toHaveAttribute('rel', /noopener/)
  const [opened] = await Promise.all([page.waitForEvent('popup'), report.click()])
  await expect(opened.getByRole('heading', { name: 'Demo announcement' })).toBeVisible()

  await test.step('alerts can be limited to positive ones, and searched by code or name', async () => {
    const all = (await asPerson<AlertDay[]>(page, '/stock-news/profit-warning')).flatMap(({ stockList }) => stockList)
    const positive = all.filter(({ reportType }) => reportType === 'POSITIVE')
    await expect(rows(page)).toHaveCount(all.length)
    await page.getByText('Positive only').click()
    await expect(page.getByRole('switch', { name: 'Positive only' })).toBeChecked()
    await expect(rows(page)).toHaveCount(positive.length)
    await expect(total(page)).toHaveText(`${positive.length} announcements`)
    await expect(rows(page).filter({ hasText: 'Profit warning' })).toHaveCount(0)
    const [sought] = positive
    await page.getByRole('searchbox').fill(sought!.stockCode)
    for (const row of await rows(page).all()) await expect(row).toContainText(sought!.stockCode)
    await page.getByRole('searchbox').fill(sought!.stockName.toLowerCase())
    await expect(rows(page).first()).toContainText(sought!.stockName)
    await page.getByRole('searchbox').fill('no company is called that')
    await expect(page.getByText('No records found')).toBeVisible()
  })

  await test.step('alerts on FinList members are marked', async () => {
    await page.getByRole('searchbox').fill('')
    await page.getByText('Positive only').click()
    const codes = new Set(await asPerson<string[]>(page, '/stock-news/profit-warning/finlist'))
    const all = (await asPerson<AlertDay[]>(page, '/stock-news/profit-warning')).flatMap(({ stockList }) => stockList)
    const listed = all.filter(({ stockCode }) => codes.has(stockCode))
    expect(listed.length).toBeGreaterThan(0)
    expect(all.filter(({ inFinList }) => inFinList)).toEqual(listed)
    await expect(page.getByText('In FinList', { exact: true })).toHaveCount(listed.length)
  })
})

test('the profit alerts page handles loading, errors and a refused membership call, links to reports in the reader’s language, and requires the Hong Kong plan (PA-02, 04, 09, 10; AMB-146, 147)', async ({
  page,
}) => {
  await signInAs(page, 'hk-yearly')
  const all = (await asPerson<AlertDay[]>(page, '/stock-news/profit-warning')).flatMap(({ stockList }) => stockList)
  await test.step('no alert is marked as a FinList member if the call for membership was refused', async () => {
    await page.route(listedPath, refuse)
    const refused = page.waitForResponse(listedPath)
    await page.goto(path)
    await refused
    await expect(rows(page)).toHaveCount(all.length)
    await expect(page.getByText('In FinList', { exact: true })).toHaveCount(0)
  })

  await test.step('the data is shown after loading, or else an error with a way back', async () => {
    const release = Promise.withResolvers<void>()
    await page.route(alertsPath, async route => {
      await release.promise
      await route.abort()
    })
    await page.goto(path)
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toBeVisible()
    release.resolve()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await letThrough(page, alertsPath)
    await page.getByRole('alert').getByRole('button').click()
    await expect(rows(page).first()).toBeVisible()
  })

  await test.step('in Chinese the links lead to the Chinese reports', async () => {
    await page.evaluate(() => localStorage.setItem('language', 'zh'))
    await page.reload()
    const link = rows(page)
      .first()
      .getByRole('link', { name: /^公告：/ })
    await expect(link).toHaveAttribute('href', all[0]!.linkZh)
    await page.goto(all[0]!.linkZh)
    await expect(page.getByRole('heading', { name: '示範公告' })).toBeVisible()
  })

  await test.step('users without the Hong Kong plan see the upgrade view', async () => {
    await page.context().clearCookies()
    await signIn(page, 'us-yearly', path)
    await expect(page.getByRole('alert').getByRole('link')).toHaveAttribute('href', '/subscribe')
    await expect(rows(page)).toHaveCount(0)
  })
})

test('profit alerts can be filtered by watchlist or by the newest list, and show the price changes that followed and how often prices rose', async ({
  page,
}) => {
  await signInAs(page, 'hk-quarterly')
  const days = await asPerson<AlertDay[]>(page, '/stock-news/profit-warning')
  const all = days.flatMap(({ stockList }) => stockList)
  const codes = new Set(await asPerson<string[]>(page, '/stock-news/profit-warning/finlist'))
  const own = all.at(-1)!
  const { rates, outcomes } = await asPerson<ProfitAlertOutcomes>(page, '/stock-news/profit-warning/outcomes')
  expect(outcomes).toHaveLength(all.length)

  await page.goto(path)
  await expect(rows(page)).toHaveCount(all.length)
  const mine = page.getByRole('switch', { name: 'My stocks' })
  await page.getByText('My stocks').click()
  await expect(mine).toBeChecked()
  await expect(page.getByText('No matching announcements for stocks in your watchlists.')).toBeVisible()
  const stocks = [{ exchange: 'HKEX', stockCode: own.stockCode, buyPrice: 1, shares: 100 }]
  await asPerson(page, `/watchlist/${await newList(page, 'Mine')}/import`, { stocks })
  await page.reload()
  await expect(rows(page)).toHaveCount(all.length)
  await page.getByText('My stocks').click()
  await expect(rows(page)).toHaveCount(all.filter(({ stockCode }) => stockCode === own.stockCode).length)
  await expect(rows(page).first()).toContainText(own.stockCode)
  await page.getByText('My stocks').click()
  await page.getByText('In FinList only').click()
  await expect(rows(page)).toHaveCount(all.filter(({ stockCode }) => codes.has(stockCode)).length)
  await page.getByText('In FinList only').click()

  await test.step('price changes after one, five and twenty days are shown', async () => {
    const of = outcomes.find(({ changes }) => changes.every(change => change !== null))!
    const row = rows(page).nth(outcomes.indexOf(of))
    const written = (change: number) => `${change > 0 ? '+' : ''}${change.toFixed(2)}`
    for (const change of of.changes) await expect(row).toContainText(written(change!))
    const rate = rates.find(({ reportType, days }) => reportType === 'NEGATIVE' && days === 5)!
    const cell = page
      .getByRole('row', { name: /^Profit warning/ })
      .getByRole('cell')
      .nth(1)
    await expect(cell).toContainText(`${rate.rose} of ${rate.alerts} rose`)
    await expect(cell).toContainText('95% range')
    expect(rate.low).toBeLessThan(rate.rose / rate.alerts)
  })

  await test.step('without the right to the list, the alerts are shown without the list filter and without price changes', async () => {
    await page.route(listedPath, refuse)
    await page.route('**/api/stock-news/profit-warning/outcomes', refuse)
    await page.reload()
    await expect(rows(page)).toHaveCount(all.length)
    await expect(page.getByText('Price performance isn’t available right now.')).toBeVisible()
    await expect(page.getByText('In FinList only')).toHaveCount(0)
  })
})

const refuse = (route: Route) =>
  route.fulfill({ status: 403, json: { status: 'Forbidden', errors: [{ message: 'Forbidden' }] } })
