import { type User, user } from '@finlist/contract/account/account'
import type { WatchlistStock } from '@finlist/contract/watchlist'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { freeOfLimits } from '../../../test/free-of-limits.ts'
import { giveHistory } from '../../../test/history.ts'
import { answerCalls } from '../../../test/network-edge.ts'
import { position } from '../../../test/positions.ts'
import { doubleText, looks, noViolations, show, sticksOut } from '../../../test/show.tsx'
import { smallChartAnswers } from '../../../test/small-charts.ts'
import { becomeQuiet } from '../../api/network-idle.ts'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { stocksToChoose } from '../../components/stock/stock-picker.tsx'
import { viewsOfPerson } from '../../components/views/list-view.ts'
import { watchlistsOfPerson } from '../../components/watchlists.ts'
import { fetchTexts } from '../../i18n/texts.ts'
import { positionsOf } from './queries.ts'
import { ratesOfNow } from './Totals.tsx'
import WatchlistScreen from './WatchlistScreen.tsx'

type Look = Parameters<typeof show>[1]

const list = { watchlistId: 7, watchlistName: 'Growth', stockCount: 0 }
const rows = () => [...document.querySelectorAll<HTMLTableRowElement>('tr[data-code]')]
const cards = () => [...document.querySelectorAll<HTMLElement>('li[data-code]')]
const column = (at: number) => rows().map(row => row.cells[at]!.innerText.trim())
const codes = () => column(0).map(cell => cell.split(/\s/)[0]!)
const number = (text: string | undefined) => Number(text!.replace(/[^\d.-]/g, ''))
const dialog = () => page.getByRole('dialog')
const canvas = () => document.querySelector('[role=dialog] canvas')

async function showPositions(stockList: WatchlistStock[], look: Look = {}) {
  queryClient.setQueryData(watchlistsOfPerson().queryKey, [list])
  queryClient.setQueryData(ratesOfNow().queryKey, known => known ?? [])
  freeOfLimits()
  queryClient.setQueryData(positionsOf(list.watchlistId).queryKey, { stockList })
  for (const { exchange, stockCode } of stockList) giveHistory(`${exchange}:${stockCode}`)
  await show(<WatchlistScreen />, { texts: ['watchlist'], ...look })
  await expect.poll(() => document.querySelectorAll('[data-code]').length).toBe(stockList.length)
}
const twenty = () => Array.from({ length: 20 }, (_, at) => position((at * 7) % 20, { watchlistStockId: 100 + at }))

test('positions are sorted by ticker at first, and each column can be sorted in both directions (WL-08, 23)', {
  tags: ['slow'],
}, async () => {
  await showPositions(twenty())
  const head = (name: string) =>
    page
      .getByRole('table')
      .first()
      .getByRole('columnheader', { name, exact: name !== 'Profit' })
  await expect.element(head('Ticker')).toHaveAttribute('aria-sort', 'ascending')
  const first = codes()
  expect(first).toEqual(first.toSorted((a, b) => Number(a) - Number(b)))
  await head('Ticker').getByRole('button').click()
  await expect.poll(codes).toEqual(first.toReversed())
  const names = ['Price', 'Volume', 'Buy price', 'Shares', 'Cost', 'Total value', 'Profit']
  for (const [index, name] of names.entries()) {
    const values = () => column(index + 1).map(cell => number(cell.split(/\s+/).find(text => /\d/.test(text))))
    await head(name).getByRole('button').first().click()
    await expect.element(head(name)).toHaveAttribute('aria-sort', 'descending')
    const down = values()
    expect({ name, down }).toEqual({ name, down: down.toSorted((a, b) => b - a) })
    await userEvent.keyboard('{Enter}')
    await expect.element(head(name)).toHaveAttribute('aria-sort', 'ascending')
    expect({ name, up: values() }).toEqual({ name, up: down.toSorted((a, b) => a - b) })
  }
  expect(head('Actions').getByRole('button').elements()).toHaveLength(0)
})

