import { finListStocks } from '@finlist/contract/finlist'
import { finListShareholdings } from '@finlist/contract/finlist-holders'
import type { Changes, Why } from '@finlist/contract/reasons'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { giveHistory } from '../../../test/history.ts'
import { allAnswered, answerCalls } from '../../../test/network-edge.ts'
import { pick } from '../../../test/picks.ts'
import { firstWeek, giveReasons } from '../../../test/reasons.ts'
import { addressNow, doubleText, forget, looks, noViolations, show, sticksOut } from '../../../test/show.tsx'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { write } from '../../api/storage.ts'
import FinListScreen from './FinListScreen.tsx'
import { issueDatesOf, stocksOf } from './queries.ts'
import { changesOf } from './reason-queries.ts'

const issueDate = '2026-07-17'
const stocks = [
  pick(0, { stockCode: '0005', buyPoint: 41.55, patternType: 'CWH', close: 40 }),
  ...Array.from({ length: 5 }, (_, at) => pick(at + 1)),
]
const changes: Partial<Changes> = {
  previousDate: '2026-07-10',
  added: ['0005', stocks[1]!.stockCode],
  stayed: [
    { stockCode: stocks[2]!.stockCode, scoreBefore: stocks[2]!.percivalScore - 3 },
    { stockCode: stocks[3]!.stockCode, scoreBefore: stocks[3]!.percivalScore + 2 },
    { stockCode: stocks[4]!.stockCode, scoreBefore: stocks[4]!.percivalScore },
    { stockCode: stocks[5]!.stockCode, scoreBefore: stocks[5]!.percivalScore },
  ],
  left: [
    { stockCode: '0700', stockName: 'Gone Ltd', stockNameZh: '離去', reason: 'under-stop', doubt: null },
    { stockCode: '0941', stockName: 'Unknown Ltd', stockNameZh: '未知', reason: null, doubt: null },
    {
      stockCode: '0017',
      stockName: 'Doubted Ltd',
      stockNameZh: '存疑',
      reason: 'in-doubt',
      doubt: { kind: 'split', date: '2020-06-10' },
    },
  ],
}
const why: Partial<Why> = {
  variant: 'saucer',
  stop: 38.25,
  score: { strength: 4_090, trend: 2_000, base: 1_800, quiet: 460 },
  checklist: {
    listing: [
      { id: 'rank', value: 90, least: 70, met: true },
      { id: 'pivot-over', value: 38, most: 120, met: true },
      { id: 'turnover', value: 80_000_000, least: 5_000_000, met: true },
    ],
    template: [
      { id: 'close-over-fast', value: 40, least: 37.5, met: true },
      { id: 'over-low', value: 280, least: 300, met: false },
    ],
    base: [
      { id: 'depth', value: 214, least: 120, most: 350, met: true },
      { id: 'cup-length', value: 83, least: 30, most: 325, met: true },
      { id: 'bowl', value: 620, most: 950, met: true },
    ],
  },
  chance: { walks: { fires: 100, stockWeeks: 8_840 }, real: { fires: 0, stockWeeks: 2_780 } },
  outline: [
    { turn: 'leftLip', date: '2026-03-02', price: 42 },
    { turn: 'low', date: '2026-05-04', price: 33 },
    { turn: 'rightLip', date: '2026-06-29', price: 41.5 },
    { turn: 'handleLow', date: '2026-07-08', price: 38 },
    { turn: 'close', date: issueDate, price: 40 },
  ],
}

type Told = { changes?: Partial<Changes>; why?: Partial<Why> }

/** Shows Hong Kong's list with the given responses about its changes and reasons, and interacts with it once. */
async function showList(told: Told = {}, look: Parameters<typeof show>[1] = {}) {
  write('newestIssues', { HKEX: issueDate })
  queryClient.setQueryData(issueDatesOf('HKEX').queryKey, [issueDate])
  queryClient.setQueryData(stocksOf('HKEX', issueDate).queryKey, stocks)
  queryClient.setQueryData(callQuery(finListShareholdings, { query: { issueDate } }).queryKey, [])
  giveReasons('HKEX', issueDate, stocks, told)
  giveHistory('HKEX:0005')
  await show(<FinListScreen />, { path: '/finlist-hk', texts: ['finlist'], ...look })
  await expect.poll(() => document.querySelectorAll('[data-code]').length).toBe(stocks.length)
  dispatchEvent(new Event('pointerdown'))
}

