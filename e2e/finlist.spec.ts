import type { FinListStock } from '@finlist/contract/finlist'
import { expect, type Page, test } from '@playwright/test'
import { noViolations } from './accessibility.ts'
import { inEachLook } from './looks.ts'
import { enter, kept, listen, signIn } from './people.ts'
import { publish } from './staff.ts'

const table = (page: Page) => page.getByRole('main').getByRole('table')
const rows = (page: Page) => page.locator('tbody tr[data-code]')
const panel = (page: Page) => page.getByRole('dialog')
const head = (page: Page, name: string | RegExp) => table(page).getByRole('columnheader', { name })
const codes = (page: Page) => rows(page).evaluateAll(found => found.map(row => row.getAttribute('data-code')!))
const column = (page: Page, at: number) =>
  rows(page).evaluateAll(
    (found, index) => found.map(row => (row as HTMLTableRowElement).cells[index]!.innerText.trim()),
    at,
  )
const asNumbers = (cells: string[]) => cells.filter(cell => cell !== '–').map(cell => Number(cell.replace(/[,+]/g, '')))
const firstRow = (page: Page) => rows(page).first().getByRole('link')

test('dates first, then the list of the first one; codes ascending (FIN-01, 03, 11, 12, 30, 31)', async ({ page }) => {
  await enter(page.request, 'hk-yearly')
  const calls = listen(page)
  await page.goto('/finlist-hk')
  await expect(rows(page).first()).toBeVisible()
  const asked = calls.filter(({ call }) => /^GET \/finlist\/HKEX(\/issue-dates)?$/.test(call))
  expect(asked.map(({ call }) => call)).toEqual(['GET /finlist/HKEX/issue-dates', 'GET /finlist/HKEX'])
  const tabs = page.getByRole('tab')
  expect(await tabs.count()).toBeGreaterThan(1)
  const dates = await tabs.evaluateAll(found => found.map(tab => tab.getAttribute('data-value')!))
  expect(dates).toEqual(dates.toSorted().reverse())
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true')
  expect(asked[1]!.url.searchParams.get('issueDate')).toBe(dates[0])
  await expect(head(page, 'Code')).toHaveAttribute('aria-sort', 'ascending')
  const shown = await codes(page)
  expect(shown).toEqual(shown.toSorted((a, b) => Number(a) - Number(b)))
  await expect(page.getByRole('main')).toContainText(`${shown.length} stocks`)
  await expect(page.getByRole('main')).toContainText('Data as at')
})

