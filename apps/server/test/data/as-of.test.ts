import type { ChartHistory, ChartPattern, FoundSymbol, SymbolInfo } from '@finlist/contract/charts/chart'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { publish } from '../../src/db/topics.ts'
import { ApiClient } from '../test-server.ts'
import { days, exchange, exDate, openSplitStock, sevenForOne } from './split-stock.ts'

let world: Awaited<ReturnType<typeof openSplitStock>>
const seconds = (day: string) => Date.parse(day) / 1_000
const dayOf = (time: number) => new Date(time * 1_000).toISOString().slice(0, 10)
const symbol = 'HKEX:0700'
const [before, after] = [days[249]!, days[251]!]

beforeAll(async () => {
  world = await openSplitStock()
  const base = (id: string, to: string, price: number) => ({
    exchange,
    pattern_id: id,
    stock_code: '0700',
    pattern_type: 'FB' as const,
    points: JSON.stringify([days[200]!, to].map(day => ({ time: seconds(day), price }))),
    options: JSON.stringify({ pivot: price }),
    from_date: days[200]!,
    to_date: to,
  })
  await world.testServer.database.db
    .insertInto('chart_pattern')
    .values([base('early', days[240]!, 714), base('late', days[260]!, 102)])
    .execute()
  await world.testServer.database.db
    .insertInto('market_state')
    .values([
      { exchange, short_term: true, start_date: days[10]!, trend: 'UPTREND' },
      { exchange, short_term: true, start_date: days[280]!, trend: 'DOWNTREND' },
    ])
    .execute()
})
afterAll(() => world.testServer.close())
beforeEach(() =>
  world.act(
    sevenForOne,
    { on: days[100]!, kind: 'dividend', amount: 7 },
    { on: days[290]!, kind: 'dividend', amount: 1 },
  ),
)

const asked = async <Data>(path: string, query: Record<string, string>) =>
  (await world.hk.raw('GET', `/tvchart/${path}?${new URLSearchParams(query).toString()}`)) as unknown as Data & {
    http: number
  }
const history = (query: Record<string, string>) =>
  asked<ChartHistory>('history', { symbol, resolution: '1D', from: '0', format: 'udf', ...query })
const closesOf = ({ t = [], c = [] }: ChartHistory) => t.map((time, at) => [dayOf(time), c[at]!] as const)

