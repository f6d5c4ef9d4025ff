import type { ShareholdingChanges } from '@finlist/contract/shareholding'
import { expect, type Page, test } from '@playwright/test'
import { alert, listen, signIn } from '../accounts.ts'
import { asPerson } from '../api.ts'
import { atRest, noViolations } from '../shell/accessibility.ts'
import { sticksOut } from '../sticks-out.ts'

const path = '/top-shareholding-change'
const titles = [
  'Top 20 increases in a day',
  'Top 20 decreases in a day',
  'Top 20 increases in a week',
  'Top 20 decreases in a week',
] as const
const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })
const rows = (page: Page, title: string) => card(page, title).locator('tbody tr')
const forbidden = { status: 403, json: { status: 'Forbidden', errors: [{ message: 'no' }] } }
const panel = (page: Page) => page.getByRole('dialog')
const inWords = (day: string) =>
  new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const withoutYear = (day: string) => inWords(day).replace(/ \d{4}$/, '')

/** Opens the page and returns the server's response. */
async function open(page: Page, who: string): Promise<ShareholdingChanges> {
  const told = page.waitForResponse(answer => /\/api\/ccass\/?(\?|$)/.test(answer.url()) && answer.ok())
  await signIn(page, who, path)
  const { data } = (await (await told).json()) as { data: ShareholdingChanges }
  return data
}

test('the shareholding page shows a free account four cards of twenty stocks, with intro, terms, time and dates; an error or the Forbidden screen can take their place (CORE-14; SHC-01, 02, 03, 07, 09, 12; CORE-08; AMB-137)', {
  tag: '@core',
}, async ({ page }) => {
  const calls = listen(page)
  const told = await open(page, 'free')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shareholding Changes')
  await expect(page.getByText(/Who bought and who sold/)).toContainText('Updated on the night of each trading day')
  const lists = [told.dayIncreaseList, told.dayDecreaseList, told.weekIncreaseList, told.weekDecreaseList]
  for (const [at, title] of titles.entries()) {
    await expect(rows(page, title)).toHaveCount(20)
    const first = lists[at]![0]!
    const points = `${first.shareholdingPercentChange > 0 ? '+' : ''}${first.shareholdingPercentChange.toFixed(2)}`
    await expect(rows(page, title).first()).toContainText(first.stockName)
    await expect(rows(page, title).first()).toContainText(first.participantName)
    await expect(rows(page, title).first()).toContainText(points)
    expect(Math.sign(first.sharesChange!)).toBe(Math.sign(first.shareholdingPercentChange))
    for (const cell of [3, 4])
      await expect(rows(page, title).first().locator('th, td').nth(cell)).toHaveText(
        first.sharesChange! > 0 ? /^\+[\d,.]+[MB]?$/ : /^-[\d,.]+[MB]?$/,
      )
    const before = at < 2 ? told.dayBefore! : told.weekBefore!
    await expect(card(page, title)).toContainText(`${withoutYear(before)} to ${withoutYear(told.shareholdingDate!)}`)
  }
  await expect(page.getByText(/^Updated \d+ \w+ 20\d\d, \d\d:\d\d \(Hong Kong time\)/)).toBeVisible()
  await expect(page.getByLabel('Settlement date')).toHaveValue(told.shareholdingDate!)
  expect(calls.filter(({ call }) => /^GET \/ccass\/?$/.test(call))).toHaveLength(1)
  await page.getByRole('main').getByRole('button', { name: 'Terms of use' }).click()
  await expect(panel(page)).toContainText('Terms')
  await page.keyboard.press('Escape')
  // Showing the holdings themselves requires a plan.
  await rows(page, titles[0]).first().getByRole('link').first().click()
  await expect(panel(page)).toContainText('Whoops!')
  await expect(panel(page).getByRole('link', { name: 'Subscribe now' })).toBeVisible()

  await test.step('an error, or Forbidden with a link to the plans, replaces the cards and is never shown next to placeholders', async () => {
    let release: () => void = () => undefined
    const held = new Promise<void>(resolve => (release = resolve))
    let answer: { status: number; json?: unknown } = {
      status: 500,
      json: { status: 'Error', errors: [{ message: 'no' }] },
    }
    await page.route(/\/api\/ccass\/?(\?|$)/, async route => {
      await held
      await route.fulfill(answer)
    })
    await page.goto(path)
    const waiting = page.locator('main [aria-busy]')
    await expect(waiting).toBeVisible()
    release()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      'We cannot provide this information at the moment',
    )
    await expect(waiting).toHaveCount(0)
    answer = forbidden
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Whoops!')
    await expect(page.getByRole('main').getByRole('link', { name: 'Subscribe now' })).toBeVisible()
  })
})