test('an unconfirmed price is marked, and the stock’s chart says that it may be an error', async () => {
  await showPositions([position(0), position(1, { stockCode: '9001', unconfirmed: true })])
  giveHistory('HKEX:9001', {}, ['2026-07-17'])
  const [marked, ...others] = rows().filter(row => row.textContent.includes('Unconfirmed move'))
  expect([marked?.textContent, others]).toEqual([expect.stringContaining('9001'), []])
  marked!.querySelector<HTMLElement>('button[aria-expanded]')!.click()
  await expect.element(dialog()).toMatchTextContent('Unconfirmed move on 17 July 2026: possibly a data error')
})

test('a position without a price shows two dashes, and the totals state the number of such positions (WL-20)', async () => {
  const unknown = { currentPrice: null, currentVolume: null, priceDate: null, average50: null }
  await showPositions([position(0), position(1, { stockCode: '9001', buyPrice: 2, shares: 50, ...unknown })])
  const silent = rows().find(row => row.textContent.includes('9001'))!
  const cells = [...silent.cells].map(({ innerText }) => innerText.trim())
  expect(cells[0]).toContain('9001')
  expect(cells.slice(1)).toEqual(['--', '--', '2.00', '50', '100.00', '--', '--', '--', '--', '--', '--', '--', ''])
  const totals = page.getByRole('region', { name: 'Totals of the list' })
  await expect.element(totals).toMatchTextContent('1 without a price')
  // The profit is the value less the cost.
  const [cost, value, profit] = [...totals.element().querySelectorAll('dd.figures')].map(fact =>
    number((fact as HTMLElement).innerText.split(/\s+/)[0]),
  )
  expect([cost, profit]).toEqual([800, value! - cost!])
})

test('a delisted position is marked, has no state, and is left out of the totals', async () => {
  const gone = { stockCode: '9001', buyPrice: 2, shares: 50, currentPrice: 9, delistedOn: '2026-03-02', lastValue: 8.5 }
  await showPositions([position(0), position(1, gone)])
  const row = rows().find(each => each.textContent.includes('9001'))!
  expect(row.textContent).toContain('delisted 2 Mar 2026, last worth 8.50')
  expect(row.textContent).not.toMatch(/[Cc]hase|[Tt]arget/)
  const totals = page.getByRole('region', { name: 'Totals of the list' })
  await expect.element(totals).toMatchTextContent('1 delisted position not counted')
  expect(number((totals.element().querySelector('dd.figures') as HTMLElement).innerText.split(/\s+/)[0])).toBe(800)
})

const mixed = [
  position(0, { stockCode: '0005', buyPrice: 10, shares: 1_000, currentPrice: 11 }),
  position(1, { stockCode: '0011', buyPrice: 50, shares: 100, currentPrice: 45 }),
  position(2, { stockCode: 'AAA', exchange: 'US', buyPrice: 20, shares: 10, currentPrice: 30 }),
  position(3, { stockCode: '0001', exchange: 'JP', buyPrice: 9_000, shares: 100, currentPrice: 9_090 }),
]

test('amounts in different currencies are not compared: profit sorts by percent, other columns group by currency', {
  tags: ['slow'],
}, async () => {
  await showPositions(mixed)
  const said = () => page.getByRole('main').getByRole('status').first()
  const sort = (name: string | RegExp) => page.getByRole('columnheader').getByRole('button', { name }).click()
  // Stocks are grouped by market, and sorted by code within it.
  expect(codes()).toEqual(['0005', '0011', 'AAA', '0001'])
  await expect.poll(() => said().element().textContent).toBe('')
  await sort('Profit change %')
  await expect.poll(codes).toEqual(['AAA', '0005', '0001', '0011'])
  await expect.poll(() => said().element().textContent).toBe('')
  await expect
    .element(page.getByRole('columnheader', { name: /^Profit/ }).first())
    .toHaveAttribute('aria-sort', 'descending')
  await sort('Profit change %')
  await expect.poll(codes).toEqual(['0011', '0001', '0005', 'AAA'])
  await sort(/^Profit$/)
  await expect.element(said()).toMatchTextContent('sorted by percent instead')
  await expect.poll(codes).toEqual(['AAA', '0005', '0001', '0011'])
  await sort('Total value')
  await expect.element(said()).toMatchTextContent('each is sorted separately')
  await expect.poll(codes).toEqual(['0005', '0011', 'AAA', '0001'])
})

