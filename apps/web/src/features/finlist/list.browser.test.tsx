import { user } from '@finlist/contract/account/account'
import type { FinListStock } from '@finlist/contract/finlist'
import type { EarlierList } from '@finlist/contract/finlist-earlier'
import { finListFigures } from '@finlist/contract/finlist-figures'
import { finListShareholdings, type Shareholding } from '@finlist/contract/finlist-holders'
import { unknownFigures } from '@finlist/domain/finlist/board-figures'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { giveHistory } from '../../../test/history.ts'
import { pick, quarter } from '../../../test/picks.ts'
import { giveReasons } from '../../../test/reasons.ts'
import { addressNow, doubleText, looks, noViolations, show, sticksOut } from '../../../test/show.tsx'
import { unknownOperator } from '../../api/operator.ts'
import { operatorFacts } from '../../api/operator-facts.ts'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { write } from '../../api/storage.ts'
import { applyRisingPrices } from '../../api/theme.ts'
import { viewsOfPerson } from '../../components/views/list-view.ts'
import { earlierOf } from './EarlierLists.tsx'
import FinListScreen from './FinListScreen.tsx'
import { issueDatesOf, stocksOf } from './queries.ts'

type Look = Parameters<typeof show>[1]

const issueDate = '2026-07-17'
const rows = () => [...document.querySelectorAll<HTMLTableRowElement>('tr[data-code]')]
const cards = () => [...document.querySelectorAll<HTMLElement>('li[data-code]')]
const codes = () => [...document.querySelectorAll<HTMLElement>('[data-code]')].map(row => row.dataset['code']!)
const column = (at: number) => rows().map(row => row.cells[at]!.innerText.trim())
const asNumbers = (cells: string[]) => cells.filter(cell => cell !== '–').map(cell => Number(cell.replace(/[,+]/g, '')))
const head = (name: string) => page.getByRole('columnheader', { name: new RegExp(`^${name}`) }).first()
const button = (name: string) => page.getByRole('table').getByRole('button', { name: new RegExp(`^${name}(?!.*\\?$)`) })
const search = () => page.getByRole('searchbox')
const panel = () => page.getByRole('dialog')
const first = () => page.getByRole('link', { name: /^0005/ })

/** Shows Hong Kong's list after `change` has modified it. */
async function showList(change: (stocks: FinListStock[]) => void = () => {}, look: Look = {}) {
  const stocks = Array.from({ length: 30 }, (_, at) => pick(at))
  change(stocks)
  write('newestIssues', { HKEX: issueDate })
  queryClient.setQueryData(issueDatesOf('HKEX').queryKey, [issueDate])
  queryClient.setQueryData(stocksOf('HKEX', issueDate).queryKey, stocks)
  giveReasons('HKEX', issueDate, stocks)
  giveHistory(`HKEX:${stocks[0]!.stockCode}`)
  queryClient.setQueryData(callQuery(finListShareholdings, { query: { issueDate } }).queryKey, holdersOf(stocks[0]!))
  await show(<FinListScreen />, { path: '/finlist-hk', texts: ['finlist'], ...look })
  await expect.poll(() => codes().length).toBe(stocks.length)
  return stocks
}

/** Twelve holders in random order, and one whose holding is unknown. */
const holdersOf = ({ stockCode }: FinListStock): Shareholding[] =>
  [3, 1, 7, 0.5, 12, 2, 5, 0.25, 4, 8, 6, 9, -1].map((shareholdingPercent, at) => ({
    stockCode,
    participantName: `Custodian ${at}`,
    shareholding: shareholdingPercent === -1 ? -1 : shareholdingPercent * 1_000_000,
    shareholdingPercent,
    shareholdingDate: '2026-07-16',
  }))

