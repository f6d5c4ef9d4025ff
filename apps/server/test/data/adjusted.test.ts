import { type ChartHistory, chartActions, chartPatterns, chartRsLine } from '@finlist/contract/charts/chart'
import type { Adjustment } from '@finlist/domain/adjust/kinds'
import { addDays } from '@finlist/domain/calendar'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { publish } from '../../src/db/topics.ts'
import { computeBreadth, firstDay } from '../../src/market-data/breadth/compute-breadth.ts'
import { type Action, days, exchange, exDate, openSplitStock, sevenForOne } from './split-stock.ts'

let world: Awaited<ReturnType<typeof openSplitStock>>
beforeAll(async () => {
  world = await openSplitStock()
})
afterAll(() => world.testServer.close())
afterEach(() => world.act())

const plain = async <Data>(path: string, query: Record<string, string>) =>
  (await world.hk.raw('GET', `/tvchart/${path}?${new URLSearchParams(query).toString()}`)) as unknown as Data

async function history(query: Record<string, string> = {}) {
  const data = await plain<ChartHistory>('history', { symbol: 'HKEX:0700', resolution: '1D', from: '0', ...query })
  return data.t!.map((t, at) => ({
    day: new Date(t * 1_000).toISOString().slice(0, 10),
    close: data.c![at]!,
    volume: data.v![at]!,
  }))
}

describe('a chart’s bars', () => {
  it('are as traded while there is no corporate action, and again once one is withdrawn', async () => {
    const asTraded = await history()
    expect([asTraded[249]!.close, asTraded[250]!.close]).toEqual([728, 100])
    await world.act(sevenForOne)
    expect(await history()).not.toEqual(asTraded)
    expect(await history({ adjustment: 'as-traded' })).toEqual(asTraded)
    await world.act()
    expect(await history()).toEqual(asTraded)
  })

  it('are adjusted for a split, prices and volumes, by day, week and month', async () => {
    await world.act(sevenForOne)
    for (const resolution of ['1D', '1W', '1M']) {
      const bars = await history({ resolution })
      expect(bars.filter(({ close }) => close > 104 || close < 100)).toEqual([])
    }
    expect(new Set((await history()).map(({ volume }) => volume))).toEqual(new Set([700]))
  })

  it('a chart’s bars after a split equal those of a stock that was never split, to the last digit and in any range', async () => {
    await world.act(sevenForOne)
    for (const stretch of [
      {},
      { countback: '80' },
      { to: String(Date.parse(addDays(exDate, 3)) / 1_000), countback: '5' },
    ])
      expect(await history(stretch)).toEqual(await history({ ...stretch, symbol: 'HKEX:0005' }))
  })

  it.each<[string, Action[], number, number]>([
    ['a consolidation of ten into one', [{ kind: 'consolidation', ratio: [1, 10] }], 7_280, 10],
    ['a bonus of two for one', [{ kind: 'bonus', ratio: [3, 1] }], 728 / 3, 300],
    ['3 for 2', [{ ratio: [3, 2] }], (728 * 2) / 3, 150],
    ['two splits in a week', [{ ratio: [7, 1] }, { on: days[252]!, ratio: [2, 1] }], 52, 1_400],
    ['a split on a day without a bar', [{ on: addDays(days[249]!, 1), ratio: [7, 1] }], 104, 700],
    ['one with a future ex-date', [{ on: '2199-01-01', ratio: [7, 1] }], 728, 100],
    ['only a dividend', [{ kind: 'dividend', amount: 10 }], 728, 100],
  ])('are adjusted for corporate actions: %s', async (_, actions, close, volume) => {
    await world.act(...actions)
    const found = (await history())[249]!
    expect(found.close).toBeCloseTo(close, 5)
    expect(found.volume).toBe(volume)
  })

  it('are adjusted for dividends on request, if the dividend is in the stock’s currency', async () => {
    await world.act(
      sevenForOne,
      { kind: 'dividend', amount: 72.8 },
      { on: days[100]!, kind: 'dividend', amount: 70, currency: 'CNY' },
    )
    const bars = await history({ adjustment: 'splits-and-dividends' })
    expect([bars[249]!.close, bars[250]!.close]).toEqual([93.6, 100])
    expect(bars[0]!.close).toBeCloseTo(90, 5)
  })

  it.each([
    ['split-adjusted', [728, 100], [655.2, 100]],
    ['fully-adjusted', [728, 100], [728, 100]],
  ])(
    'a chart’s bars that their source delivers %s are not adjusted for the same actions again',
    async (kind, splits, dividends) => {
      const say = (prices: string) =>
        world.testServer.database.pool.query(
          `update upload set files = files || jsonb_build_object('prices', $1::text) where kind = 'prices'`,
          [prices],
        )
      await say(kind)
      await world.act(sevenForOne, { kind: 'dividend', amount: 72.8 })
      const around = async (adjustment: Adjustment) =>
        (await history({ adjustment })).slice(249, 251).map(({ close }) => Number(close.toFixed(5)))
      expect([await around('splits'), await around('splits-and-dividends')]).toEqual([splits, dividends])
      await say('as-traded')
    },
  )

  it('come with the corporate actions, which the chart marks', async () => {
    await world.act(sevenForOne, { kind: 'dividend', amount: 0.5 })
    const { data } = await world.hk.ask(chartActions, { query: { symbol: 'HKEX:0700' } })
    expect(data).toEqual([
      { exDate, kind: 'dividend', numerator: null, denominator: null, amount: 0.5, currency: 'HKD' },
      { exDate, kind: 'split', numerator: 7, denominator: 1, amount: null, currency: null },
    ])
    expect((await world.hk.ask(chartActions, { query: { symbol: 'HKEX:9999' } })).http).toBe(404)
  })

  it('have the same adjusted prices as quotes and the relative-strength line', async () => {
    const before = await plain<{ d: { v: object }[] }>('quotes', { symbols: 'HKEX:0700' })
    expect(before.d[0]!.v).toMatchObject({ lp: 104, prev_close_price: 103 })
    await world.act({ on: days[299]!, ratio: [7, 1] })
    await world.testServer.database.pool.query(
      `update bar set close = 14 where exchange = 'HKEX' and stock_code = '0700' and date = $1`,
      [days[299]!],
    )
    const { d } = await plain<{ d: { v: object }[] }>('quotes', { symbols: 'HKEX:0700' })
    expect(d[0]!.v).toMatchObject({ lp: 14, prev_close_price: Math.round((103 / 7) * 1e6) / 1e6 })
    await world.testServer.database.pool.query(
      `update bar set close = 104 where exchange = 'HKEX' and stock_code = '0700' and date = $1`,
      [days[299]!],
    )
    await world.act(sevenForOne)
    const line = (await world.hk.ask(chartRsLine, { query: { symbol: 'HKEX:0700', resolution: '1D' } })).data!
    expect(new Set(line.map(({ value }) => value)).size).toBe(1)
  })
})