describe('chart data as of a past day', () => {
  it.each(['1D', '1W', '1M'])('have bars that end on that day, by day, week and month: %s', async resolution => {
    for (const asOf of [before, days[120]!, days[121]!, days[122]!]) {
      // Later data is never returned, whatever range is requested.
      for (const query of [{}, { to: '4000000000' }, { to: '4000000000', countback: '5' }]) {
        const { t, asAt, unconfirmed = [], halfDays = [] } = await history({ resolution, asOf, ...query })
        expect(dayOf(asAt ?? t!.at(-1)!)).toBe(asOf)
        expect([...t!, ...unconfirmed, ...halfDays].every(time => dayOf(time) <= asOf)).toBe(true)
      }
    }
    const week = await history({ resolution, asOf: before, format: 'bars' })
    expect(week.bars!.at(-1)!.close).toBe(728)
  })

  it('have prices adjusted for splits up to that day only', async () => {
    expect(closesOf(await history({ asOf: before })).at(-1)).toEqual([before, 728])
    const then = closesOf(await history({ asOf: exDate }))
    expect(then.slice(-2)).toEqual([
      [before, 104],
      [exDate, 100],
    ])
    expect(then).toEqual(closesOf(await history({})).filter(([day]) => day <= exDate))
    for (const asOf of [before, after])
      expect(closesOf(await history({ asOf, adjustment: 'as-traded' })).find(([day]) => day === before)).toEqual([
        before,
        728,
      ])
  })

  it('are not adjusted for a later dividend', async () => {
    const adjustment = 'splits-and-dividends'
    const [first] = closesOf(await history({ asOf: days[99]!, adjustment }))
    expect(first).toEqual([days[0], 700])
    expect(closesOf(await history({ asOf: days[100]!, adjustment }))[0]![1]).toBeCloseTo(700 * (1 - 7 / 728), 4)
    expect(closesOf(await history({ asOf: days[289]!, adjustment })).at(-1)).toEqual([days[289], 104])
  })

  it('undo an adjustment that the source made for a later split', async () => {
    const tell = (files: object) =>
      world.testServer.database.write(tx =>
        tx.query(`update upload set files = $1 where kind = 'prices'`, [JSON.stringify(files)]),
      )
    await tell({ exchange, prices: 'split-adjusted' })
    // The test's bars are as traded. Treated as adjusted for a 7-for-1 split, they are multiplied by seven to undo it.
    expect(closesOf(await history({ asOf: before })).at(-1)).toEqual([before, 728 * 7])
    expect(closesOf(await history({ asOf: exDate })).slice(-2)).toEqual([
      [before, 728],
      [exDate, 100],
    ])
    await tell({})
  })

  it('come step by step: each response has only that step’s days, and reports a corporate action within it', async () => {
    const step = async (asOf: string, by: string) => {
      const { t = [], c = [], atEnd, acted } = await history({ asOf, step: by })
      return { told: t.map(time => dayOf(time)), closes: c, atEnd, acted }
    }
    expect(await step(days[100]!, 'day')).toEqual({ told: [days[101]], closes: [707], atEnd: undefined, acted: false })
    expect(await step(days[99]!, 'day')).toMatchObject({ told: [days[100]], acted: true })
    const week = await step(days[0]!, 'week')
    expect(week.told).toEqual(days.slice(1, 5))
    // Bars are as of the end of their step: 728 up to the day before the ex-date, 100 from the ex-date on.
    expect(await step(days[248]!, 'day')).toMatchObject({ told: [before], closes: [728], acted: false })
    expect(await step(before, 'day')).toMatchObject({ told: [exDate], closes: [100], acted: true })
    expect(await step(days.at(-1)!, 'day')).toEqual({ told: [], closes: [], atEnd: true, acted: undefined })
    // Stepping forward leads to the same bars as requesting the last day.
    let [at, walked] = [days[240]!, closesOf(await history({ asOf: days[240]! }))]
    for (let steps = 0; steps < 8; steps++) {
      const next = await history({ asOf: at, step: 'day' })
      walked = [...walked, ...closesOf(next)]
      at = dayOf(next.t!.at(-1)!)
    }
    expect(walked).toEqual(closesOf(await history({ asOf: at })))
  })

  it('include only the corporate actions, bases and trend changes that had happened by then', async () => {
    const actions = async (asOf: string) =>
      (await asked<{ data: { exDate: string }[] }>('actions', { symbol, asOf })).data.map(it => it.exDate)
    expect(await actions(before)).toEqual([days[100]])
    expect(await actions(exDate)).toEqual([days[100], exDate])
    const bases = async (asOf: string) => {
      const query = { symbol, resolution: '1D', from: '0', to: '4000000000', asOf }
      return (await asked<{ data: ChartPattern[] }>('patterns', query)).data.map(({ options }) => options.facts.pivot)
    }
    expect(await bases(days[239]!)).toEqual([])
    expect(await bases(before)).toEqual([714])
    expect(await bases(exDate)).toEqual([102])
    expect(await bases(days[260]!)).toEqual([102, 102])
    const marks = await asked<{ time: number[] }>('marks', { symbol: 'HKEX:HSI', asOf: before })
    expect(marks.time.map(dayOf)).toEqual([days[10]])
  })

  it('include bases only for a user with the right to that market', async () => {
    const other = await ApiClient.signIn(world.testServer, 'us-yearly')
    const search = new URLSearchParams({ symbol, resolution: '1D', asOf: before })
    expect(await other.raw('GET', `/tvchart/patterns?${search.toString()}`)).toMatchObject({ http: 403 })
  })

  it('have a relative-strength line that ends on that day and uses prices as of that day', async () => {
    const line = async (asOf: string) =>
      (await asked<{ data: { time: number; value: number }[] }>('rsline', { symbol, asOf })).data
    const then = await line(before)
    expect(dayOf(then.at(-1)!.time)).toBe(before)
    expect(then.at(-1)!.value).toBeCloseTo(728 / 104, 6)
    expect((await line(after)).find(({ time }) => dayOf(time) === before)!.value).toBeCloseTo(1, 6)
  })

  it('show a stock as listed if it was delisted later', async () => {
    await world.testServer.database.write(async tx => {
      await tx.query(`insert into listing (exchange, stock_code, listed_on, delisted_on) values ($1, '0700', $2, $3)`, [
        exchange,
        days[0],
        days[270],
      ])
      await publish(tx, `prices:${exchange}`)
    })
    expect((await asked<SymbolInfo>('symbols', { symbol })).delisted).toMatchObject({ on: days[270] })
    expect('delisted' in (await asked<SymbolInfo>('symbols', { symbol, asOf: before }))).toBe(false)
    const found = async (query: Record<string, string>) =>
      (
        Object.values(await asked<object>('search', { query: '0700', exchange, ...query })) as (FoundSymbol | number)[]
      ).find((it): it is FoundSymbol => typeof it === 'object' && it.symbol === '0700')!
    expect(await found({})).toMatchObject({ delisted_on: days[270] })
    expect(await found({ asOf: before })).not.toHaveProperty('delisted_on')
  })

  it.each(['yesterday', '2024-02-30', '20240501'])('are refused for the invalid day %s', async asOf => {
    for (const path of ['history', 'patterns', 'actions', 'marks', 'symbols', 'rsline', 'search'])
      expect([path, (await asked(path, { symbol, asOf })).http]).toEqual([path, 400])
  })
})