/** Shows the list with the panel of its first stock open. */
async function showPanel(change: (stock: FinListStock) => void = () => {}, look: Look = {}) {
  const stocks = await showList(([first]) => change(first!), { path: '/finlist-hk?stock=0005', ...look })
  await expect.poll(() => document.querySelector('[role=dialog] canvas')).not.toBeNull()
  return stocks
}

test.each(['2026-07-18', '17/7/2026'])(
  'a link to an invalid issue, %j, shows the newest issue and says so',
  async said => {
    await showList(undefined, { path: `/finlist-hk?issueDate=${encodeURIComponent(said)}` })
    await expect.element(page.getByRole('alert')).toHaveTextContent(`No issue dated ${said}. Showing 17 July 2026.`)
  },
)

test.each(looks)('the list’s accessible name is the date of its issue in words, in $language', async look => {
  await showList(undefined, look)
  const day = { en: '17 July 2026', zh: '2026年7月17日' }[look.language]
  await expect.element(page.getByRole('tabpanel', { name: day, exact: true })).toBeInTheDocument()
})

test('a long list is rendered in steps until all rows are shown, and each step is in the chosen order', {
  tags: ['slow'],
}, async () => {
  const stocks = await showList(few => {
    for (let at = few.length; at < 120; at++) few.push({ ...pick(at), close: ((at * 37) % 199) + 1 })
  })
  const drawn: { rows: number; isInOrder: boolean }[] = []
  const watcher = new MutationObserver(() => {
    const sorted = document.querySelector<HTMLTableCellElement>('th[aria-sort]')!
    const values = rows().map(row => Number(row.cells[sorted.cellIndex]!.textContent))
    if (sorted.ariaSort === 'descending') values.reverse()
    drawn.push({ rows: rows().length, isInOrder: values.every((value, at) => at === 0 || values[at - 1]! <= value) })
  })
  watcher.observe(document.querySelector('table')!, { subtree: true, childList: true, attributes: true })
  for (const direction of ['descending', 'ascending']) {
    await button('Close').click()
    await expect.element(head('Close')).toHaveAttribute('aria-sort', direction)
    await expect.poll(() => rows().length).toBe(stocks.length)
  }
  watcher.disconnect()
  expect(drawn.filter(({ isInOrder }) => !isInOrder)).toEqual([])
  expect(Math.min(...drawn.map(step => step.rows))).toBeLessThan(60)
})

test('every column sorts on a press, and the active column reverses, by mouse and keyboard (FIN-07, 13, 15)', {
  tags: ['slow'],
}, async () => {
  await showList(stocks => {
    Object.assign(stocks[3]!, { closeChange: null, buyPoint: 12.5 })
    Object.assign(stocks[9]!, { volumeChange: null, buyPoint: 3, patternType: 'CWH' })
    Object.assign(stocks[5]!, { buyPoint: 100.25, patternType: 'BASE' })
  })
  expect(page.getByRole('table').getByRole('columnheader').elements()).toHaveLength(11)
  // The “?” next to a column is named after the term that it explains, and is not part of the column's name.
  await expect.element(page.getByRole('button', { name: 'Percival Score?', exact: true })).toBeVisible()
  await expect.element(page.getByRole('columnheader', { name: 'Percival Score', exact: true })).toBeVisible()
  for (const [name, at] of [
    ['Close', 2],
    ['Change', 3],
    ['Vol. change', 5],
    ['Percival Score', 6],
    ['Buy point', 8],
  ] as const) {
    await button(name).click()
    await expect.element(head(name)).toHaveAttribute('aria-sort', 'descending')
    const down = asNumbers(column(at))
    expect({ name, down }).toEqual({ name, down: down.toSorted((a, b) => b - a) })
    await userEvent.keyboard('{Enter}')
    await expect.element(head(name)).toHaveAttribute('aria-sort', 'ascending')
    const up = asNumbers(column(at))
    expect({ name, up }).toEqual({ name, up: up.toSorted((a, b) => a - b) })
  }
  for (const [name, first] of [
    ['Name', 'ascending'],
    ['Volume', 'descending'],
    ['Pattern', 'ascending'],
    ['Sub-sector', 'ascending'],
    ['Code', 'ascending'],
  ] as const) {
    await button(name).click()
    await expect.element(head(name)).toHaveAttribute('aria-sort', first)
  }
  await button('Code').click()
  await expect.element(head('Code')).toHaveAttribute('aria-sort', 'descending')
  expect(codes()).toEqual(codes().toSorted((a, b) => Number(b) - Number(a)))
})

