import { user } from '@finlist/contract/account/account'
import type { MapStock, MarketMap } from '@finlist/contract/screener'
import type { ExchangeId } from '@finlist/domain/markets'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { deferred } from '../../../test/deferred.ts'
import { answerCalls } from '../../../test/network-edge.ts'
import { addressNow, doubleText, goBack, looks, noViolations, show, sticksOut } from '../../../test/show.tsx'
import { unknownOperator } from '../../api/operator.ts'
import { operatorFacts } from '../../api/operator-facts.ts'
import { callQuery, queryClient } from '../../api/query-client.ts'
import MapScreen from './MapScreen.tsx'
import { mapOf } from './queries.ts'

type Look = Parameters<typeof show>[1]

const sectors = [
  { name: 'Energy', nameZh: '能源' },
  { name: 'Financials', nameZh: '金融' },
  { name: '', nameZh: '' },
]
const everyPeriod = (change: number | null): MapStock['changes'] => ({
  '1d': change,
  '1w': change,
  '1m': change,
  '3m': change,
  '6m': change,
  '1y': change,
  ytd: change,
})
const stock = (at: number, facts: Partial<MapStock> = {}): MapStock => ({
  stockCode: String(at).padStart(4, '0'),
  stockName: `Kestrel ${at} Holdings`,
  stockNameZh: `紅隼${at}控股`,
  sector: at % 3,
  price: 10 + at,
  turnover: Math.round(1e9 / (at + 1)),
  changes: { ...everyPeriod(0), '1d': at % 2 ? 1.5 : -2.25, '1y': 64, ytd: at === 4 ? null : 12 },
  ...facts,
})
/** Sixty stocks in three sectors, and one that did not trade. */
const map: MarketMap = {
  date: '2026-07-17',
  total: 61,
  sectors,
  stocks: [
    ...Array.from({ length: 60 }, (_, at) => stock(at)),
    stock(60, { turnover: 0, tradedOn: '2026-07-15', changes: everyPeriod(null) }),
  ],
}

async function showMap(look: Look = {}, shown: MarketMap = map, exchange: ExchangeId = 'HKEX') {
  queryClient.setQueryData(callQuery(user).queryKey, { rights: ['finder', 'finlist:HKEX', 'finlist:JP'] } as never)
  queryClient.setQueryData(mapOf(exchange).queryKey, shown)
  await show(<MapScreen />, { path: '/screener/map', texts: ['screener'], ...look })
  await expect.element(page.getByRole('combobox', { name: look.language === 'zh' ? '行業' : 'Sector' })).toBeVisible()
}
const tiles = () => [...document.querySelectorAll<HTMLElement>('main a[data-key]')]
const focused = () => (document.activeElement as HTMLElement).dataset['key']
const tile = (code: string) => page.getByRole('link', { name: new RegExp(`^${code} `) }).last()
async function drawn(count = 1) {
  await expect.poll(() => tiles().length).toBeGreaterThanOrEqual(count)
}

test('the map states each stock’s name, price, change and turnover, and what area and colour mean', async () => {
  await showMap()
  await drawn(50)
  await expect
    .element(tile('0001'))
    .toHaveAccessibleName('0001 Kestrel 1 Holdings, HKD 11.00, +1.50% over 1 day, turnover HKD 500.00M')
  await expect.element(page.getByText('Closing prices of 17 July 2026.')).toBeVisible()
  await expect.element(page.getByText(/Area: the day’s turnover \(close × volume, in HKD\)/)).toBeVisible()
  await expect.element(page.getByText(/1 stock did not trade that day and is only in the table/)).toBeVisible()
  expect(tiles().some(({ dataset }) => dataset['key'] === '0060')).toBe(false)
})

test('a stock with more turnover has a larger tile', async () => {
  await showMap()
  await drawn(50)
  const area = (code: string) => {
    const { width, height } = tiles()
      .find(({ dataset }) => dataset['key'] === code)!
      .getBoundingClientRect()
    return width * height
  }
  expect(area('0000') / area('0003')).toBeCloseTo(4, 0)
})

test('the period sets the change shown; a change that is unknown is striped', async () => {
  await showMap()
  await drawn()
  await page.getByRole('radio', { name: 'Year to date' }).click({ force: true })
  await expect.element(tile('0001')).toHaveAccessibleName(/\+12\.00% over Year to date/)
  await expect.element(tile('0004')).toHaveAccessibleName(/no change known for the period/)
  const background = (code: string) => getComputedStyle(tile(code).element()).backgroundImage
  expect([background('0001'), background('0004').slice(0, 25)]).toEqual(['none', 'repeating-linear-gradient'])
  await expect.poll(addressNow).toBe('/screener/map?period=ytd')
})