const summary = () => page.getByText(/\d new · \d stayed · \d left/)
const panel = () => page.getByRole('dialog')

test('an address with #changes opens the part about changes since the last list', async () => {
  await showList({ changes }, { path: '/finlist-hk#changes' })
  await expect.element(page.getByRole('heading', { name: 'New 2' })).toBeVisible()
})

test('above the list the page says who made it, and summarises the changes in one line that expands to names and reasons', async () => {
  await showList({ changes })
  await expect.element(page.getByText(/Made by fixed rules from past prices/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'How it is made' })).toHaveAttribute('href', '/method')
  await expect.element(summary()).toHaveTextContent('2 new · 4 stayed · 3 left')
  await summary().click()
  await expect.element(page.getByText('Compared with the issue of 10 July 2026')).toBeVisible()
  const left = page.getByRole('region', { name: 'Left' })
  await expect.element(left).toMatchTextContent('0700 Gone Ltd')
  await expect.element(left).toMatchTextContent('Closed at or below its stop')
  expect(left.getByRole('listitem').nth(1).element().textContent).toBe('0941 Unknown Ltd')
  await expect
    .element(left)
    .toMatchTextContent(/Its prices are being checked: probably a split or consolidation on .*10 Jun.* 2020/)
  const stayed = page.getByRole('region', { name: 'Stayed' })
  await expect.element(stayed).toMatchTextContent('1 with a higher score, 1 with a lower one')
  await page.getByRole('region', { name: 'New' }).getByRole('link', { name: /^0005/ }).click()
  await expect.poll(addressNow).toBe('/finlist-hk?stock=0005')
})

test('nothing below the header moves when the page learns whether the method or staff made the list', async () => {
  for (const method of ['finlist-1', null]) {
    await showList({ changes: { ...changes, method } }, { screen: 'phone' })
    const top = () => page.getByRole('searchbox').element().getBoundingClientRect().top
    const before = top()
    await expect.element(summary()).toBeVisible()
    expect(top()).toBe(before)
  }
  await expect.element(page.getByText('Made by staff, not by the method.')).toBeVisible()
  await expect.element(page.getByText(/Made by fixed rules/)).not.toBeVisible()
})

test('the first list of a market says that there was no list before it', async () => {
  await showList()
  await expect.element(page.getByText('This is the first issue.')).toBeVisible()
})

test('a failure to load the changes is reported in their place, and loading can be retried', async () => {
  let isDown = true
  answerCalls({
    'GET /finlist/HKEX/changes': () =>
      isDown ? { status: 500, errors: [{ message: 'down' }] } : { data: { ...firstWeek, ...changes } },
  })
  await showList({ changes })
  void queryClient.resetQueries({ queryKey: changesOf('HKEX', issueDate).queryKey })
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(summary()).not.toBeInTheDocument()
  isDown = false
  await page.getByRole('alert').getByRole('button').click()
  await expect.element(summary()).toBeVisible()
})