test('the list is searched by code, with and without padding, and by either name (FIN-04)', {
  tags: ['slow'],
}, async () => {
  const stocks = await showList(([, second]) => Object.assign(second!, { stockName: 'Nothing Else Like It' }))
  const all = stocks.length
  for (const typed of ['0012', '00012', '0012.HK', '００１２', 'NOTHING ELSE LIKE IT', stocks[1]!.stockNameZh]) {
    await search().fill(typed)
    await expect.poll(codes).toEqual(['0012'])
    await expect.element(page.getByRole('main')).toMatchTextContent(`1 of ${all} stocks`)
  }
  await search().fill('5')
  await expect.poll(codes).toContain('0005')
  await search().fill('nothing is called this')
  await expect.element(page.getByText(/^No stock matches/)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(codes).toHaveLength(all)
})

test('rows with low turnover are greyed, are marked in words, and can be left out (FIN-05, 19)', async () => {
  const { length: all } = await showList(stocks =>
    stocks.forEach((stock, at) => Object.assign(stock, { isLowTurnover: at < 2 })),
  )
  const low = () => document.querySelectorAll('tr[data-low-turnover]')
  expect(low()).toHaveLength(2)
  expect(low()[0]!.textContent).toContain('Low turnover')
  expect(getComputedStyle(rows()[0]!).color).not.toBe(getComputedStyle(rows()[2]!).color)
  const control = page.getByRole('switch', { name: 'Show low-turnover stocks' })
  await expect.element(control).toBeChecked()
  await page.getByText('Show low-turnover stocks').click()
  await expect.poll(low).toHaveLength(0)
  await expect.element(page.getByRole('main')).toMatchTextContent(`${all - 2} of ${all} stocks`)
  control.element().focus()
  await userEvent.keyboard(' ')
  await expect.poll(low).toHaveLength(2)
})

test('a row with a buy point is marked lightly, one that also has a pattern strongly, and not by colour alone (FIN-16, 17, 18)', async () => {
  const kinds = [
    { buyPoint: -1, patternType: 'NIL' },
    { buyPoint: 12.3, patternType: 'NIL' },
    { buyPoint: 12.3, patternType: 'CWH' },
    { buyPoint: -1, patternType: 'BASE' },
  ] as const
  await showList(stocks => kinds.forEach((kind, at) => Object.assign(stocks[at]!, kind)))
  await userEvent.hover(page.getByRole('heading', { level: 1 }))
  const paper = rows().map(row => getComputedStyle(row).backgroundColor)
  expect(new Set(paper.slice(0, 3)).size).toBe(3)
  expect(paper[3]).toBe(paper[0])
  const said = rows().map(({ textContent }) => textContent)
  expect(said[1]).toContain('Buy point')
  expect(said[2]).toContain('Pattern and buy point')
  expect(rows()[2]!.querySelector('abbr')).toMatchObject({ textContent: 'CWH', title: 'Cup with handle' })
  expect(said[3]).toContain('BASE')
  expect(said[0]).not.toContain('NIL')
})

test('codes are padded, and figures have M or B for millions or billions, signs and arrows (FIN-35, 36)', async () => {
  await showList(stocks => {
    Object.assign(stocks[0]!, { stockCode: '5', volume: 12_345_678, closeChange: 3.25, volumeChange: -4 })
    Object.assign(stocks[1]!, { volume: 2_500_000_000, closeChange: null })
    Object.assign(stocks[2]!, { volume: 120_000 })
  })
  expect(rows()[0]!.querySelector('a')!.textContent).toBe('0005')
  expect(column(4).slice(0, 3)).toEqual(['12.35M', '2.50B', '0.12M'])
  expect(column(3).slice(0, 2)).toEqual(['+3.25', '–'])
  const arrow = (at: number) => getComputedStyle(rows()[0]!.cells[at]!.querySelector('span')!, '::before').content
  expect([arrow(3), arrow(5)].join()).toMatch(/▲.*▼/)
  expect(column(5)[0]).toBe('-4.00')
})

test('in Chinese the list has Chinese column names, and Chinese stock names if they exist (FIN-47)', {
  tags: ['slow'],
}, async () => {
  await showList(
    stocks => Object.assign(stocks[1]!, { stockCode: '0010', stockNameZh: '', stockName: 'Only English Ltd' }),
    { language: 'zh' },
  )
  const [name, second] = column(1)
  expect(name).toMatch(/[\u4e00-\u9fff]/)
  expect(second).toContain('Only English Ltd')
  for (const words of ['代號', '升跌', '成交量', '買入點位', '圖表形態'])
    await expect.element(head(words)).toBeVisible()
  await search().fill(name!)
  await expect.poll(codes).toEqual(['0005'])
  await first().click()
  await expect.element(panel()).toMatchTextContent('公司簡介')
  await expect.element(panel()).toMatchTextContent('中央結算系統十大持股者')
  await expect.poll(() => document.querySelector('[role=dialog] canvas')).not.toBeNull()
  await noViolations()
})

test.each([true, false])(
  'the list’s help links to the outcomes of picks only if the operator shows them: %s',
  async trackRecord => {
    queryClient.setQueryData(operatorFacts.queryKey, { ...unknownOperator, trackRecord })
    await showList()
    await page.getByRole('button', { name: 'How to read this list' }).click()
    const help = page.getByRole('dialog', { name: 'How to read this list' })
    await expect.element(help.getByRole('link').first()).toBeVisible()
    expect(help.getByRole('link', { name: /^The track record/ }).elements()).toHaveLength(trackRecord ? 1 : 0)
  },
)

test('the list’s help explains columns, codes and marks, and gives the guidance with its limits and the disclaimer (FIN-06, 17, 38)', async () => {
  await showList()
  const opener = page.getByRole('button', { name: 'How to read this list' })
  await opener.click()
  const help = page.getByRole('dialog', { name: 'How to read this list' })
  for (const words of ['CUP', 'CWH', 'FB', 'DB', 'BASE', '7-8%', '20-25%', '50-day average', '50% above average', 'more than 5% above the breakout price', 'no buy or sell signals', 'For education only']) // biome-ignore format: a list
    await expect.element(help).toMatchTextContent(words)
  await userEvent.keyboard('{Escape}')
  await expect.element(help).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('the panel shows why the stock is listed, its business and eight quarters (FIN-20, 21, 22)', async () => {
  await showPanel(first =>
    Object.assign(first, {
      patternType: 'CWH',
      buyPoint: 10.32,
      close: 10,
      fundamentalData: {
        ...first.fundamentalData,
        q1: quarter(1, { thisReportDate: 20_240_331, epsChange: 12_000, salesChange: -12_000 }),
      },
    }),
  )
  await expect.element(panel()).toMatchTextContent('Cup with handle, buy point 10.32, 3.2% above the close')
  await expect.element(panel().getByText('Sub-sector')).toBeVisible()
  const quarters = panel().getByRole('region', { name: 'Fundamentals by quarter' })
  expect(quarters.getByRole('columnheader').elements()).toHaveLength(9)
  await expect.element(quarters.getByRole('columnheader').nth(1)).toMatchTextContent('31 Mar 2024')
  await expect.element(quarters).toMatchTextContent('> 9999')
  await expect.element(quarters).toMatchTextContent('< -9999')
})

test('a change above 9999% is shown as “> 9999” (FIN-37)', async () => {
  await showPanel(first =>
    Object.assign(first, {
      fundamentalData: { q1: quarter(1, { epsChange: 9999, salesChange: 9999.01, npmChange: -10_000 }) },
    }),
  )
  const quarters = panel().getByRole('region', { name: 'Fundamentals by quarter' })
  await expect.element(quarters).toMatchTextContent('Change (%)+9,999 Sales')
  expect(quarters.getByText('> 9999').elements()).toHaveLength(1)
  expect(quarters.getByText('< -9999').elements()).toHaveLength(1)
})

test('arrow keys move through the bars of the panel’s chart, each bar is read out, and a table shows the same figures (FIN-24)', async () => {
  await showPanel()
  const chart = panel().getByRole('application').element()
  chart.focus()
  await userEvent.keyboard('{ArrowLeft}')
  const said = panel().getByRole('status')
  await expect
    .element(said)
    .toMatchTextContent(/open [\d.,]+, high [\d.,]+, low [\d.,]+, close [\d.,]+, volume [\d.,]+[MB]/)
  const last = said.element().textContent
  await userEvent.keyboard('{Home}')
  await expect.element(said).not.toMatchTextContent(last)
  await userEvent.keyboard('{End}')
  await expect.element(said).toMatchTextContent(last)
  const bars = panel().getByRole('table', { name: 'The last 30 trading days' })
  expect(bars.getByRole('row').elements()).toHaveLength(31)
  expect(chart.querySelector('a[href*="tradingview.com"]')).not.toBeNull()
})

test('the panel shows the ten largest CCASS holders, all others, and a pie chart (FIN-25, 32, 33)', async () => {
  await showPanel()
  const holders = panel().getByRole('table', { name: 'Top 10 holders in CCASS' })
  expect(holders.getByRole('row').elements()).toHaveLength(12)
  const cells = [...holders.element().querySelectorAll<HTMLElement>('tbody tr td:last-child')]
  const percents = asNumbers(cells.map(({ innerText }) => innerText))
  expect(percents.slice(0, 10)).toEqual([12, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  expect(percents.reduce((sum, part) => sum + part, 0)).toBeCloseTo(100, 1)
  expect(panel().element().querySelectorAll('svg path').length).toBeGreaterThan(10)
  await expect.element(panel()).toMatchTextContent('Holdings as at 16 July 2026')
})

test('on a phone the list is shown as cards, with a menu for the order and a button for its direction (FIN-07, 12, 13)', async () => {
  await showList(undefined, { screen: 'phone' })
  expect(document.querySelector('table')).toBeNull()
  const ascending = codes()
  expect(ascending).toEqual(ascending.toSorted((a, b) => Number(a) - Number(b)))
  await page.getByRole('button', { name: 'Ascending' }).click()
  await expect.poll(codes).toEqual(ascending.toReversed())
  await page.getByRole('combobox', { name: 'Sort by' }).selectOptions('Percival Score')
  await expect.element(page.getByRole('button', { name: 'Descending' })).toBeVisible()
  const scores = () => cards().map(card => Number(/Score ([\d.]+)/.exec(card.textContent)![1]))
  await expect.poll(scores).toEqual(scores().toSorted((a, b) => b - a))
  for (const pressed of [cards()[0]!, page.getByRole('button', { name: 'Descending' }).element()])
    expect(pressed.getBoundingClientRect().height).toBeGreaterThanOrEqual(43.9)
  expect(sticksOut()).toEqual([])
})

test('the list in Chinese at 320 px and twice the text size cuts nothing off', async () => {
  await showList(undefined, { language: 'zh', screen: 'narrow' })
  doubleText()
  expect(sticksOut()).toEqual([])
  await first().click()
  await expect.poll(() => document.querySelector('[role=dialog] canvas')).not.toBeNull()
  expect(panel().element().scrollWidth).toBeLessThanOrEqual(innerWidth)
  await expect.poll(addressNow).toBe('/finlist-hk?stock=0005')
})

test.each(looks)(
  'the list on a phone with cards and panel has no accessibility violations, $language, $theme',
  { tags: ['slow'] },
  async look => {
    await showList(undefined, { ...look, screen: 'phone' })
    await noViolations()
    await first().click()
    await expect.poll(() => document.querySelector('[role=dialog] canvas')).not.toBeNull()
    await noViolations()
  },
)

test('columns can be chosen, moved by keys and dragged, and rows can be made compact; these choices are stored for the user', {
  tags: ['slow'],
}, async () => {
  const stocks = await showList()
  const heads = () =>
    [...document.querySelectorAll('th[scope=col]')].map(cell => cell.textContent!.replace(/ (%|shares|×)$/, '').trim())
  queryClient.setQueryData(
    callQuery(finListFigures, { params: { exchange: 'HKEX' }, query: { issueDate } }).queryKey,
    stocks.map(({ stockCode }, at) => ({
      ...unknownFigures,
      stockCode,
      volumeMultiple: 1 + at / 4,
      rank: 99 - at,
      highDistance: -at,
    })),
  )
  await page.getByRole('button', { name: 'Columns' }).click()
  await panel().getByRole('checkbox', { name: 'RS rank' }).click()
  await expect.poll(heads).toContain('RS rank')
  await panel().getByRole('checkbox', { name: 'Vol. change' }).click()
  await expect.poll(heads).not.toContain('Vol. change')
  panel().getByRole('button', { name: 'Move RS rank' }).element().focus()
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await expect.poll(() => heads().slice(-4)).toEqual(['RS rank', 'Buy point', 'Sub-sector', 'Watchlist'])
  await expect.element(panel().getByRole('status').first()).toHaveTextContent('RS rank is number 6 of 8')
  const handle = panel().getByRole('button', { name: 'Move RS rank' }).element()
  const target = panel().getByRole('button', { name: 'Move Close' }).element()
  const press = (type: string, { x, y }: DOMRect) =>
    handle.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        pointerId: 1,
        isPrimary: true,
        button: 0,
        clientX: x + 5,
        clientY: y + 5,
      }),
    )
  press('pointerdown', handle.getBoundingClientRect())
  press('pointermove', target.getBoundingClientRect())
  press('pointerup', target.getBoundingClientRect())
  await expect.poll(() => heads().slice(0, 4)).toEqual(['Code', 'Name', 'RS rank', 'Close'])
  await panel().getByText('Compact').click()
  await expect.poll(() => rows()[0]!.getBoundingClientRect().height).toBeLessThan(30)
  await noViolations()
  await panel().getByRole('button', { name: 'Close', exact: true }).click()
  await head('RS rank')
    .getByRole('button', { name: /^RS rank$/ })
    .click()
  await expect.element(head('RS rank')).toHaveAttribute('aria-sort', 'descending')
  expect(column(2).slice(0, 2)).toEqual(['99', '98'])
  expect(queryClient.getQueryData(viewsOfPerson().queryKey)).toMatchObject({
    finlist: {
      compact: true,
      columns: ['rank', 'close', 'closeChange', 'volume', 'percivalScore', 'patternType', 'buyPoint', 'subSector'],
    },
  })
})

test('a column header can be dragged by mouse without sorting; Escape cancels, and some headers cannot be moved', {
  tags: ['slow'],
}, async () => {
  await showList()
  const heads = () => [...document.querySelectorAll<HTMLElement>('thead th')].map(cell => cell.dataset['head'])
  const order = ['stockCode', 'name', 'close', 'closeChange', 'volume', 'volumeChange', 'percivalScore', 'patternType']
  const line = () => document.querySelector('body > .fixed')
  await page.getByRole('button', { name: 'Columns' }).click()
  await panel().getByRole('button', { name: 'Close', exact: true }).click()
  await head('Volume').hover()
  await import('../../ui/drag-heads.ts')
  await userEvent.dragAndDrop(head('Volume'), head('Close'), { targetPosition: { x: 5, y: 20 } })
  const moved = ['stockCode', 'name', 'volume', 'close', 'closeChange', 'volumeChange', 'percivalScore', 'patternType']
  await expect.poll(() => heads().slice(0, 8)).toEqual(moved)
  await expect.element(head('Code')).toHaveAttribute('aria-sort', 'ascending')
  expect(line()).toBeNull()
  expect(queryClient.getQueryData(viewsOfPerson().queryKey)).toMatchObject({
    finlist: { columns: [...moved.slice(2), 'buyPoint', 'subSector'] },
  })
  // A header cannot be dragged beyond the first or the last movable one.
  await userEvent.dragAndDrop(head('Close'), head('Code'))
  await expect.poll(() => heads().slice(0, 4)).toEqual(['stockCode', 'name', 'close', 'volume'])
  await userEvent.dragAndDrop(head('Name'), head('Watchlist'))
  await userEvent.dragAndDrop(head('Volume'), head('Watchlist'))
  await expect.poll(() => heads().slice(-3)).toEqual(['subSector', 'volume', 'watchlist'])
  const at = (name: string) => {
    const { left, top } = head(name).element().getBoundingClientRect()
    return { bubbles: true, pointerId: 1, button: 0, clientX: left + 5, clientY: top + 30 }
  }
  head('Volume')
    .element()
    .dispatchEvent(new PointerEvent('pointerdown', at('Volume')))
  head('Close')
    .element()
    .dispatchEvent(new PointerEvent('pointermove', at('Close')))
  expect(line()).not.toBeNull()
  await userEvent.keyboard('{Escape}')
  expect(line()).toBeNull()
  head('Close')
    .element()
    .dispatchEvent(new PointerEvent('pointerup', at('Close')))
  expect(heads().slice(0, 3)).toEqual(['stockCode', 'name', order[2]])
  // A press without a movement still sorts.
  await button('Close').click()
  await expect.element(head('Close')).toHaveAttribute('aria-sort', 'descending')
})

test('the panel shows weekly bars, the relative-strength line, bars of quarterly figures, the value of holdings and earlier lists', {
  tags: ['slow'],
}, async () => {
  queryClient.setQueryData(callQuery(user).queryKey, { rights: ['rsline'] } as never)
  giveHistory('HKEX:HSI')
  const list = (at: number): EarlierList => ({
    issueDate: `2026-${String(7 - at).padStart(2, '0')}-10`,
    place: at + 1,
    of: 48,
    percivalScore: 90 - at,
    rank: 95,
    patternType: at === 0 ? 'CUP' : 'NIL',
    close: 10,
    buyPoint: at === 0 ? 12.5 : -1,
  })
  queryClient.setQueryData(earlierOf('HKEX', '0005').queryKey, [0, 1, 2, 3, 4, 5, 6].map(list))
  await showPanel()
  await panel().getByText('Weekly').click()
  await expect.element(panel().getByRole('application', { name: 'Weekly price chart of HKEX:0005' })).toBeVisible()
  await expect.element(panel()).toMatchTextContent('10-week average')
  await panel().getByText('RS line').click()
  await expect.element(panel()).toMatchTextContent('Relative strength against the index')
  const bars = [...document.querySelectorAll('[data-bars]')].map(row => row.querySelectorAll('[style*=height]').length)
  expect(bars).toEqual([8, 8])
  // A holding of 12% is twelve million shares. The close is 10.
  await expect.element(panel().getByRole('row', { name: /^Custodian 4/ })).toMatchTextContent('12,000,000120.00M12.00')
  const earlier = panel().getByRole('table', { name: 'In earlier lists' })
  expect(earlier.getByRole('row').elements()).toHaveLength(7)
  await expect.element(earlier.getByRole('row').nth(1)).toMatchTextContent('10 July 20261 of 4890CUP12.50')
  await panel().getByRole('button', { name: '1 more list' }).click()
  expect(earlier.getByRole('row').elements()).toHaveLength(8)
  await noViolations()
})

test('on a wide screen the panel is next to the list, and arrow keys in the list change the panel’s stock', async () => {
  giveHistory('HKEX:0012')
  await showPanel()
  await page.viewport(1_920, 1_000)
  const edge = () => document.getElementById('content')!.getBoundingClientRect().right
  await expect.poll(() => edge() <= panel().element().getBoundingClientRect().left).toBe(true)
  first().element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(addressNow).toBe('/finlist-hk?stock=0012')
  await expect.element(panel()).toMatchTextContent('0012')
})

test.each([768, 820])(
  'at %d px next to the sidebar the toolbar wraps, and the search field stays usable and overlaps nothing',
  async width => {
    await showList()
    await page.viewport(width, 1_024)
    document.getElementById('content')!.style.width = `${width - 232}px`
    const search = page.getByRole('searchbox')
    await expect.poll(() => search.element().getBoundingClientRect().width).toBeGreaterThan(180)
    const field = search.element().getBoundingClientRect()
    const others = ['Columns', 'How to read this list'].map(name =>
      page.getByRole('button', { name }).element().getBoundingClientRect(),
    )
    for (const other of others) {
      const isBeside = other.left >= field.right || other.right <= field.left
      expect(isBeside || other.top >= field.bottom || other.bottom <= field.top).toBe(true)
      expect(other.right).toBeLessThanOrEqual(width - 232)
    }
  },
)

test('arrow keys in the panel do not change the stock, but Alt with an arrow key does', {
  tags: ['slow'],
}, async () => {
  giveHistory('HKEX:0012')
  await showPanel()
  const daily = panel().getByRole('radio', { name: 'Daily' })
  ;(daily.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(panel().getByRole('radio', { name: 'Weekly' })).toBeChecked()
  const body = panel().getByRole('document').element() as HTMLElement
  body.focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(() => body.scrollTop).toBeGreaterThan(0)
  const chart = panel().getByRole('application')
  ;(chart.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(chart).toHaveFocus()
  expect(addressNow()).toBe('/finlist-hk?stock=0005')

  const next = panel().getByRole('button', { name: 'Next stock' })
  await expect.element(next).toHaveAttribute('aria-keyshortcuts', 'Alt+ArrowDown')
  await expect.element(next).toHaveAttribute('title', 'Next stock (Alt + ↓)')
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await expect.poll(addressNow).toBe('/finlist-hk?stock=0012')
  await expect.element(panel()).toMatchTextContent('0012')
  expect(panel().element().contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expect.poll(addressNow).toBe('/finlist-hk?stock=0005')
})

test.each(looks.flatMap(look => (['green', 'red'] as const).map(colour => ({ ...look, colour }))))(
  'with rises in $colour nothing depends on colour alone, and everything is readable: $language',
  async ({ colour, ...look }) => {
    applyRisingPrices(colour)
    await showList(undefined, look)
    const changes = [...document.querySelectorAll('.rise, .fall')]
    expect(changes.filter(({ className }) => className === 'rise').length).toBeGreaterThan(3)
    expect(changes.filter(({ className }) => className === 'fall').length).toBeGreaterThan(3)
    for (const change of changes)
      expect([getComputedStyle(change, '::before').content.slice(1, 2), change.textContent.slice(0, 1)]).toEqual(
        change.className === 'rise' ? ['▲', '+'] : ['▼', '-'],
      )
    await noViolations()
  },
)
