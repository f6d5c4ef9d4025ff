import type { WatchlistStock } from '@finlist/contract/watchlist'
import { exchangeIds } from '@finlist/domain/markets'
import { inWords } from '@finlist/i18n/in-words'
import { expect, type Page, test } from '@playwright/test'
import { alert, listen, signIn, signInAs } from '../accounts.ts'
import { asPerson } from '../api.ts'
import { letThrough } from '../held.ts'
import { errorsOf, fill, newList, savedBy, withoutLists } from '../lists.ts'

// The tests share one account's lists, so they run one after the other.
test.describe.configure({ mode: 'default' })

const rows = (page: Page) => page.locator('tr[data-code]')
const opener = (page: Page, at: number) => rows(page).nth(at).locator('button[aria-expanded]').first()
const tabs = (page: Page) => page.getByRole('tab')
const dialog = (page: Page) => page.getByRole('dialog')
const question = (page: Page) => page.getByRole('alertdialog')
const createButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Create a watchlist' })
const addButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Add to watchlist' })
const number = (text: string | undefined) => Number(text!.replace(/[^\d.-]/g, ''))
const column = (page: Page, at: number) =>
  rows(page).evaluateAll(
    (found, index) => found.map(row => (row as HTMLTableRowElement).cells[index]!.innerText.trim()),
    at,
  )
const codes = async (page: Page) => (await column(page, 0)).map(cell => cell.split(/\s/)[0]!)