test('rises and falls have the market’s colours, or those that the user chose', async () => {
  const colour = () => getComputedStyle(tile('0001').element()).backgroundColor
  await showMap()
  await drawn()
  const inHongKong = colour()
  document.documentElement.dataset['rising'] = 'red'
  const chosen = colour()
  delete document.documentElement.dataset['rising']
  await showMap({ path: '/screener/map?market=jp' }, map, 'JP')
  await drawn()
  expect(chosen).not.toBe(inHongKong)
  expect(colour()).toBe(chosen)
})

test('a click opens a stock’s chart; a sector’s heading opens the sector, and back leaves it', async () => {
  await showMap()
  await drawn()
  await page.getByRole('button', { name: 'Financials: open sector' }).click()
  await expect.poll(addressNow).toBe('/screener/map?sector=Financials')
  await expect.poll(() => tiles().length).toBe(20)
  await goBack()
  await expect.poll(() => tiles().length).toBeGreaterThan(40)
  await tile('0002').click()
  await expect.poll(addressNow).toBe('/interactive-chart?symbol=HKEX%3A0002')
})

test('the figures of a stock are shown while the pointer is on it', async () => {
  await showMap()
  await drawn()
  await tile('0000').hover()
  await tile('0003').hover()
  const details = page.getByRole('link', { name: '0003 Kestrel 3 Holdings', exact: true })
  await expect.element(details).toBeVisible()
  expect(details.element().parentElement!.textContent).toContain('turnover HKD 250.00M')
})

test('the map is one tab stop; arrows move, Enter opens, Escape leaves a sector (keyboard)', async () => {
  await showMap()
  await drawn()
  expect(document.querySelectorAll('main [data-key][tabindex="0"]')).toHaveLength(1)
  const heading = page.getByRole('button', { name: 'Energy: open sector' })
  ;(heading.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(tiles().map(({ dataset }) => dataset['key'])).toContain(focused())
  const before = focused()
  await userEvent.keyboard('{ArrowUp}')
  expect(focused()).toBe('sector:0')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => tiles().length).toBe(20)
  await expect.poll(focused).toBe('0000')
  await userEvent.keyboard('{End}')
  expect(focused()).not.toBe('0000')
  await userEvent.keyboard('{Escape}')
  await expect.poll(focused).toBe('sector:0')
  await expect.poll(addressNow).toBe('/screener/map')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(addressNow).toBe(`/interactive-chart?symbol=HKEX%3A${before}`)
})

test('on a phone, a tap opens a sector; in it, the first tap shows a stock’s figures and the second opens it', async () => {
  await showMap({ screen: 'phone' })
  const sector = page.getByRole('button', { name: 'Financials: open sector' })
  await expect.element(sector).toBeVisible()
  await expect.element(page.getByText('Tap a sector to open it.')).toBeVisible()
  expect(tiles()).toEqual([])
  await sector.click()
  await drawn(10)
  for (const { offsetWidth, offsetHeight } of tiles()) expect(offsetWidth * offsetHeight).toBeGreaterThan(40 * 40)
  await tile('0004').click()
  await expect.element(page.getByRole('link', { name: '0004 Kestrel 4 Holdings', exact: true })).toBeVisible()
  await expect.poll(addressNow).toBe('/screener/map?sector=Financials')
  await tile('0004').click()
  await expect.poll(addressNow).toBe('/interactive-chart?symbol=HKEX%3A0004')
})

test('stocks that are too small for a tile share one, which opens the sector and then its table', async () => {
  const crowd = Array.from({ length: 400 }, (_, at) => stock(at, { turnover: 1.04 ** (400 - at) * 1e4 }))
  await showMap({ screen: 'phone', path: '/screener/map?sector=Energy' }, { ...map, total: 400, stocks: crowd })
  await drawn(10)
  const rest = page.getByRole('button', { name: /smaller stocks in Energy/ })
  const count = Number(/\d+/.exec(rest.element().textContent)![0])
  expect(count + tiles().length).toBe(134)
  await rest.click()
  await expect.poll(addressNow).toBe('/screener/map?sector=Energy&view=table')
  await expect.poll(() => document.querySelectorAll('tr[data-code]').length).toBe(134)
})