test.each([
  { change: -9, words: 'Past stop' },
  { change: 2, words: 'Within chase' },
  { change: 22, words: 'At target' },
])(
  'each position shows its distance from stop, chase limit, target and 50-day average: $words',
  async ({ change, words }) => {
    const price = 24.68
    const buyPrice = Math.round((price / (1 + change / 100)) * 10_000) / 10_000
    await showPositions([position(0, { currentPrice: price, average50: 23.4, buyPrice, shares: 100 })])
    const [row] = rows()
    expect(row!.innerText).toContain(words)
    const away = (level: number) => ((level / price - 1) * 100).toFixed(1)
    const heads = [...document.querySelectorAll<HTMLElement>('thead th')].map(({ innerText }) =>
      innerText.replace(/\s+/g, ' ').trim(),
    )
    const told = (name: string) => number(row!.cells[heads.indexOf(`${name} %`)]!.innerText).toFixed(1)
    expect(['To stop', 'To limit', 'To target', 'To 50-day'].map(told)).toEqual([
      away(buyPrice * 0.93),
      away(buyPrice * 1.05),
      away(buyPrice * 1.2),
      away(23.4),
    ])
  },
)

test('a position needs a stock, a price and shares, and its total updates during typing (WL-07, 12, 18, 25, 26, 34)', {
  tags: ['slow'],
}, async () => {
  const stocks = Array.from({ length: 150 }, (_, at) => ({
    stockCode: at < 120 ? String(at + 1).padStart(4, '0') : `AA${at}`,
    exchange: at < 120 ? ('HKEX' as const) : ('US' as const),
    stockName: `Avocet ${at}`,
    stockNameZh: '',
  }))
  queryClient.setQueryData(stocksToChoose().queryKey, stocks)
  await showPositions([])
  await page.getByRole('button', { name: 'Add to watchlist' }).click()
  const price = dialog().getByRole('spinbutton', { name: /^Buy price/ })
  const shares = dialog().getByRole('spinbutton', { name: /^Shares/ })
  const facts = (field: typeof price) => {
    const { min, step, ariaRequired } = field.element() as HTMLInputElement
    return [min, step, ariaRequired]
  }
  await expect.element(price).toBeVisible()
  expect(facts(price)).toEqual(['0', '0.0001', 'true'])
  expect(facts(shares)).toEqual(['1', '1', 'true'])
  const save = dialog().getByRole('button', { name: 'Add to watchlist' })
  await save.click()
  await expect.element(dialog()).toMatchTextContent('Please pick a stock')
  await expect.element(dialog()).toMatchTextContent('Please enter a price of 0 or more')
  await expect.element(dialog()).toMatchTextContent('Please enter a whole number of at least 1')
  const search = dialog().getByRole('searchbox')
  await search.fill('a')
  await expect.poll(() => dialog().getByRole('listitem').elements()).toHaveLength(100)
  await expect.element(dialog()).toMatchTextContent('The first 100 matches.')
  const offered = [...document.querySelectorAll('[role=dialog] li b')].map(({ textContent }) =>
    /^\d+$/.test(textContent),
  )
  expect(offered).toEqual(offered.toSorted((a, b) => Number(b) - Number(a)))
  await search.fill('13')
  await expect.element(dialog().getByRole('listitem').first()).toMatchTextContent('0013')
  await dialog().getByRole('listitem').first().getByRole('button').click()
  const total = dialog().getByRole('status')
  await expect.element(total).toHaveTextContent('--')
  for (const [typedPrice, typedShares, sum] of [
    ['12.5', '200', '2,500.00'],
    ['0', '200', '--'],
    ['-1', '200', '--'],
    ['12.5', '1.5', '18.75'],
    ['12.5', '0', '--'],
  ] as const) {
    await price.fill(typedPrice)
    await shares.fill(typedShares)
    await expect.element(total).toHaveTextContent(sum)
  }
  await shares.fill('1.5')
  await save.click()
  await expect.element(dialog()).toMatchTextContent('Please enter a whole number of at least 1')
})