test('an issue by click, by arrow key and by address; the back button returns (FIN-03)', async ({ page }) => {
  await signIn(page, 'hk-yearly')
  await expect(rows(page).first()).toBeVisible()
  const tabs = page.getByRole('tab')
  const third = (await tabs.nth(2).getAttribute('data-value'))!
  await tabs.nth(2).click()
  await expect(page).toHaveURL(`/?issueDate=${third}`)
  await expect(tabs.nth(2)).toHaveAttribute('aria-selected', 'true')
  await expect(rows(page).first()).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(tabs.nth(3)).toBeFocused()
  await expect(tabs.nth(3)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('End')
  await expect(tabs.last()).toBeFocused()
  await expect(tabs.last()).toBeInViewport()
  await page.goBack()
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true')
  const last = (await tabs.last().getAttribute('data-value'))!
  await page.goto(`/finlist-hk?issueDate=${last}`)
  await expect(tabs.last()).toHaveAttribute('aria-selected', 'true')
  await expect(tabs.last()).toBeInViewport()
  await page.goto('/finlist-hk?issueDate=1999-01-01')
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true')
  await expect(rows(page).first()).toBeVisible()
})

test('every column sorts, the active one turns round, by mouse and keyboard (FIN-07, 13, 15)', async ({ page }) => {
  await signIn(page, 'hk-yearly')
  await expect(rows(page).first()).toBeVisible()
  expect(await table(page).getByRole('columnheader').count()).toBe(11)
  for (const [name, at] of [
    ['Close', 2],
    ['Change', 3],
    ['Vol. change', 5],
    ['Percival Score', 6],
    ['Buy point', 8],
  ] as const) {
    // biome-ignore format: a list
    const button = table(page).getByRole('button', { name: new RegExp(`^${name}`) })
    await button.click()
    await expect(head(page, new RegExp(`^${name}`))).toHaveAttribute('aria-sort', 'ascending')
    const up = asNumbers(await column(page, at))
    expect(up, name).toEqual(up.toSorted((a, b) => a - b))
    await button.press('Enter')
    await expect(head(page, new RegExp(`^${name}`))).toHaveAttribute('aria-sort', 'descending')
    const down = asNumbers(await column(page, at))
    expect(down, name).toEqual(down.toSorted((a, b) => b - a))
  }
  for (const name of ['Name', 'Volume', 'Pattern', 'Sub-sector', 'Code']) {
    await table(page)
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .click()
    await expect(head(page, new RegExp(`^${name}`))).toHaveAttribute('aria-sort', 'ascending')
  }
  await table(page).getByRole('button', { name: 'Code' }).click()
  const shown = await codes(page)
  expect(shown).toEqual(shown.toSorted((a, b) => Number(b) - Number(a)))
})

test('search by code with and without padding and by either name (FIN-04)', async ({ page }) => {
  const issue = await publish(page, stocks => Object.assign(stocks[0]!, { stockCode: '0005' }))
  await signIn(page, 'hk-yearly', issue)
  await expect(rows(page).first()).toBeVisible()
  const all = await rows(page).count()
  const name = (await rows(page).first().locator('td').nth(1).innerText()).trim()
  const search = page.getByRole('searchbox')
  for (const typed of ['0005', '00005', name.toUpperCase()]) {
    await search.fill(typed)
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toHaveAttribute('data-code', '0005')
    await expect(page.getByRole('main')).toContainText(`1 of ${all} stocks`)
  }
  await search.fill('5')
  await expect(page.locator('tr[data-code="0005"]')).toBeVisible()
  await search.fill('nothing is called this')
  await expect(page.getByText('No stock matches.')).toBeVisible()
  await search.press('Escape')
  await expect(rows(page)).toHaveCount(all)
})

test('low turnover is greyed, said in words, and can be left out (FIN-05, 19)', async ({ page }) => {
  const issue = await publish(page, stocks =>
    stocks.forEach((stock, at) => Object.assign(stock, { isLowTurnover: at < 2 })),
  )
  await signIn(page, 'hk-yearly', issue)
  await expect(rows(page).first()).toBeVisible()
  const all = await rows(page).count()
  const low = page.locator('tr[data-low-turnover]')
  await expect(low).toHaveCount(2)
  await expect(low.first()).toContainText('Low turnover')
  const colour = (at: number) =>
    rows(page)
      .nth(at)
      .evaluate(row => getComputedStyle(row).color)
  expect(await colour(0)).not.toBe(await colour(2))
  const control = page.getByRole('switch', { name: 'Show low-turnover stocks' })
  await expect(control).toBeChecked()
  await page.getByText('Show low-turnover stocks').click()
  await expect(low).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText(`${all - 2} of ${all} stocks`)
  await control.press('Space')
  await expect(low).toHaveCount(2)
})

test('a buy point is marked lightly, with a pattern strongly, not by colour alone (FIN-16, 17, 18)', async ({
  page,
}) => {
  const kinds = [
    { buyPoint: -1, patternType: 'NIL' },
    { buyPoint: 12.3, patternType: 'NIL' },
    { buyPoint: 12.3, patternType: 'CWH' },
    { buyPoint: -1, patternType: 'BASE' },
  ] as const
  const issue = await publish(page, stocks => kinds.forEach((kind, at) => Object.assign(stocks[at]!, kind)))
  await signIn(page, 'hk-yearly', issue)
  await expect(rows(page).first()).toBeVisible()
  const paper = (at: number) =>
    rows(page)
      .nth(at)
      .evaluate(row => getComputedStyle(row).backgroundColor)
  await page.mouse.move(0, 0)
  expect(new Set([await paper(0), await paper(1), await paper(2)]).size).toBe(3)
  expect(await paper(3)).toBe(await paper(0))
  await expect(rows(page).nth(1)).toContainText('Buy point')
  await expect(rows(page).nth(2)).toContainText('Pattern and buy point')
  await expect(rows(page).nth(2).getByText('CWH')).toHaveAttribute('title', 'Cup with handle')
  await expect(rows(page).nth(3)).toContainText('BASE')
  await expect(rows(page).nth(0)).not.toContainText('NIL')
})

test('numbers: padded codes, M and B, signs and arrows (FIN-35, 36)', async ({ page }) => {
  const issue = await publish(page, stocks => {
    Object.assign(stocks[0]!, { stockCode: '5', volume: 12_345_678, closeChange: 3.25, volumeChange: -4 })
    Object.assign(stocks[1]!, { volume: 2_500_000_000, closeChange: null })
    Object.assign(stocks[2]!, { volume: 120_000 })
  })
  await signIn(page, 'hk-yearly', issue)
  await expect(firstRow(page)).toHaveText('0005')
  expect((await column(page, 4)).slice(0, 3)).toEqual(['12.35M', '2.50B', '0.12M'])
  expect((await column(page, 3)).slice(0, 2)).toEqual(['+3.25', '–'])
  const arrow = (at: number) =>
    rows(page)
      .first()
      .locator('td')
      .nth(at)
      .locator('span')
      .evaluate(span => getComputedStyle(span, '::before').content)
  expect([await arrow(3), await arrow(5)].join()).toMatch(/▲.*▼/)
  expect((await column(page, 5))[0]).toBe('-4.00')
})

test('the panel: reason, profile, eight quarters, chart; it keeps the place of the list (FIN-01, 20, 21, 22, 23, 24)', async ({
  page,
}) => {
  const issue = await publish(page, stocks => {
    Object.assign(stocks[0]!, { patternType: 'CWH', buyPoint: 10.32, close: 10 })
    Object.assign(stocks[0]!.fundamentalData.q1!, {
      thisReportDate: 20_240_331,
      epsChange: 12_000,
      salesChange: -12_000,
    })
  })
  await signIn(page, 'hk-yearly', issue)
  await expect(rows(page).first()).toBeVisible()
  const before = await page.evaluate(() => scrollY)
  await rows(page).first().locator('td').nth(1).click()
  await expect(panel(page)).toContainText('Cup with handle, buy point 10.32, 3.2 % above the close')
  await expect(page).toHaveURL(/[?&]stock=/)
  await expect(panel(page).getByText('Sub-sector')).toBeVisible()
  const quarters = panel(page).getByRole('region', { name: 'Fundamentals by quarter' })
  await expect(quarters.getByRole('columnheader')).toHaveCount(9)
  await expect(quarters.getByRole('columnheader').nth(1)).toContainText('31 Mar 2024')
  await expect(quarters).toContainText('> 9999')
  await expect(quarters).toContainText('< -9999')
  await expect(panel(page).locator('canvas').first()).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(before)
  await panel(page).getByRole('heading').first().focus()
  const order = await codes(page)
  const slowly = await page.context().newCDPSession(page)
  await slowly.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  for (const [key, at] of [
    ...Array<[string, number][]>(4)
      .fill([
        ['Down', 1],
        ['Up', 0],
      ])
      .flat(),
    ['Down', 1],
  ] as const) {
    await page.keyboard.press(`Arrow${key}`)
    await expect(page).toHaveURL(new RegExp(`stock=${order[at]}`))
  }
  await slowly.detach()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(page).toHaveURL(issue)
  await expect(rows(page).nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel(page)).toBeVisible()
  await rows(page).nth(3).locator('td').nth(1).click()
  await expect(page).toHaveURL(new RegExp(`stock=${order[3]}`))
  await page.goBack()
  await expect(panel(page)).toBeHidden()
  await page.goto(`/finlist-hk?stock=${order[2]}`)
  await expect(panel(page)).toContainText(order[2]!)
  await panel(page).getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL('/finlist-hk')
})

test('percent changes beyond 9999 are cut (FIN-37)', async ({ page }) => {
  const issue = await publish(page, stocks =>
    Object.assign(stocks[0]!.fundamentalData.q1!, { epsChange: 9999, salesChange: 9999.01, npmChange: -10_000 }),
  )
  await signIn(page, 'hk-yearly', issue)
  await firstRow(page).click()
  const quarters = panel(page).getByRole('region', { name: 'Fundamentals by quarter' })
  await expect(quarters).toContainText('+9,999.00')
  await expect(quarters.getByText('> 9999')).toHaveCount(1)
  await expect(quarters.getByText('< -9999')).toHaveCount(1)
})

test('the chart: arrow keys walk the bars and read them out; a table says the same (FIN-24)', async ({ page }) => {
  await signIn(page, 'us-yearly', '/finlist-us')
  await firstRow(page).click()
  const chart = panel(page).getByRole('application')
  await expect(chart.locator('canvas').first()).toBeVisible()
  await chart.focus()
  await page.keyboard.press('ArrowLeft')
  const said = panel(page).getByRole('status')
  await expect(said).toContainText(/open [\d.,]+, high [\d.,]+, low [\d.,]+, close [\d.,]+, volume [\d.,]+[MB]/)
  const last = await said.innerText()
  await page.keyboard.press('Home')
  await expect(said).not.toHaveText(last)
  await page.keyboard.press('End')
  await expect(said).toHaveText(last)
  await expect(panel(page).getByRole('table', { name: 'The last 30 trading days' }).getByRole('row')).toHaveCount(31)
  await expect(chart.locator('a[href*="tradingview.com"]')).toBeAttached()
})

test('CCASS: ten holders and a pie for Hong Kong, none elsewhere (FIN-25, 32, 33)', async ({ page }) => {
  await signIn(page, 'hk-yearly')
  const order = await firstRow(page).innerText()
  await firstRow(page).click()
  const holders = panel(page).getByRole('table', { name: 'Top 10 holders in CCASS' })
  await expect(holders.getByRole('row')).toHaveCount(12)
  expect(order).toMatch(/^\d{4,5}$/)
  const percents = asNumbers(await holders.locator('tbody tr td:last-child').allInnerTexts())
  expect(percents.slice(0, 10)).toEqual(percents.slice(0, 10).toSorted((a, b) => b - a))
  expect(percents.reduce((sum, part) => sum + part, 0)).toBeCloseTo(100, 1)
  await expect(panel(page).locator('svg path').last()).toBeVisible()
  await expect(panel(page)).toContainText('Holdings as at')
})

test('CCASS does not exist for US, and its refusal or failure closes only its part (FIN-25, AMB-84)', async ({
  page,
}) => {
  await signIn(page, 'friend', '/finlist-us')
  const calls = listen(page)
  await firstRow(page).click()
  await expect(panel(page).locator('canvas').first()).toBeVisible()
  await expect(panel(page)).not.toContainText('CCASS')
  expect(calls.some(({ call }) => call.includes('/ccass/'))).toBe(false)
  await page.route('**/api/ccass/finlist?**', route =>
    route.fulfill({ status: 403, json: { status: 'Forbidden', errors: [{ message: 'Forbidden' }] } }),
  )
  await page.goto('/finlist-hk')
  await firstRow(page).click()
  await expect(panel(page)).toContainText('CCASS holdings come with a FinList Hong Kong subscription.')
  await expect(panel(page).locator('canvas').first()).toBeVisible()
})

test('without the right: one real row, the others masked and closed, a way to subscribe (FIN-10, 26, 27, 28, 29)', async ({
  page,
}) => {
  await signIn(page, 'free')
  await expect(page.locator('tbody[aria-hidden] tr').first()).toBeAttached()
  const calls = listen(page)
  const answer = page.waitForResponse('**/api/free/finlist/HKEX')
  await page.reload()
  const { data } = (await (await answer).json()) as { data: { total: number; stockList: FinListStock[] } }
  const real = table(page).getByRole('row').filter({ hasText: data.stockList[0]!.stockName })
  await expect(real).toBeVisible()
  const fillers = page.locator('tbody[aria-hidden] tr')
  await expect(fillers).toHaveCount(Math.min(200, data.total - 1))
  const veil = await page.locator('tbody[aria-hidden]').evaluate(body => {
    const { filter, userSelect } = getComputedStyle(body)
    return { filter, userSelect }
  })
  expect(veil.filter).toContain('blur')
  expect(veil.userSelect).toBe('none')
  await real.click()
  await expect(panel(page)).toHaveCount(0)
  const notice = page.getByRole('region', { name: 'One pick of this issue is open to you' })
  await expect(notice).toBeFocused()
  await fillers.nth(3).click({ force: true })
  await expect(panel(page)).toHaveCount(0)
  expect(calls.some(({ call }) => call.startsWith('GET /tvchart'))).toBe(false)
  await page.goto(`/finlist-hk?stock=${data.stockList[0]!.stockCode}`)
  await expect(real).toBeVisible()
  await expect(panel(page)).toHaveCount(0)
  await notice.getByRole('link', { name: 'Subscribe now' }).click()
  await expect(page).toHaveURL('/subscribe')
})

test('the number of fillers follows the total (FIN-28)', async ({ page }) => {
  await enter(page.request, 'us-yearly')
  for (const market of ['hk', 'jp']) {
    const answer = page.waitForResponse(/\/api\/free\/finlist\//)
    await page.goto(`/finlist-${market}`)
    const { data } = (await (await answer).json()) as { data: { total: number } }
    await expect(page.locator('tbody[aria-hidden] tr')).toHaveCount(Math.min(200, data.total - 1))
  }
  await page.goto('/finlist-us')
  await expect(firstRow(page)).toBeVisible()
})

test('a failure shows the general error, and trying again mends it (FIN-14)', async ({ page }) => {
  await enter(page.request, 'hk-yearly')
  const failure = { status: 500, json: { status: 'Error', errors: [{ message: 'x' }] } }
  await page.route('**/api/finlist/HKEX/issue-dates', route => route.fulfill(failure))
  await page.goto('/finlist-hk')
  await expect(page.getByRole('alert')).toContainText('We cannot provide this information at the moment.')
  await page.unroute('**/api/finlist/HKEX/issue-dates')
  await page.route(/\/api\/finlist\/HKEX\?/, route => route.abort())
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('tab').first()).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('We cannot provide this information')
  await page.unroute(/\/api\/finlist\/HKEX\?/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(page).first()).toBeVisible()
})

test('the help: columns, codes, marks and the guidance with its limits (FIN-06, 17, 38)', async ({ page }) => {
  await signIn(page, 'hk-yearly')
  await page.getByRole('button', { name: 'How to read this list' }).click()
  const help = page.getByRole('dialog', { name: 'How to read this list' })
  for (const words of ['CUP', 'CWH', 'FB', 'DB', 'BASE', '7-8%', '20-25%', '50-day average', '50% above average', 'more than 5% above the breakout price', 'no buy or sell signals', 'For education only']) // biome-ignore format: a list
    await expect(help).toContainText(words)
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await expect(page.getByRole('button', { name: 'How to read this list' })).toBeFocused()
})

test('each market notes its own viewing; the others link to one another (FIN-02, 08, 09, NOTE-10, 11, 15)', async ({
  page,
}) => {
  await signIn(page, 'friend', '/education')
  const never = '2021-09-01T00:00:00.000Z'
  const viewed = async () =>
    ((await kept(page, 'pageLastViewed')) as { finlist: Record<string, string> } | null)?.finlist
  for (const market of ['hk', 'us', 'jp', 'cn', 'tw']) {
    expect((await viewed())?.[market] ?? never).toBe(never)
    await page.goto(`/finlist-${market}`)
    await expect(rows(page).first()).toBeVisible()
    const time = (await viewed())![market]!
    expect(Date.parse(time)).toBeGreaterThan(Date.parse(never))
    const links = page.getByRole('navigation', { name: 'FinList of other markets' }).getByRole('link')
    await expect(links).toHaveCount(market === 'hk' ? 0 : 4)
  }
  await page.goto('/finlist-us')
  const others = page.getByRole('navigation', { name: 'FinList of other markets' })
  await others.getByRole('link', { name: 'Japan' }).click()
  await expect(page).toHaveURL('/finlist-jp')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('FinList Japan')
})

test('in Chinese: Chinese names where there are any, nothing mixed (FIN-47)', async ({ browser }) => {
  const page = await (await browser.newContext({ locale: 'zh-HK', viewport: { width: 1440, height: 900 } })).newPage()
  const issue = await publish(page, stocks =>
    Object.assign(stocks[1]!, { stockCode: '0100', stockNameZh: '', stockName: 'Only English Ltd' }),
  )
  await signIn(page, 'hk-yearly', issue)
  await expect(rows(page).first()).toBeVisible()
  const [first, second] = await column(page, 1)
  expect(first).toMatch(/[\u4e00-\u9fff]/)
  expect(second).toContain('Only English Ltd')
  for (const words of ['代號', '升跌', '成交量', '買入點位', '圖表形態'])
    await expect(table(page).getByRole('columnheader').filter({ hasText: words }).first()).toBeVisible()
  await page.getByRole('searchbox').fill(first!)
  await expect(rows(page)).toHaveCount(1)
  await firstRow(page).click()
  await expect(panel(page)).toContainText('公司簡介')
  await expect(panel(page)).toContainText('中央結算系統十大持股者')
  await noViolations(page)
})

inEachLook(language => {
  const said =
    language === 'zh'
      ? { help: '名單說明', holders: '中央結算系統十大持股者' }
      : { help: 'How to read this list', holders: 'Top 10 holders in CCASS' }

  test('no accessibility fault: list, panel, help, preview', async ({ page }) => {
    await signIn(page, 'hk-yearly')
    await expect(rows(page).first()).toBeVisible()
    await noViolations(page)
    await firstRow(page).click()
    await expect(panel(page).locator('canvas').first()).toBeVisible()
    await expect(panel(page).getByRole('table', { name: said.holders })).toBeVisible()
    await noViolations(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: said.help }).click()
    await expect(panel(page)).toBeVisible()
    await noViolations(page)
    await page.goto('/finlist-us')
    await expect(page.locator('tbody[aria-hidden] tr').first()).toBeVisible()
    await noViolations(page)
  })
})

