import { user } from '@finlist/contract/account/account'
import type { FinderFilter, FinderStock } from '@finlist/contract/finder'
import { unknownFigures } from '@finlist/domain/finlist/board-figures'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { deferred } from '../../../test/deferred.ts'
import { freeOfLimits, friend } from '../../../test/free-of-limits.ts'
import { giveHistory } from '../../../test/history.ts'
import { emulateMedia } from '../../../test/media.ts'
import { answerCalls } from '../../../test/network-edge.ts'
import { pick } from '../../../test/picks.ts'
import { addressNow, doubleText, looks, noViolations, show, sticksOut } from '../../../test/show.tsx'
import { unknownOperator } from '../../api/operator.ts'
import { operatorFacts } from '../../api/operator-facts.ts'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { watchlistsOfPerson } from '../../components/watchlists.ts'
import FinderScreen from './FinderScreen.tsx'
import { matchesOf, setsOfPerson } from './queries.ts'

type Look = Parameters<typeof show>[1]

const filters: FinderFilter[] = [
  { column: 'percival_score', operation: 'gte', from: 60, to: -1 },
  { column: 'close', operation: 'between', from: 1, to: 500 },
]
const screened = '/finder-hk?filter=percival_score:gte:60&filter=close:between:1:500'
const codes = () => [...document.querySelectorAll<HTMLElement>('[data-code]')].map(row => row.dataset['code']!)
const cards = () => [...document.querySelectorAll<HTMLElement>('li[data-code]')]
const dialog = () => page.getByRole('dialog')
const canvas = () => document.querySelector('[role=dialog] canvas')
const card = () => page.getByRole('button', { name: /^0005/ })

/** A row of Finder, with the values of a listed stock unless `facts` says otherwise. */
const found = (at: number, facts: Partial<FinderStock> = {}): FinderStock => ({
  ...pick(at),
  issueDate: '2026-07-17',
  priceDate: '2026-07-17',
  ...unknownFigures,
  volumeMultiple: 1 + at / 10,
  rank: 99 - at,
  highDistance: -at,
  ...facts,
})

/** Shows the Finder with thirty matches of two filters. Every column has different values. */
async function showMatches(look: Look = {}): Promise<FinderStock[]> {
  const stocks = Array.from({ length: 30 }, (_, at) => found((at * 7) % 30))
  queryClient.setQueryData(setsOfPerson().queryKey, [])
  queryClient.setQueryData(matchesOf(filters).queryKey, stocks)
  queryClient.setQueryData(watchlistsOfPerson().queryKey, [])
  freeOfLimits()
  for (const { stockCode } of stocks) giveHistory(`HKEX:${stockCode}`)
  await show(<FinderScreen />, { path: screened, texts: ['finder'], ...look })
  await expect.poll(() => codes().length).toBe(stocks.length)
  return stocks
}

async function showStart(look: Look = {}) {
  queryClient.setQueryData(
    callQuery(user).queryKey,
    known => known ?? ({ rights: ['finder', 'finlist:HKEX'] } as never),
  )
  queryClient.setQueryData(setsOfPerson().queryKey, [])
  await show(<FinderScreen />, { path: '/finder-hk', texts: ['finder'], ...look })
  await expect.element(page.getByRole('combobox').first()).toBeVisible()
}

test('Finder waits for the user’s rights before it shows its controls, so that no button moves', async () => {
  const rights = deferred<string[]>()
  answerCalls({
    'GET /users/user': async () => ({ data: { ...friend, rights: await rights.promise } }),
    'GET /finder/filter-set/user': () => ({ data: [] }),
  })
  await show(<FinderScreen />, { path: '/finder-hk', texts: ['finder'] })
  await expect.poll(() => queryClient.getQueryData(setsOfPerson().queryKey)).toEqual([])
  await expect.element(page.getByRole('heading', { name: 'Finder' })).toBeVisible()
  const preset = page.getByRole('button', { name: /^Up on heavy volume/ })
  expect(preset.elements()).toEqual([])
  rights.resolve(['finder', 'finlist:HKEX'])
  await expect.element(preset).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'Newest list' })).toBeVisible()
})

test('an invalid filter value is reported once the user leaves its field, and the field is marked', async () => {
  await showStart()
  await page.getByRole('combobox', { name: 'Column' }).selectOptions('Close')
  await page.getByRole('combobox', { name: 'Operation' }).selectOptions('between')
  const [from, to] = [page.getByLabelText('From'), page.getByLabelText('To')]
  const said = page.getByRole('status').first()
  await from.fill('dear')
  await expect.element(said).toHaveTextContent('')
  await userEvent.keyboard('{Enter}')
  await expect.element(said).toHaveTextContent('Enter a number, such as 12.5, 1,500,000 or 20M.')
  await expect.element(from).toHaveAccessibleDescription('Enter a number, such as 12.5, 1,500,000 or 20M.')
  await from.fill('20')
  await expect.element(from).toBeValid()
  await to.fill('5')
  await userEvent.keyboard('{Tab}')
  await expect.element(to).toBeInvalid()
  await expect.element(said).toHaveTextContent('The second value is below the first.')
})