test('the stock picker marks delisted stocks and lists them last, unless the exact code is typed', async () => {
  const stock = (stockCode: string, delistedOn?: string) => ({
    stockCode,
    exchange: 'HKEX' as const,
    stockName: `Avocet ${stockCode}`,
    stockNameZh: '',
    ...(delistedOn && { delistedOn }),
  })
  queryClient.setQueryData(stocksToChoose().queryKey, [stock('0005', '2026-03-02'), stock('0050'), stock('0500')])
  await showPositions([])
  await page.getByRole('button', { name: 'Add to watchlist' }).click()
  const search = dialog().getByRole('searchbox')
  const found = () => [...document.querySelectorAll('[role=dialog] li')].map(row => row.textContent)
  await search.fill('avocet')
  const gone = '0005Avocet 0005delisted 2 Mar 2026 · HKEX'
  await expect.poll(found).toEqual(['0050Avocet 0050HKEX', '0500Avocet 0500HKEX', gone])
  await search.fill('5')
  await expect.poll(() => found()[0]).toBe(gone)
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog()).toMatchTextContent('delisted 2 Mar 2026')
})

test('in the stock picker Enter takes the first result without submitting the form, and arrow keys move through the results', async () => {
  const stocks = [5, 50, 500].map(code => ({
    stockCode: String(code).padStart(4, '0'),
    exchange: 'HKEX' as const,
    stockName: `Avocet ${code}`,
    stockNameZh: '',
  }))
  queryClient.setQueryData(stocksToChoose().queryKey, stocks)
  await showPositions([])
  await page.getByRole('button', { name: 'Add to watchlist' }).click()
  const search = dialog().getByRole('searchbox')
  const focused = () => document.activeElement?.textContent
  await search.fill('nobody')
  await userEvent.keyboard('{Enter}')
  await search.fill('avocet')
  await expect.poll(() => dialog().getByRole('listitem').elements()).toHaveLength(3)
  // Nothing was submitted, so no field is reported as missing.
  await expect.element(dialog()).not.toMatchTextContent('Please pick a stock')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.poll(focused).toContain('0050')
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await expect.element(search).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{Enter}')
  await expect.element(dialog()).toMatchTextContent('0500 Avocet 500')
  await expect.poll(focused).toBe(
    dialog()
      .getByRole('button', { name: /another|other/i })
      .element().textContent,
  )
  await userEvent.keyboard('{Enter}')
  await search.fill('avocet')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog()).toMatchTextContent('0005 Avocet 5')
})

test('on a phone the watchlist shows cards, a menu of eight sort orders and a button for the direction (WL-09, 10, 11, 14)', async () => {
  await showPositions(twenty(), { screen: 'phone' })
  await expect.element(page.getByRole('main')).toMatchTextContent('20 records')
  const menu = page.getByRole('combobox', { name: 'Sort by' })
  expect(menu.getByRole('option').elements().map(({ textContent }) => textContent)).toEqual([
    'Ticker', 'Price', 'Volume', 'Buy price', 'Shares', 'Total value', 'Profit', 'Profit change %',
  ]) // biome-ignore format: a list
  const code = () => cards().map(card => card.querySelector('b')!.textContent)
  const ascending = code()
  expect(ascending).toEqual(ascending.toSorted((a, b) => Number(a) - Number(b)))
  await page.getByRole('button', { name: 'Ascending' }).click()
  await expect.poll(code).toEqual(ascending.toReversed())
  await menu.selectOptions('Profit change %')
  await expect.element(page.getByRole('button', { name: 'Descending' })).toBeVisible()
  const percents = cards().map(card => number(/[+-]?[\d.,]+%/.exec(card.textContent)![0]))
  expect(percents).toEqual(percents.toSorted((a, b) => b - a))
  expect(sticksOut()).toEqual([])
})