test('on the shareholding page, one press opens the history of a stock or a participant, a search narrows the cards, and the address can select an earlier date (SHC-01, 05)', async ({
  page,
}) => {
  const told = await open(page, 'hk-yearly')
  await test.step('one press, by keyboard, opens the history of a stock or a participant, and goes back', async () => {
    const { stockName, stockCode, participantName } = told.dayIncreaseList[0]!
    const link = rows(page, titles[0]).first().getByRole('link').first()
    await link.focus()
    await page.keyboard.press('Enter')
    await expect(panel(page)).toContainText(`${stockCode} ${stockName}`)
    await expect(panel(page)).toContainText(
      `As at ${new Date(told.shareholdingDate!).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })}`,
    )
    const drawn = panel(page).getByRole('region', { name: participantName })
    await expect(drawn.locator('svg title')).toContainText(`Holding of ${participantName}`)
    const lines = panel(page).getByRole('table', { name: 'Holdings and their changes' }).locator('tbody tr')
    const parts = await lines.locator('td:nth-child(2)').allInnerTexts()
    expect(parts.length).toBeGreaterThan(20)
    expect(parts.map(Number)).toEqual(parts.map(Number).toSorted((a, b) => b - a))
    await drawn.locator('summary').click()
    await expect(drawn.getByRole('table', { name: 'By date' }).locator('tbody tr').first()).toContainText(
      inWords(told.shareholdingDate!),
    )
    await lines.first().getByRole('button').click()
    await expect(lines.first().getByRole('button')).toHaveAttribute('aria-pressed', 'true')
    await panel(page).getByRole('button', { name: 'Week, pts' }).click()
    await expect(panel(page).getByRole('columnheader', { name: 'Week, pts' })).toHaveAttribute('aria-sort', 'ascending')
    await page.keyboard.press('Escape')
    await expect(panel(page)).toBeHidden()

    await rows(page, titles[2]).first().getByRole('link').nth(1).click()
    const week = told.weekIncreaseList[0]!
    await expect(panel(page)).toContainText(week.participantName)
    await expect(panel(page).getByRole('heading', { level: 3 })).toContainText(week.stockName)
    await panel(page)
      .getByRole('link', { name: /^All holders of/ })
      .click()
    await expect(panel(page).getByRole('heading', { level: 2 })).toContainText(`${week.stockCode} ${week.stockName}`)
    await noViolations(page)
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(path)
  })

  await test.step('a search narrows the cards, and the address keeps an earlier settlement date', async () => {
    const { participantName, stockCode } = told.weekDecreaseList[0]!
    const search = page.getByRole('searchbox', { name: 'Code, stock or participant' })
    await search.fill(participantName)
    await expect(rows(page, titles[3]).first()).toContainText(participantName)
    const lists = [told.dayIncreaseList, told.dayDecreaseList, told.weekIncreaseList, told.weekDecreaseList]
    const found = lists.flat().filter(row => row.participantName === participantName).length
    await expect(page.getByRole('main').locator('tbody tr')).toHaveCount(found)
    await search.fill(String(Number(stockCode)))
    await expect(rows(page, titles[3]).first()).toContainText(stockCode)
    await search.fill('nobody is called so')
    for (const title of titles) await expect(card(page, title)).toContainText('No changes match the search.')
    await search.press('Escape')
    await expect(rows(page, titles[0])).toHaveCount(20)
    await page.getByLabel('Settlement date').selectOption(told.dayBefore!)
    await expect(page).toHaveURL(new RegExp(`date=${told.dayBefore}`))
    await expect(card(page, titles[0])).toContainText(`to ${withoutYear(told.dayBefore!)}`)
    await page.reload()
    await expect(page.getByLabel('Settlement date')).toHaveValue(told.dayBefore!)
  })
})