test('a later visit asks for the newest issue of last time with the dates; a newer one still stands first', async ({
  page,
}) => {
  await signIn(page, 'hk-yearly')
  await expect(rows(page).first()).toBeVisible()
  const { HKEX: newest } = (await kept(page, 'newestIssues')) as { HKEX: string }
  const isList = /\/api\/finlist\/HKEX\?issueDate=/
  const asked = page.waitForRequest(isList)
  await page.route('**/api/finlist/HKEX/issue-dates', async route => {
    await asked
    await route.continue()
  })
  await page.reload()
  await expect(rows(page).first()).toBeVisible()
  expect(new URL((await asked).url()).searchParams.get('issueDate')).toBe(newest)
  await page.unroute('**/api/finlist/HKEX/issue-dates')

  const older = await publish(page, () => undefined)
  const day = new URL(older, page.url()).searchParams.get('issueDate')!
  await page.evaluate(date => localStorage.setItem('newestIssues', JSON.stringify({ HKEX: date })), day)
  const lists: string[] = []
  page.on('request', request => {
    if (isList.test(request.url())) lists.push(new URL(request.url()).searchParams.get('issueDate')!)
  })
  await page.reload()
  await expect(page.getByRole('tabpanel')).toHaveAccessibleName(newest)
  await expect(rows(page).first()).toBeVisible()
  expect(lists).toEqual([day, newest])
  expect(await kept(page, 'newestIssues')).toEqual({ HKEX: newest })
})