test('on a phone a position opens on the full screen, and can be modified from its menu (WL-12, 13)', {
  tags: ['slow'],
}, async () => {
  await showPositions(twenty(), { screen: 'phone' })
  await page.getByRole('listitem').getByRole('button', { name: /0012/ }).first().click()
  await expect.poll(canvas).not.toBeNull()
  expect(dialog().element().getBoundingClientRect()).toMatchObject({ x: 0, y: 0, width: 390 })
  await expect.element(dialog()).toMatchTextContent('Profile')
  await dialog().getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await page.getByRole('button', { name: /^Actions.*0012/ }).click()
  await page.getByRole('menuitem', { name: 'Modify' }).click()
  const price = dialog().getByRole('spinbutton', { name: /^Buy price/ })
  await expect.element(price).not.toHaveValue(null)
  // The server would round this price.
  await price.fill('10.00001')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog().getByText('At most 4 decimal places')).toBeVisible()
})

test('the watchlist in Chinese at 320 px with twice the text size is not cut off', async () => {
  await showPositions(twenty(), { language: 'zh', screen: 'narrow' })
  doubleText()
  expect(sticksOut()).toEqual([])
  await page.getByRole('button', { name: /0005/ }).first().click()
  await expect.poll(canvas).not.toBeNull()
  expect(dialog().element().scrollWidth).toBeLessThanOrEqual(innerWidth)
})

test.each(looks)(
  'the watchlist on a phone with cards and panel has no accessibility violations, $language, $theme',
  { tags: ['slow'] },
  async look => {
    await showPositions(twenty(), { ...look, screen: 'phone' })
    await noViolations()
    await page.getByRole('button', { name: /0005/ }).first().click()
    await expect.poll(canvas).not.toBeNull()
    await noViolations()
  },
)

test.each([
  ['en', '7 for 1 on 9 June 2014', 'Adjust shares and buy price', 'You entered 100 shares at 600.00.'],
  ['zh', '2014年6月9日：每 1 股變為 7 股', '股數及買入價隨之調整', '你輸入的是 100 股，買入價 600.00。'],
] as const)(
  '%s: a position names the split that adjusted it and the values entered, and can be switched back to those values',
  { tags: ['slow'] },
  async (language, line, follows, entered) => {
    const split = {
      exDate: '2014-06-09',
      kind: 'split',
      numerator: 7,
      denominator: 1,
      amount: null,
      currency: null,
    } as const
    const followed = {
      buyPrice: 85.714286,
      shares: 700,
      entered: { buyPrice: 600, shares: 100 },
      actions: [{ ...split, changesShares: true }],
    }
    await showPositions([position(0, followed), position(1, { ...followed, followsActions: false })], { language })
    expect(page.getByText(line).elements()).toHaveLength(1)
    await page.getByRole('table').first().getByText('700').first().click()
    await expect.element(dialog().getByText(entered)).toBeVisible()
    await expect.element(dialog().getByText(line)).toBeVisible()
    await expect.element(dialog().getByRole('switch', { name: follows })).toBeChecked()
    await noViolations()
  },
)

test('in compact rows twenty positions fit a screen of 900 px, and the terms of the guidance are explained only once', {
  tags: ['slow'],
}, async () => {
  await showPositions(twenty())
  await page.getByRole('button', { name: 'Columns' }).click()
  await dialog().getByText('Compact').click()
  await dialog().getByRole('button', { name: 'Close', exact: true }).click()
  await expect.poll(() => rows()[0]!.getBoundingClientRect().height).toBeLessThan(30)
  expect(page.getByRole('button', { name: 'Chase limit, 5% above it' }).elements()).toHaveLength(1)
  const table = document.querySelector('table')!.getBoundingClientRect()
  expect(table.height).toBeLessThan(660)
  await noViolations()
})