test('the table has every stock, and sorts by each column, by sector too', async () => {
  await showMap()
  await drawn()
  await page.getByRole('radio', { name: 'Table' }).click({ force: true })
  const rows = () => [...document.querySelectorAll<HTMLElement>('tr[data-code]')]
  const codes = () => rows().map(({ dataset }) => dataset['code'])
  await expect.poll(() => rows().length).toBe(61)
  expect(rows()[0]!.textContent).toBe('0000 Kestrel 0 HoldingsEnergy10.00-2.251.00B')
  expect(rows()[60]!.textContent).toContain('–Last traded 15 Jul 2026')
  for (const [name, first] of [
    ['Sector', ['0000', '0003']],
    ['Price HKD', ['0060', '0059']],
    ['Change % 1 day', ['0001', '0003']],
    ['Stock', ['0000', '0001']],
  ] as const) {
    await page.getByRole('columnheader', { name }).getByRole('button').click()
    await expect.poll(() => [name, ...codes().slice(0, 2)]).toEqual([name, ...first])
  }
  await page.getByRole('combobox', { name: 'Sector' }).selectOptions('Unclassified')
  await expect.poll(() => rows().length).toBe(20)
})

test('a market that the user may not see is refused, and another can be chosen', async () => {
  answerCalls({ 'GET /market-map/US': () => ({ status: 403, errors: [{ message: 'Forbidden' }] }) })
  queryClient.setQueryData(callQuery(user).queryKey, { rights: ['finlist:JP'] } as never)
  queryClient.setQueryData(mapOf('JP').queryKey, map)
  await show(<MapScreen />, { path: '/screener/map?market=us', texts: ['screener'] })
  await expect.element(page.getByRole('link', { name: 'Subscribe now' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Market' }).selectOptions('Japan')
  await drawn()
  await show(<MapScreen />, { path: '/screener/map', texts: ['screener'] })
  await expect.element(page.getByRole('combobox', { name: 'Market' })).toHaveValue('jp')
  queryClient.removeQueries({ queryKey: mapOf('US').queryKey })
})

test('a market whose source may not be shown says so, without offering a plan', async () => {
  const message = 'The supplier of this market’s prices does not allow them to be shown.'
  answerCalls({ 'GET /market-map/HKEX': () => ({ status: 403, errors: [{ message, code: 'source-use' }] }) })
  queryClient.setQueryData(callQuery(user).queryKey, { rights: ['finder'] } as never)
  await show(<MapScreen />, { path: '/screener/map', texts: ['screener'] })
  await expect.element(page.getByText(message)).toBeVisible()
  expect(page.getByRole('link', { name: 'Subscribe now' }).elements()).toEqual([])
  queryClient.removeQueries({ queryKey: mapOf('HKEX').queryKey })
})

test('a failed call can be repeated; a market without prices and a pending call are stated', async () => {
  const slow = deferred<MarketMap>()
  let asked = 0
  answerCalls({
    'GET /market-map/HKEX': async () =>
      ++asked === 1 ? { status: 500, errors: [{ message: 'Broken' }] } : { data: await slow.promise },
  })
  queryClient.setQueryData(callQuery(user).queryKey, { rights: ['finder'] } as never)
  await show(<MapScreen />, { path: '/screener/map', texts: ['screener'] })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => document.querySelector('[aria-busy=true]')).not.toBeNull()
  slow.resolve({ date: null, total: 0, sectors: [], stocks: [] })
  await expect.element(page.getByText('No prices for this market yet.')).toBeVisible()
})

test('a map of the largest stocks states how many there are, and demo data are labelled', async () => {
  queryClient.setQueryData(operatorFacts.queryKey, { ...unknownOperator, demoData: true })
  await showMap({}, { ...map, total: 2_731 })
  await expect.element(page.getByText(/Shows the 61 stocks with the largest turnover of 2,731/)).toBeVisible()
  await expect.element(page.getByText('Demo data', { exact: true })).toBeVisible()
})

const views = { 'the map': '', 'a sector': '?sector=Financials', 'the table': '?view=table' }
for (const look of looks)
  for (const screen of ['desktop', 'phone', 'narrow'] as const)
    for (const [view, query] of Object.entries(views))
      test(`${view} has no violations and fits: ${look.language}, ${look.theme}, ${screen}`, async () => {
        await showMap({ ...look, screen, path: `/screener/map${query}` })
        await expect.poll(() => document.querySelectorAll('[data-key], [data-code]').length).toBeGreaterThan(2)
        if (screen === 'narrow') doubleText()
        await noViolations()
        expect(sticksOut()).toEqual([])
      })