describe('breadth', () => {
  const ofAll = () => world.testServer.database.load(tx => computeBreadth(tx, { exchange, from: firstDay }))
  const kept = async () => {
    const { rows } = await world.testServer.database.pool.query<Record<string, number>>(
      `select date, stocks, up, down, no_change "noChange", on_ten_week_ma "onTenWeekMa",
       under_ten_week_ma "underTenWeekMa", on_forty_week_ma "onFortyWeekMa", under_forty_week_ma "underFortyWeekMa",
       fifty_two_week_high "fiftyTwoWeekHigh", fifty_two_week_low "fiftyTwoWeekLow"
       from breadth where exchange = $1 order by date`,
      [exchange],
    )
    return rows
  }

  it('counts averages, highs and moves of adjusted prices, and is recalculated when a corporate action changes', async () => {
    const before = await ofAll()
    expect(before.at(-1)).toMatchObject({ stocks: 2, underTenWeekMa: 0, underFortyWeekMa: 1 })
    await world.act(sevenForOne)
    const after = await ofAll()
    expect(after).not.toEqual(before)
    // After the adjustment both stocks have the same prices, so each count includes both or neither.
    const counts = after.flatMap(day => Object.values(day).filter(value => typeof value === 'number'))
    expect(counts.filter(count => count % 2 === 1)).toEqual([])
    await expect.poll(kept).toEqual(after)
    await world.act()
    await expect.poll(kept).toEqual(before)
  })

  it('calculated for the newest day alone equals that of a full recalculation', async () => {
    await world.act({ on: days[297]!, ratio: [7, 1] })
    const whole = await ofAll()
    const newest = await world.testServer.database.load(tx => computeBreadth(tx, { exchange, from: days[299]! }))
    expect(newest).toEqual(whole.slice(-1))
  })
})