test('the watchlist is totalled in a chosen currency, at the rates of a day; stocks without a rate are named', async () => {
  queryClient.setQueryData(ratesOfNow().queryKey, [
    { currency: 'USD', hkd: 8, date: '2026-07-16', source: 'ECB' },
    { currency: 'TWD', hkd: 0.25, date: '2026-07-17', source: null },
  ])
  await showPositions(mixed)
  const totals = page.getByRole('region', { name: 'Totals of the list' })
  // 10 × 1,000 + 50 × 100 Hong Kong dollars, and 20 × 10 US dollars.
  await expect.element(totals).toMatchTextContent('Cost16,600.00')
  await expect
    .element(totals)
    .toMatchTextContent(
      'Value and cost are converted at the rates of 16 July 2026 (source: ECB); currency gains and losses aren’t included · Not included, no exchange rate: JPY',
    )
  await totals.getByRole('combobox', { name: 'Totals in' }).selectOptions('USD')
  await expect.element(totals).toMatchTextContent('Cost2,075.00')
  expect(queryClient.getQueryData(viewsOfPerson().queryKey)).toMatchObject({ watchlist: { currency: 'USD' } })
})

test('arrow keys on its handle move a position, and the list is then in the user’s own order', async () => {
  const three = [position(0), position(1), position(2)]
  const sent = answerCalls({
    [`POST /watchlist/${list.watchlistId}/order`]: () => ({}),
    'GET /watchlist/user': () => ({ data: [list] }),
    'POST /users/user/list-views/watchlist': () => ({}),
    [`GET /watchlist/${list.watchlistId}`]: () => ({ data: { stockList: [three[0], three[2], three[1]] } }),
  })
  await showPositions(three)
  page
    .getByRole('row', { name: /0019 Kestrel 2/ })
    .getByRole('button', { name: 'Move' })
    .element()
    .focus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(codes).toEqual(['0005', '0019', '0012'])
  await expect.element(page.getByRole('main')).toMatchTextContent('0019 Kestrel 2 Ltd is number 2 of 3')
  await expect.poll(() => sent.map(({ call }) => call)).toContain(`GET /watchlist/${list.watchlistId}`)
  expect(sent).toContainEqual({
    call: `POST /watchlist/${list.watchlistId}/order`,
    body: { watchlistStockIds: [0, 2, 1].map(at => three[at]!.watchlistStockId) },
  })
  await expect.element(page.getByRole('columnheader', { name: 'Ticker' })).not.toHaveAttribute('aria-sort')
})

test('a list in the user’s own order opens in that order, and one press restores the order after sorting', async () => {
  await showPositions([position(2), position(0), position(1)])
  expect(codes()).toEqual(['0019', '0005', '0012'])
  await page.getByRole('columnheader', { name: 'Ticker' }).getByRole('button').click()
  await expect.poll(codes).toEqual(['0005', '0012', '0019'])
  await page.getByRole('button', { name: 'My order' }).click()
  await expect.poll(codes).toEqual(['0019', '0005', '0012'])
})

test('a note is shown in the panel, and its row is marked', async () => {
  await showPositions([position(0, { note: 'Bought on the breakout' }), position(1)])
  expect(rows().map(row => row.cells[0]!.textContent.includes('Note'))).toEqual([true, false])
  await page.getByRole('button', { name: /^0005/ }).click()
  await expect.element(dialog().getByRole('textbox', { name: 'Your note' })).toHaveValue('Bought on the breakout')
  expect(dialog().getByRole('button', { name: 'Save the note' }).elements()).toEqual([])
  await dialog().getByRole('textbox', { name: 'Your note' }).fill('Half sold')
  await expect.element(dialog().getByRole('button', { name: 'Save the note' })).toBeVisible()
  await noViolations()
})