test('an invalid filter in a link is ignored, and the page names it', async () => {
  await showMatches({ path: `${screened}&filter=colour:gt:1&filter=close:gt:dear` })
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Some filters in this link weren’t recognised and were ignored: colour:gt:1, close:gt:dear')
})

test('each column of Finder’s list sorts, and reverses (FND-07, 09)', async () => {
  const stocks = await showMatches()
  const head = (name: string) => page.getByRole('columnheader', { name: new RegExp(`^${name}`) })
  await expect.element(page.getByRole('main')).toMatchTextContent('30 records · Data as at 17 July 2026')
  await expect.element(head('Ticker')).toHaveAttribute('aria-sort', 'ascending')
  expect(page.getByRole('columnheader').getByRole('button', { name: /[^?]$/ }).elements()).toHaveLength(6)
  for (const [name, key] of [
    ['Close', 'close'],
    ['Change', 'closeChange'],
    ['Volume', 'volume'],
    ['Vol. change', 'volumeChange'],
    ['Percival Score', 'percivalScore'],
  ] as const) {
    const value = new Map(stocks.map(stock => [stock.stockCode, stock[key]!]))
    const shown = () => codes().map(code => value.get(code)!)
    await head(name).getByRole('button').first().click()
    await expect.element(head(name)).toHaveAttribute('aria-sort', 'descending')
    expect({ name, down: shown() }).toEqual({ name, down: shown().toSorted((a, b) => b - a) })
    await userEvent.keyboard('{Enter}')
    await expect.element(head(name)).toHaveAttribute('aria-sort', 'ascending')
    expect({ name, up: shown() }).toEqual({ name, up: shown().toSorted((a, b) => a - b) })
  }
})

test('a printed result names its filters, but has no buttons to change them', async () => {
  await showMatches()
  await emulateMedia({ media: 'print' })
  const applied = page.getByRole('list', { name: 'Active filters' })
  await expect.element(applied).toMatchTextContent(/Percival Score.*60.*Close/)
  expect(
    applied
      .getByRole('button', { name: /^Remove/ })
      .elements()
      .filter(it => it.checkVisibility()),
  ).toEqual([])
})

test('if the operator allows filters on the Percival Score only, no other column is offered (FND-11, AMB-90)', async () => {
  queryClient.setQueryData(operatorFacts.queryKey, { ...unknownOperator, finderColumns: 'percival-only' })
  await showStart()
  const offered = page.getByRole('combobox', { name: 'Column' }).getByRole('option').elements()
  expect(offered.map(({ textContent }) => textContent)).toEqual(['Choose a column', 'Percival Score'])
})

test('on a phone Finder shows cards, and a menu of six sort orders with a direction (FND-05, 09)', async () => {
  await showMatches({ screen: 'phone' })
  expect(document.querySelector('table')).toBeNull()
  const menu = page.getByRole('combobox', { name: 'Sort by' })
  expect(menu.getByRole('option').elements().map(({ textContent }) => textContent)).toEqual([
    'Ticker', 'Close', 'Change', 'Volume', 'Vol. change', 'Percival Score',
  ]) // biome-ignore format: a list
  const ascending = codes()
  expect(ascending).toEqual(ascending.toSorted((a, b) => Number(a) - Number(b)))
  await page.getByRole('button', { name: 'Ascending' }).click()
  await expect.element(page.getByRole('button', { name: 'Descending' })).toBeVisible()
  expect(codes()).toEqual(ascending.toReversed())
  await menu.selectOptions('Percival Score')
  await expect.element(page.getByRole('button', { name: 'Descending' })).toBeVisible()
  const scores = () => cards().map(each => Number(/Score ([\d.]+)/.exec(each.textContent)![1]))
  await expect.poll(addressNow).toMatch(/sort=-percivalScore/)
  await expect.poll(() => scores()[0]).toBe(99)
  expect(scores()).toEqual(scores().toSorted((a, b) => b - a))
  expect(sticksOut()).toEqual([])
})