describe('bases', () => {
  const day = (n: number) => Date.parse(days[n]!) / 1_000
  const points = async (adjustment: Adjustment) => {
    const query = { symbol: 'HKEX:0700', resolution: '1D', from: 0, to: 4_000_000_000, adjustment }
    const [base] = (await world.hk.ask(chartPatterns, { query } as never)).data
    return [...base!.points.map(({ price }) => price), base!.options.facts.pivot]
  }
  const insert = (from: number, to: number, prices: [number, number], pivot: number) =>
    world.testServer.database.write(async tx => {
      await tx.query('delete from chart_pattern')
      await tx
        .insertInto('chart_pattern')
        .values({
          exchange,
          pattern_id: 'one',
          stock_code: '0700',
          pattern_type: 'FB',
          points: JSON.stringify([
            { time: day(from), price: prices[0] },
            { time: day(to), price: prices[1] },
          ]),
          options: JSON.stringify({ pivot }),
          from_date: days[from]!,
          to_date: days[to]!,
        })
        .execute()
      await publish(tx, 'patterns:HKEX')
    })

  it.each<[string, [number, number], [number, number], [number[], number[]]]>([
    [
      'before a split are adjusted with its bars',
      [200, 240],
      [700, 735],
      [
        [100, 105, 105],
        [700, 735, 735],
      ],
    ],
    [
      'across a split are in shares of their last day',
      [240, 260],
      [100, 105],
      [
        [100, 105, 105],
        [700, 105, 105],
      ],
    ],
    [
      'after a split are unchanged',
      [255, 260],
      [100, 105],
      [
        [100, 105, 105],
        [100, 105, 105],
      ],
    ],
  ])('are drawn at adjusted prices: %s', async (_, [from, to], prices, [splits, asTraded]) => {
    await insert(from, to, prices, prices[1])
    await world.act(sevenForOne)
    expect(await points('splits')).toEqual(splits)
    expect(await points('as-traded')).toEqual(asTraded)
  })
})

describe('a delisted stock', () => {
  const list = (delistedOn: string | null) =>
    world.testServer.database.write(async tx => {
      await tx.query('delete from listing')
      await tx
        .insertInto('listing')
        .values({
          exchange,
          stock_code: '0005',
          listed_on: '2000-01-03',
          delisted_on: delistedOn,
          reason: 'Taken private',
          last_value: 104.5,
        })
        .execute()
      await publish(tx, 'prices:HKEX')
    })
  const info = () => plain<Record<string, unknown>>('symbols', { symbol: 'HKEX:0005' })
  const found = async (query: string) =>
    Object.values(await plain<object>('search', { query, exchange: 'HKEX', type: 'stock' })).filter(
      (it): it is { symbol: string; delisted_on?: string } => typeof it === 'object' && it !== null && 'symbol' in it,
    )

  it('is shown with its delisting day, the reason and the final value of a share', async () => {
    await list('2023-07-03')
    expect(await info()).toMatchObject({
      expired: true,
      expiration_date: Date.parse('2023-07-03') / 1_000,
      delisted: { on: '2023-07-03', reason: 'Taken private', lastValue: 104.5 },
    })
  })

  it('is marked in search results and ranked last, unless the search is for its exact code', async () => {
    await list('2023-07-03')
    expect((await found('')).map(({ symbol, delisted_on }) => [symbol, delisted_on])).toEqual([
      ['0700', undefined],
      ['HSI', undefined],
      ['0005', '2023-07-03'],
    ])
    expect((await found('5'))[0]).toMatchObject({ symbol: '0005', delisted_on: '2023-07-03' })
  })

  it.each<[string, string | null]>([
    ['on a future day', '2199-01-01'],
    ['never', null],
  ])('is shown as listed if its delisting is %s', async (_, day) => {
    await list(day)
    expect(await info()).not.toHaveProperty('delisted')
    expect((await found(''))[0]).toEqual(expect.objectContaining({ symbol: '0005' }))
  })
})