test('staff upload holdings and roll the upload back from the history; one invalid line makes the server reject the whole file (AMB-197)', async ({
  page,
}) => {
  await signIn(page, 'staff', '/admin/upload?form=shareholding')
  const { dayIncreaseList } = await asPerson<ShareholdingChanges>(page, '/ccass')
  const { stockCode } = dayIncreaseList[0]!
  const head = 'stockCode,shareholdingDate,participantId,participantName,shareholding,shareholdingPercent'
  const send = async (...lines: string[]) => {
    const buffer = Buffer.from(`${[head, ...lines].join('\n')}\n`)
    await page.getByLabel('CCASS holdings file').setInputFiles({ name: 'ccass.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
  }
  await send(`${stockCode},2019-01-04,C00019,Amber Custody,5,-1`)
  expect(await alert(page)).toMatch(/^Error: line 2: shareholdingPercent is negative/)
  await page.getByRole('button', { name: /^Remove/ }).click()
  await send(`${stockCode},2019-01-04,C00019,Amber Custody,5,1.5`, `${stockCode},2019-01-04,B01013,Birch Brokers,5,1.5`)
  expect(await alert(page)).toBe('Success! 2 records inserted')
  await expect(page.getByRole('region', { name: 'Result' })).toContainText('settlement dates: 2019-01-04 to 2019-01-04')
  const record = page.getByRole('row').filter({ hasText: 'CCASS holdings' }).first()
  await expect(record).toContainText('2 new')
  await noViolations(page)
  await record.getByRole('button', { name: /^Roll back/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Roll back' }).click()
  expect(await alert(page)).toMatch(/^Rolled back: CCASS holdings/)
})

test('in Chinese and the dark theme on a phone, the shareholding page cuts nothing off, and every line can be pressed (SHC-01)', async ({
  browser,
}) => {
  const context = await browser.newContext({
    locale: 'zh-HK',
    colorScheme: 'dark',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  await signIn(page, 'hk-yearly', path)
  const first = page.getByRole('region', { name: '單日增持首 20 名' })
  await expect(first.locator('tbody tr')).toHaveCount(20)
  expect(await sticksOut(page)).toEqual([])
  for (const link of await first.locator('tbody tr').first().getByRole('link').all())
    expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(43.9)
  // About half of the 97 px that a row would need if the participant were below the stock.
  expect((await first.locator('tbody tr').nth(1).boundingBox())!.height).toBeLessThanOrEqual(53)
  await noViolations(page)

  await test.step('the four lists are tabs that are kept in the address; an unknown tab opens the first', async () => {
    await expect(page.getByRole('main').getByRole('table')).toHaveCount(1)
    await page.getByRole('tab', { name: '一週減持' }).tap()
    await expect(page).toHaveURL(/tab=week-down/)
    await expect(page.getByRole('region', { name: '一週減持首 20 名' }).locator('tbody tr')).toHaveCount(20)
    await page.reload()
    await expect(page.getByRole('tab', { name: '一週減持' })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('main').getByRole('table')).toHaveCount(1)
    expect(await sticksOut(page)).toEqual([])
    await page.goto(`${path}?tab=sideways`)
    await expect(page.getByRole('tab', { name: '單日增持' })).toHaveAttribute('aria-selected', 'true')
    await expect(first.locator('tbody tr')).toHaveCount(20)
  })
  await first.locator('tbody tr').first().getByRole('link').first().tap()
  await expect(panel(page).getByRole('table', { name: '持股及變動' })).toBeVisible()
  await atRest(page)
  expect(await sticksOut(page)).toEqual([])
  await noViolations(page)
  await context.close()
})