test('the first view needs at most 160 kB of JavaScript, 20 requests and no chart engine', async ({
  page,
  context,
}) => {
  await signIn(page, 'hk-yearly')
  await expect(rows(page).first()).toBeVisible()
  await page.close()
  const fresh = await context.newPage()
  const client = await context.newCDPSession(fresh)
  await client.send('Network.enable')
  await client.send('Network.setCacheDisabled', { cacheDisabled: true })
  await fresh.addInitScript(() => Object.defineProperty(navigator, 'serviceWorker', { value: undefined }))
  const sent: string[] = []
  const scripts = new Map<string, number>()
  fresh.on('request', request => sent.push(new URL(request.url()).pathname))
  fresh.on('requestfinished', request => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js'))
      void request.sizes().then(({ responseBodySize }) => scripts.set(pathname, responseBodySize))
  })
  const list = fresh.waitForResponse(/\/api\/finlist\/HKEX\?/)
  await fresh.goto('/finlist-hk')
  await list
  // What the shell asks for its own marks, and the device check before each, is not the list's.
  const marks = sent.filter(path => /last-updated|\/status\/notifications/.test(path)).length
  const toFirstView = sent.length - 2 * marks
  await expect(rows(fresh).first()).toBeVisible()
  await fresh.waitForLoadState('networkidle')
  const kilobytes = [...scripts.values()].reduce((sum, size) => sum + size, 0) / 1000
  console.log(
    `FinList first view: ${kilobytes.toFixed(1)} kB of JavaScript as sent, ${toFirstView} requests (${sent.length} with the shell's marks)`,
  )
  expect(kilobytes).toBeLessThanOrEqual(160)
  expect(toFirstView).toBeLessThanOrEqual(20)
  expect([...scripts.keys()].join()).not.toMatch(/candle-chart/)
})