/** Opens the watchlists of a user who has one list, with the given number of stocks. */
async function withList(page: Page, name: string, stocks: number): Promise<{ id: number; codes: string[] }> {
  await withoutLists(page)
  const id = await newList(page, name)
  const filled = stocks > 0 ? await fill(page, id, stocks) : []
  await page.goto('/watchlist')
  await expect(tabs(page)).toHaveCount(1)
  if (stocks > 0) await expect(rows(page)).toHaveCount(stocks)
  return { id, codes: filled }
}
const menuOf = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `Actions for “${name}”` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
const rowMenu = async (page: Page, at: number, item: string) => {
  await rows(page)
    .nth(at)
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('each list is a tab, of which the first is selected, and shows figures, totals and each position’s status; there can be three lists of twenty stocks; a row opens its panel; refusals and failures are shown (WL-01, 02, 04, 06, 07, 08, 11, 13, 14, 15, 17, 19, 21, 22, 28, 31, 33, 38)', async ({
  page,
}) => {
  await signInAs(page, 'full-lists')
  const lists = page.waitForResponse('**/api/watchlist/user')
  const asksForBypass: string[] = []
  page.on('request', request => request.url().endsWith('/watchlist/bypass-limit') && asksForBypass.push(request.url()))
  const positions = page.waitForResponse(/\/api\/watchlist\/\d+$/)
  await page.goto('/watchlist')
  const { data } = (await (await lists).json()) as { data: { watchlistId: number; watchlistName: string }[] }
  expect(data).toHaveLength(3)
  await expect(tabs(page)).toHaveText(data.map(({ watchlistName }) => new RegExp(watchlistName)))
  await expect(tabs(page).first()).toHaveAttribute('aria-selected', 'true')
  expect((await positions).url()).toContain(`/watchlist/${data[0]!.watchlistId}`)
  const { stockList } = ((await (await positions).json()) as { data: { stockList: WatchlistStock[] } }).data
  await expect(page.getByRole('columnheader')).toHaveText([
    /Ticker/, 'Price', 'Volume', 'Buy price', 'Shares', 'Cost', 'Total value', /^Profit/, 'Status',
    /^To stop/, /^To limit/, /^To target/, /^To 50-day/, 'Actions',
  ]) // biome-ignore format: a list
  await expect(rows(page)).toHaveCount(20)
  await expect(page.getByRole('main')).toContainText('20 records')
  for (const row of await rows(page).all()) {
    const cells = await row.locator('th, td').allInnerTexts()
    const stock = stockList.find(({ stockCode }) => cells[0]!.startsWith(stockCode))!
    const cost = stock.buyPrice * stock.shares
    const total = stock.currentPrice! * stock.shares
    // Amounts of 100,000 or more are shown without decimals.
    const isAbout = (said: string | undefined, amount: number) =>
      expect(Math.abs(number(said) - amount)).toBeLessThanOrEqual(Math.abs(amount) < 100_000 ? 0.05 : 0.5)
    isAbout(cells[5], cost)
    isAbout(cells[6], total)
    const [profit, percent] = cells[7]!.split(/\s+/).filter(text => /\d/.test(text))
    isAbout(profit, total - cost)
    expect(number(percent)).toBeCloseTo(((total - cost) / cost) * 100, 1)
  }
  // The client makes no call for which the user lacks the right. That the server refuses the call is tested by
  // access-matrix.ts.
  expect(asksForBypass).toEqual([])
  await expect(createButton(page)).toHaveCount(0)
  await expect(addButton(page)).toBeDisabled()
  await expect(addButton(page)).toHaveAccessibleDescription('A watchlist holds at most 20 stocks')
  await tabs(page).nth(1).click()
  await expect(page.getByRole('rowheader').filter({ hasText: /^(USD|JPY|CNY|TWD)/ })).toHaveCount(4)
  await test.step('a row opens its panel with the sector, the profile, the chart, and the position’s status according to the guidance', async () => {
    await tabs(page).first().click()
    // Waits for the tab first, because the previous list has as many rows.
    await expect(tabs(page).first()).toHaveAttribute('aria-selected', 'true')
    await rows(page).nth(2).locator('th, td').nth(3).click()
    const panel = dialog(page)
    await expect(panel.getByText('Sector', { exact: true })).toBeVisible()
    await expect(panel.getByText('Sub-sector')).toBeVisible()
    await expect(panel.getByRole('heading', { name: 'Profile' })).toBeVisible()
    await expect(panel.locator('canvas').first()).toBeVisible()
    await expect(panel.getByRole('heading', { name: 'Discipline' })).toBeVisible()
    const order = await codes(page)
    await expect(panel.getByRole('heading').first()).toContainText(order[2]!)
    await panel.getByRole('heading').first().focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect(panel.getByRole('heading').first()).toContainText(order[3]!)
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(opener(page, 3)).toBeFocused()
  })

  await test.step('ten placeholder rows are shown while a list loads; after a failure, the page says so and offers a retry', async () => {
    let answer!: (how: 'go' | 'fail') => void
    const held = new Promise<'go' | 'fail'>(resolve => (answer = resolve))
    await page.route(/\/api\/watchlist\/\d+$/, async route =>
      (await held) === 'go' ? route.continue() : route.fulfill({ status: 500, json: { status: 'Error', errors: [] } }),
    )
    await page.goto('/watchlist')
    await expect(page.locator('[data-waiting] li')).toHaveCount(10)
    answer('fail')
    await expect(page.getByRole('alert')).toContainText('We cannot provide this information at the moment.')
    await letThrough(page, /\/api\/watchlist\/\d+$/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(rows(page)).toHaveCount(20)
  })

  await test.step('without the right, the no-access text is shown, whichever call is refused', async () => {
    await page.route(/\/api\/watchlist\/\d+$/, route =>
      route.fulfill({ status: 403, json: { status: 'Forbidden', errors: [{ message: 'Forbidden' }] } }),
    )
    await page.goto('/watchlist')
    await expect(page.getByRole('alert')).toContainText('Whoops!')
    await page.context().clearCookies()
    await signIn(page, 'free', '/watchlist')
    await expect(page.getByRole('alert')).toContainText('Whoops! Seems like you need to subscribe to see this content.')
  })
})

test('a user with the right to exceed the limits can add a fourth list and a 21st stock (WL-04, 07, 33, 38)', async ({
  page,
}) => {
  await signInAs(page, 'friend')
  for (const name of ['One', 'Two', 'Three']) await newList(page, name)
  const [{ watchlistId }] = (await asPerson<{ watchlistId: number }[]>(page, '/watchlist/user')) as [
    { watchlistId: number },
  ]
  await fill(page, watchlistId, 20)
  const bypass = page.waitForResponse('**/api/watchlist/bypass-limit')
  await page.goto('/watchlist')
  await expect(rows(page)).toHaveCount(20)
  expect((await bypass).status()).toBe(200)
  await expect(addButton(page)).toBeEnabled()
  await createButton(page).click()
  await dialog(page).getByRole('textbox').fill('Four')
  await page.keyboard.press('Enter')
  await expect(tabs(page)).toHaveText([/One/, /Two/, /Three/, /Four/])
  await expect(tabs(page).nth(3)).toHaveAttribute('aria-selected', 'true')
})

test('lists can be created, renamed and deleted, and stocks can be added, modified and removed, each with a single call (WL-03, 05, 07, 12, 18, 24, 25, 26, 27, 29, 30, 32, 34, 35, 36, 37)', {
  tag: '@core',
}, async ({ page }) => {
  await signInAs(page, 'hk-monthly')
  await page.goto('/watchlist')
  await expect(page.getByText('Press + to create your first watch list')).toBeVisible()
  const calls = listen(page)
  const made = () =>
    calls.filter(({ call }) => /create|rename|delete/.test(call)).map(({ call, url }) => call + url.search)
  await createButton(page).click()
  await expect(dialog(page).getByRole('textbox')).toBeFocused()
  await dialog(page).getByRole('textbox').fill('   ')
  await dialog(page).getByRole('button', { name: 'Create' }).click()
  await expect(dialog(page)).toContainText('Please enter a name for the watchlist')
  expect(made()).toEqual([])
  await dialog(page).getByRole('textbox').fill('Growth')
  await dialog(page).getByRole('button', { name: 'Create' }).click()
  await expect(tabs(page)).toHaveText(/Growth/)
  await expect(page.getByText('No stocks yet.')).toBeVisible()

  await menuOf(page, 'Growth', 'Rename')
  await dialog(page).getByRole('textbox').fill('')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toContainText('Please enter a name for the watchlist')
  await dialog(page).getByRole('textbox').fill('Growth & income')
  await page.keyboard.press('Enter')
  await expect(tabs(page)).toHaveText(/Growth & income/)

  await menuOf(page, 'Growth & income', 'Delete')
  await expect(question(page)).toContainText('Delete “Growth & income”?')
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(tabs(page)).toHaveCount(1)
  await menuOf(page, 'Growth & income', 'Delete')
  await question(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Press + to create your first watch list')).toBeVisible()
  expect(made().map(call => call.replace(/\d+/, 'ID'))).toEqual([
    'GET /watchlist/create?watchlistName=Growth',
    'GET /watchlist/ID/rename?watchlistName=Growth+%26+income',
    'POST /watchlist/ID/delete',
  ])
  await test.step('a stock is found, and added with its price and number of shares', async () => {
    const { id } = await withList(page, 'Growth', 0)
    const calls = listen(page)
    await addButton(page).click()
    const price = dialog(page).getByLabel('Buy price')
    const shares = dialog(page).getByLabel('Shares')
    const save = dialog(page).getByRole('button', { name: 'Add to watchlist' })
    const search = dialog(page).getByRole('searchbox')
    await search.fill('13')
    await expect(dialog(page).getByRole('listitem').first()).toContainText('0013')
    await dialog(page).getByRole('listitem').first().getByRole('button').click()
    await expect(dialog(page).getByRole('status')).toHaveText('--')
    await shares.fill('1.5')
    await save.click()
    await expect(dialog(page)).toContainText('Please enter a whole number of at least 1')
    expect(calls.filter(({ call }) => call.startsWith('POST /watchlist'))).toEqual([])
    await price.fill('12.3456')
    await shares.fill('200')
    await save.click()
    await expect(dialog(page)).toBeHidden()
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page).first()).toContainText('12.3456')
    expect(calls.find(({ call }) => call.startsWith('POST /watchlist'))).toMatchObject({
      call: `POST /watchlist/${id}`,
      body: { stockCode: '0013', exchange: 'HKEX', buyPrice: 12.3456, shares: 200 },
    })
    expect(calls.some(({ call }) => call === 'GET /watchlist/stocks')).toBe(true)
  })

  const { id } = await withList(page, 'Growth', 2)

  await test.step('a position is modified, and is removed after a confirmation', async () => {
    const calls = listen(page)
    await rowMenu(page, 0, 'Modify')
    await expect(dialog(page).getByLabel('Buy price')).toHaveValue('10')
    await dialog(page).getByLabel('Buy price').fill('11.5')
    await dialog(page).getByLabel('Shares').fill('300')
    await expect(dialog(page).getByRole('status')).toHaveText('3,450.00')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(rows(page).first().locator('th, td').nth(5)).toHaveText('3,450.00')
    const entry = await rows(page).first().getAttribute('data-code')
    expect(calls.find(({ call }) => call.startsWith('POST'))).toMatchObject({
      call: `POST /watchlist/${id}/${entry}`,
      body: { buyPrice: 11.5, shares: 300 },
    })
    await rowMenu(page, 0, 'Remove')
    await expect(question(page)).toContainText('Are you sure you want to remove the stock from your watchlist?')
    await page.keyboard.press('Escape')
    await expect(rows(page)).toHaveCount(2)
    await rowMenu(page, 0, 'Remove')
    await question(page).getByRole('button', { name: 'Remove' }).click()
    await expect(rows(page)).toHaveCount(1)
    expect(calls.filter(({ call }) => call.endsWith('/delete')).map(({ call }) => call)).toEqual([
      `GET /watchlist/${id}/${entry}/delete`,
    ])
    await expect(page.getByRole('main')).toContainText('1 record')
  })
})

test('failed saves are logged and shown; a stock that is added to a list twice has two positions (WL-39; AMB-106)', async ({
  page,
}) => {
  await signInAs(page, 'hk-monthly')
  const { id } = await withList(page, 'Growth', 1)

  await test.step('failed saves are logged to the console and shown', async () => {
    const errors = errorsOf(page)
    await page.route(/\/api\/watchlist\/(\d+\/\d+|\d+\/rename\?.*|create\?.*)$/, route =>
      route.fulfill({ status: 500, json: { status: 'Error', errors: [{ message: 'No room in the barn' }] } }),
    )
    const writtenAndSaid = async (times: number) => {
      await expect.poll(() => errors.filter(text => text.includes('No room in the barn')).length).toBe(times)
      expect(await alert(page)).toBe('No room in the barn')
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toBeHidden()
    }
    await rowMenu(page, 0, 'Modify')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await writtenAndSaid(1)
    await menuOf(page, 'Growth', 'Rename')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await writtenAndSaid(2)
    await createButton(page).click()
    await dialog(page).getByRole('textbox').fill('Another')
    await page.keyboard.press('Enter')
    await writtenAndSaid(3)
    await letThrough(page, /\/api\/watchlist\/(\d+\/\d+|\d+\/rename\?.*|create\?.*)$/)
  })

  await test.step('the same stock twice in a list is two positions, each with its own panel', async () => {
    const [code] = await codes(page)
    await asPerson(page, `/watchlist/${id}`, { stockCode: code, exchange: 'HKEX', buyPrice: 20, shares: 7 })
    await page.reload()
    await expect(rows(page)).toHaveCount(2)
    const [first, second] = await column(page, 4)
    await opener(page, 1).click()
    await expect(dialog(page)).toContainText(second!)
    await expect(dialog(page).getByRole('heading').first()).toBeFocused()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(dialog(page).getByRole('definition').nth(2)).toHaveText(first!)
  })
})

test('a list is the same after it is exported as CSV and imported again; a faulty file adds nothing', async ({
  page,
}) => {
  await signInAs(page, 'hk-monthly')
  const { id, codes: listed } = await withList(page, 'Out & in', 3)
  await page.getByRole('button', { name: 'Actions for “Out & in”' }).click()
  const { name, text } = await savedBy(page, () => page.getByRole('menuitem', { name: 'Export as CSV' }).click())
  expect(name).toBe('Out & in Demo data.csv')
  expect(text.split('\r\n')).toEqual([
    'stockCode,exchange,buyPrice,shares',
    ...listed.map(code => `${code},HKEX,10,100`),
    '',
  ])
  await menuOf(page, 'Out & in', 'Import from CSV')
  const choose = (content: string) =>
    dialog(page)
      .getByLabel('Choose a CSV file')
      .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  const start = dialog(page).getByRole('button', { name: 'Import', exact: true })
  await expect(start).toBeDisabled()
  await choose(text.replace('HKEX,10', 'HKEX,-1').replace('HKEX,10,100', 'MARS,10,100'))
  await start.click()
  await expect(dialog(page).getByRole('listitem')).toHaveText([
    'Line 2: buyPrice must be a number of 0 or more',
    `Line 3: exchange must be ${inWords('en', exchangeIds, 'or')}`,
  ])
  await choose('stockCode,exchange,buyPrice,shares\n99999,HKEX,1,1')
  await start.click()
  await expect(dialog(page)).toContainText('99999')
  await choose(text)
  await start.click()
  await expect(dialog(page)).toContainText('3 stocks were added.')
  await dialog(page).getByRole('button', { name: 'Close' }).first().click()
  await expect(rows(page)).toHaveCount(6)
  const { stockList } = await asPerson<{ stockList: WatchlistStock[] }>(page, `/watchlist/${id}`)
  const facts = stockList.map(({ stockCode, buyPrice, shares }) => [stockCode, buyPrice, shares])
  expect(facts.slice(3)).toEqual(facts.slice(0, 3))
})