/** The trial of an alert on a stock without prices. */
const untraded = { days: 0, from: null, to: null, count: 0, fired: [], current: null, distance: null, isTrue: false }

test.each([
  { from: 'its row', screen: 'desktop' },
  { from: 'its card', screen: 'phone' },
  { from: 'its panel', screen: 'desktop' },
] as const)(
  'an alert for the stock can be set from $from, on a $screen',
  { tags: ['slow'] },
  async ({ from, screen }) => {
    const full = 'You have 100 alerts, which is the limit. Delete one first.'
    const sent = answerCalls({
      'POST /alerts': () => ({ status: 400, errors: [{ message: full, code: 'limit' } as never] }),
      'POST /alerts/try': () => ({ data: untraded }),
    })
    queryClient.setQueryData(callQuery(user).queryKey, { rights: ['signed-in', 'watchlist'] } as User)
    await showPositions([position(0)], { screen })
    if (from === 'its panel') {
      await page.getByRole('button', { name: /^0005/ }).click()
      await page.getByRole('button', { name: 'Set an alert', exact: true }).click()
    } else {
      await page.getByRole('button', { name: /^Actions.*Kestrel 0/ }).click()
      await page.getByRole('menuitem', { name: 'Set an alert' }).click()
    }
    const form = page.getByRole('dialog', { name: 'Set an alert: 0005 Kestrel 0 Ltd' })
    await form.getByRole('spinbutton').fill('12.5')
    await form.getByRole('button', { name: 'Set the alert' }).click()
    await expect.element(form.getByRole('alert')).toMatchTextContent(full)
    expect(sent.filter(({ call }) => call === 'POST /alerts')).toEqual([
      { call: 'POST /alerts', body: { kind: 'price-above', exchange: 'HKEX', stockCode: '0005', value: 12.5 } },
    ])
    // The form links to the page on which alerts can be deleted.
    await noViolations()
    const all = form.getByRole('link', { name: 'All my alerts' })
    await expect.element(all).toHaveAttribute('href', '/alerts')
    await all.click()
    await expect.poll(() => form.elements()).toEqual([])
  },
)

test('a saved position is announced after the dialog has closed, and a row header names the stock only once', async () => {
  const held = position(0)
  answerCalls({
    [`POST /watchlist/${list.watchlistId}/${held.watchlistStockId}`]: () => ({}),
    'GET /watchlist/user': () => ({ data: [list] }),
    [`GET /watchlist/${list.watchlistId}`]: () => ({ data: { stockList: [held] } }),
  })
  await showPositions([held, position(1)])
  const name = `${held.stockCode} ${held.stockName}`
  await expect.element(page.getByRole('rowheader', { name: `Move ${name}`, exact: true })).toBeVisible()
  await page.getByRole('button', { name: new RegExp(`^Actions.*${held.stockCode}`) }).click()
  await page.getByRole('menuitem', { name: 'Modify' }).click()
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText(`${name} was saved.`)).toBeInTheDocument()
  await expect.element(dialog()).not.toBeInTheDocument()
})

test.each(looks)('the positions of a list can be shown as charts, each stock once, $language', async look => {
  await fetchTexts('list-charts')
  answerCalls(smallChartAnswers())
  const [one, two] = [position(1, { watchlistStockId: 1 }), position(2, { watchlistStockId: 2 })]
  await showPositions([one, two, { ...one, watchlistStockId: 3 }], look)
  becomeQuiet()
  await page.getByRole('button', { name: /^(Charts|圖表)$/ }).click()
  const charts = page.getByRole('list', { name: 'Growth' }).getByRole('listitem')
  await expect.poll(() => charts.elements().length).toBe(2)
  await expect.element(charts.first().getByRole('img')).toBeVisible()
  await noViolations()
  await page.getByRole('button', { name: /^(List|列表)$/ }).click()
  await expect.poll(() => document.querySelectorAll('[data-code]').length).toBe(3)
})