test('on a phone the filter form is collapsed while there are filters, and focus returns to the button that opens it', async () => {
  const third: FinderFilter = { column: 'volume', operation: 'gte', from: 1, to: -1 }
  queryClient.setQueryData(matchesOf([...filters, third]).queryKey, [])
  await showMatches({ screen: 'phone' })
  const add = page.getByRole('button', { name: 'Add filter' })
  expect(page.getByRole('combobox', { name: 'Column' }).elements()).toEqual([])
  await add.click()
  await expect.element(page.getByRole('combobox', { name: 'Column' })).toHaveFocus()
  await page.getByRole('combobox', { name: 'Column' }).selectOptions('Volume')
  await page.getByRole('combobox', { name: 'Operation' }).selectOptions('≥ at least')
  await page.getByRole('textbox', { name: 'Value' }).fill('1')
  await add.click()
  await expect.poll(() => page.getByRole('combobox', { name: 'Column' }).elements()).toEqual([])
  await expect.element(add).toHaveFocus()
  await expect.poll(addressNow).toMatch(/volume:gte:1/)
})

test('Finder in Chinese at 320 px and twice the text size cuts nothing off', async () => {
  await showMatches({ language: 'zh', screen: 'narrow' })
  doubleText()
  expect(sticksOut()).toEqual([])
  await page.getByRole('button', { name: '加入條件' }).click()
  await page.getByRole('combobox').first().selectOptions('收市價')
  await page.getByRole('combobox').nth(1).selectOptions('介乎')
  expect(sticksOut()).toEqual([])
})

test.each(looks)(
  'Finder on a phone with cards and a stock has no accessibility violations, $language, $theme',
  { tags: ['slow'] },
  async look => {
    await showMatches({ ...look, screen: 'phone' })
    await noViolations()
    await card().click()
    await expect.poll(canvas).not.toBeNull()
    expect(dialog().element().getBoundingClientRect()).toMatchObject({ x: 0, y: 0, width: 390 })
    await noViolations()
  },
)

test.each(looks)(
  'the filters that Finder suggests on a phone before any is set have no accessibility violations, $language, $theme',
  { tags: ['slow'] },
  async look => {
    await showStart({ ...look, screen: 'phone' })
    expect(page.getByRole('listitem').elements()).toHaveLength(7)
    await noViolations()
  },
)

test('the whole market can be screened for breakouts by ticking patterns, and stocks that are not on the list are marked', async () => {
  const patterns: FinderFilter[] = [{ column: 'pattern', operation: 'in', values: ['CUP', 'DB'] }]
  const both = [found(0, { patternType: 'CUP', buyPoint: 12, buyPointDistance: 3.1 })]
  queryClient.setQueryData(matchesOf([]).queryKey, [])
  queryClient.setQueryData(matchesOf(patterns).queryKey, both)
  queryClient.setQueryData(matchesOf(patterns, 'board').queryKey, [
    ...both,
    found(1, { percivalScore: null, issueDate: null, priceDate: '2026-07-20' }),
  ])
  queryClient.setQueryData(matchesOf([{ column: 'pattern', operation: 'in', values: ['DB'] }]).queryKey, [])
  await showStart()
  await page.getByRole('combobox', { name: 'Column' }).selectOptions('Pattern')
  await expect.element(page.getByRole('button', { name: 'Add filter' })).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Double bottom' }).click()
  await page.getByRole('checkbox', { name: 'Cup', exact: true }).click()
  await page.getByRole('button', { name: 'Add filter' }).click()
  await expect.poll(addressNow).toBe('/finder-hk?filter=pattern:in:CUP,DB')
  await expect.element(page.getByRole('button', { name: 'Pattern: Cup or Double bottom', exact: true })).toBeVisible()
  await expect.poll(codes).toEqual(['0005'])
  await expect.element(page.getByRole('columnheader', { name: /Pattern/ })).toBeVisible()
  await page.getByText('Whole market').click()
  await expect.poll(addressNow).toBe('/finder-hk?scope=board&filter=pattern:in:CUP,DB')
  await expect.poll(codes).toEqual(['0005', '0012'])
  const [older, newest] = [...document.querySelectorAll('tr[data-code]')].map(row => row.textContent)
  expect(older).toMatch(/as of 17 Jul/)
  expect(newest).not.toContain('as of')
  await expect
    .element(page.getByRole('main'))
    .toMatchTextContent('2 records · Prices as at 20 July 2026. List data from the 17 July 2026 issue')
  await noViolations()
})

test('without the right to the list, Finder offers neither the whole market nor the list’s columns', async () => {
  queryClient.setQueryData(callQuery(user).queryKey, { rights: ['finder'] } as never)
  await showStart()
  expect(page.getByText('Whole market').elements()).toEqual([])
  const offered = page.getByRole('combobox', { name: 'Column' }).getByRole('option').elements()
  expect(offered.map(({ textContent }) => textContent)).toEqual([
    'Choose a column', 'Ticker', 'Sub-sector', 'Close', 'Change', 'Volume', 'Percival Score',
  ]) // biome-ignore format: a list
})