test('the panel shows each limit next to the stock’s value, the four parts of the score, and the buy point and stop in words', async () => {
  await showList({ why }, { path: '/finlist-hk?stock=0005' })
  const base = panel().getByRole('table', { name: 'The base: Saucer' })
  await expect.element(base.getByRole('row', { name: /Depth/ })).toMatchTextContent('Met: Depth21.4%12% to 35%')
  await expect.element(base.getByRole('row', { name: /Length of the cup/ })).toMatchTextContent('83 days30 to 325 days')
  const listing = panel().getByRole('table', { name: 'Listing conditions' })
  await expect.element(listing.getByRole('row', { name: /Pivot/ })).toMatchTextContent('3.8%at most 12%')
  await panel().getByText('Trend template: 1 of 8 met').first().click()
  const template = panel().getByRole('table', { name: /^Trend template/ })
  await expect.element(template.getByRole('row', { name: /low/ })).toMatchTextContent('Not met:')
  await expect.element(template.getByRole('row', { name: /50-day/ })).toMatchTextContent('above 37.50')
  await expect
    .element(panel())
    .toMatchTextContent(
      'Random prices show a pattern like this in 1 of 88 stock-weeks; this market in none of 2,780 stock-weeks.',
    )
  await expect.element(panel()).toMatchTextContent('Strength40.9 of 45')
  await expect.element(panel()).toMatchTextContent('Fits the method finlist-1.')
  await expect
    .element(panel())
    .toMatchTextContent('Buy point 41.55: the price at which the method would count the base as complete')
  await expect.element(panel()).toMatchTextContent('Stop 38.25:')
  await expect.element(base.getByText('Not met:')).not.toBeInTheDocument()
  await expect.poll(() => listing.getByRole('row').elements().length).toBe(1 + why.checklist!.listing.length)
  await panel().getByRole('link', { name: 'How a list is made' }).click()
  await expect.poll(addressNow).toBe('/method')
})

test('a user without the right to the list sees one pick, and the page requests no reasons', async () => {
  write('newestIssues', { HKEX: issueDate })
  const sent = answerCalls({
    'GET /finlist/HKEX/issue-dates': () => ({ data: [issueDate] }),
    'GET /finlist/HKEX': () => ({ status: 403, errors: [{ message: 'Forbidden' }] }),
    'GET /free/finlist/HKEX': () => ({ data: { issueDate, total: 30, stockList: [stocks[0]] } }),
  })
  await show(<FinListScreen />, { path: '/finlist-hk', texts: ['finlist'] })
  await expect.element(page.getByText('You can see one pick from this issue')).toBeVisible()
  dispatchEvent(new Event('pointerdown'))
  await allAnswered()
  expect(sent.filter(({ call }) => /\/(why|changes)$/.test(call))).toEqual([])
  await forget(finListStocks)
})

test.each<[string, Partial<Why>, string]>([
  [
    'staff made the list',
    { method: null, origin: 'import', checklist: null, score: null, outline: [] },
    'Made by staff, not by the method.',
  ],
  ['staff added it', { origin: 'staff' }, 'Added by staff, not by the method.'],
  [
    'staff set its buy point',
    { origin: 'staff', methodBuyPoint: 40.05 },
    'Buy point set by staff; the method’s own is 40.05.',
  ],
  ['staff added a note', { note: 'Reports on Thursday' }, 'Staff note: Reports on Thursday'],
])('if %s, the panel says so', async (_, told, said) => {
  await showList({ why: { ...why, ...told } }, { path: '/finlist-hk?stock=0005' })
  await expect.element(panel()).toMatchTextContent(said)
})

test.each(looks)('the list’s changes and its panel have no accessibility violations, in $language', async look => {
  await showList({ changes, why }, { ...look, path: '/finlist-hk?stock=0005' })
  await expect.poll(() => document.querySelector('[role=dialog] canvas')).not.toBeNull()
  await expect.poll(() => panel().getByRole('table').elements().length).toBeGreaterThan(2)
  await noViolations()
  expect(document.body.textContent).not.toMatch(/\{\{|\bundefined\b|NaN/)
})

test('the changes and the panel do not overflow on a narrow phone, also at twice the text size', async () => {
  await showList({ changes, why }, { screen: 'narrow' })
  await summary().click()
  expect(sticksOut()).toEqual([])
  doubleText()
  expect(sticksOut()).toEqual([])
  await page.getByRole('region', { name: 'New' }).getByRole('link', { name: /^0005/ }).click()
  await expect.poll(() => panel().getByRole('table').elements().length).toBeGreaterThan(2)
  expect(sticksOut()).toEqual([])
})
