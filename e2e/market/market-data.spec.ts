import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { tradingDays } from '@finlist/domain/calendar'
import { expect, type Page } from '@playwright/test'
import { alert, signIn } from '../accounts.ts'
import { onOwnServer } from '../own-server.ts'
import { noViolations } from '../shell/accessibility.ts'

const incoming = join(process.env['E2E_DATA_DIR']!, 'incoming')
mkdirSync(incoming, { recursive: true })
/** A server with two data sources: a vendor that never responds, and a folder. */
const test = onOwnServer({
  SOURCE_US: 'eodhd',
  EODHD_KEY: 'key-of-the-operator',
  EODHD_URL: 'http://127.0.0.1:9/eodhd/api/',
  SOURCE_TW: 'folder',
  INCOMING_DIR: incoming,
})

const days = tradingDays('HKEX', '2026-06-01', '2026-06-30')
const codes = Array.from({ length: 25 }, (_, at) => String(101 + at).padStart(4, '0'))
const [moved, held] = [days[1]!, days[2]!]
const bar = (code: string, date: string, price: number) => [code, date, price, price, price, price, 1_000].join(',')
/**
 * Prices of 25 stocks on two days, with one stock that falls to a seventh of its price; prices of ten stocks on a third
 * day; and an invalid line.
 */
const prices = [
  'stockCode,date,First,high,low,close,volume',
  ...codes.map(code => bar(code, days[0]!, 70)),
  ...codes.map(code => bar(code, moved, code === '0103' ? 10 : 70)),
  ...codes.slice(0, 10).map(code => bar(code, held, code === '0103' ? 10 : 70)),
  `0101,${days[3]!},1,1,1,1,many`,
]
const unconfirmed = (page: Page) => page.getByText(/^\? Unconfirmed move on/)

test('staff load a file with renamed columns, and decide about a quarantined day and an unexplained price move; no data are lost', async ({
  page,
}) => {
  await signIn(page, 'staff', '/admin/upload?form=prices')
  await test.step('a file with a renamed column is accepted, and an invalid line is reported', async () => {
    await page.getByLabel('Exchange').selectOption('HKEX')
    await page.getByLabel('All stocks in one file').check()
    const file = { name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(prices.join('\n')) }
    await page.getByLabel('Prices file').setInputFiles(file)
    await page.getByText('More', { exact: true }).click()
    await page.getByLabel('Different column names').fill('open=First')
    await page.getByLabel('Skip invalid lines').check()
    await noViolations(page)
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    expect(await alert(page)).toBe('Success! 60 records inserted')
    const outcome = page.getByRole('region', { name: 'Result' })
    await expect(outcome).toContainText(`${moved}`)
    await expect(outcome).toContainText(`${held} has 10 stocks, the day before had 25`)
  })

  await test.step('the chart shows the price move immediately, marked as unconfirmed', async () => {
    await page.goto('/interactive-chart?symbol=HKEX:0103')
    await expect(unconfirmed(page)).toBeVisible()
  })

  await test.step('a market state for the quarantined day is published only after a confirmation', async () => {
    await page.goto('/admin/upload?form=trend')
    await page.getByLabel('Exchange').selectOption('HKEX')
    await page.getByRole('combobox', { name: 'Term', exact: true }).selectOption('short')
    await page.getByRole('combobox', { name: 'Trend', exact: true }).selectOption('Uptrend')
    await page.getByLabel('Start date').fill(held)
    await page.getByRole('button', { name: 'Publish' }).click()
    const question = page.getByRole('alertdialog', { name: 'This day is held back' })
    await expect(question).toContainText(`${held} is held back: it has 10 stocks`)
    await question.getByRole('button', { name: 'Publish anyway' }).click()
    expect(await alert(page)).toMatch(/^Success! Uptrend since/)
  })

  await test.step('staff record the move as the split it was and release the day', async () => {
    await page.goto('/admin/data')
    await page.getByRole('button', { name: /^Record as 7 for 1: 0103/ }).click()
    await expect(page.getByText('No unconfirmed moves.')).toBeVisible()
    await page.getByRole('button', { name: /^Release / }).click()
    await expect(page.getByText('Released by Demo Staff')).toBeVisible()
    await noViolations(page)
  })

  await test.step('staff delete a day’s prices with a reason, and restore them', async () => {
    await page.getByLabel('Day', { exact: true }).fill(held)
    await page.getByLabel('Reason').fill('of another market')
    await page.getByRole('button', { name: 'Delete prices' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete prices' }).click()
    expect(await alert(page)).toBe('10 bars deleted')
    const list = page.getByRole('list', { name: 'Deleted prices' })
    await expect(list).toContainText('of another market')
    await list.getByRole('button', { name: /^Restore/ }).click()
    expect(await alert(page)).toBe('10 bars restored')
    await expect(list).toContainText('Restored by Demo Staff')
  })

  await page.goto('/interactive-chart?symbol=HKEX:0103')
  await expect(page.getByRole('main').locator('canvas').first()).toBeVisible()
  await expect(unconfirmed(page)).toBeHidden()

  await test.step('staff see where prices are fetched from automatically, and what they may be used for', async () => {
    await page.goto('/admin/overview')
    const sources = page.getByRole('list', { name: 'Sources' })
    await expect(sources.getByRole('listitem')).toHaveCount(2)
    await expect(sources).toContainText('EODHD')
    expect(await page.content()).not.toContain('key-of-the-operator')
  })
})
