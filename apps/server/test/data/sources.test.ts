import { barsOf } from '@finlist/demo-market/market'
import { exchangeIds } from '@finlist/domain/markets'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Misdeed } from '../../../data-sandbox/src/faults.ts'
import { backfill } from '../../src/market-data/vendors/backfill.ts'
import { takeDay } from '../../src/market-data/vendors/take-day.ts'
import { loadLists } from '../../src/market-data/vendors/take-lists.ts'
import { openSourceWorld, type SourceWorld, sandboxKey } from './source-world.ts'

const span = { startDate: '2026-03-02', asOf: '2026-07-17', stocks: 30 }
const [day, before] = ['2026-07-16', '2026-07-15']
const now = Date.parse('2026-07-17T23:00:00Z')

let world: SourceWorld
beforeAll(async () => {
  world = await openSourceWorld(span)
})
afterAll(() => world.close())

const take = (exchange: (typeof exchangeIds)[number], date: string) =>
  takeDay({ database: world.database, exchange, source: world.source(exchange), now }, date)

async function barsKept(exchange: string) {
  const { rows } = await world.database.pool.query(
    'select stock_code, date, open, high, low, close, volume from bar where exchange = $1 order by stock_code, date',
    [exchange],
  )
  return rows as { stock_code: string; date: string }[]
}
const refusals = async (exchange: string) =>
  (
    await world.database.pool.query<{ stock_code: string | null; date: string | null; reason: { text: string } }>(
      'select stock_code, date, reason from source_refusal where exchange = $1 order by refusal_id',
      [exchange],
    )
  ).rows

describe('the backfilled history of a market', () => {
  it.each(exchangeIds)(
    'the backfilled history of a market from %s equals its source bar for bar, and a second run requests none of it again',
    async exchange => {
      const parts = { database: world.database, exchange, source: world.source(exchange), now }
      const told: number[] = []
      const days = { from: span.startDate, to: span.asOf }
      await backfill(parts, { ...days, tell: ({ done }) => void told.push(done) })
      const market = world.market(exchange)
      const expected = [market.index, ...market.stocks]
        .filter(({ listing }) => exchange !== 'JP' || !listing.isIndex)
        .flatMap(({ listing, series }) =>
          [...barsOf(market.days, series)].map(({ date, ...figures }) => ({
            stock_code: listing.stockCode,
            date,
            ...figures,
          })),
        )
        .toSorted((a, b) =>
          a.stock_code < b.stock_code ? -1 : a.stock_code > b.stock_code ? 1 : a.date < b.date ? -1 : 1,
        )
      const kept = await barsKept(exchange)
      expect(
        kept.toSorted((a, b) =>
          a.stock_code < b.stock_code ? -1 : a.stock_code > b.stock_code ? 1 : a.date < b.date ? -1 : 1,
        ),
      ).toEqual(expected)
      expect(told.at(-1)).toBe(told.length)

      const uploads = 'select count(*) as count from upload'
      const [counted] = (await world.database.pool.query<{ count: number }>(uploads)).rows
      world.sandbox.asked.length = 0
      await backfill({ ...parts, source: world.source(exchange) }, { ...days, tell: () => expect.unreachable() })
      expect(world.sandbox.asked.filter(asked => /\/eod\/|bars\/daily|TaiwanStockPrice/.test(asked))).toEqual([])
      expect((await world.database.pool.query(uploads)).rows).toEqual([counted])
    },
  )
})

describe('a day for which a source gives a bad response', () => {
  beforeEach(() => {
    world.sandbox.faults.length = 0
  })

  const cases: { does: Misdeed; times?: number; of?: string; says: string }[] = [
    { does: 'used-up', says: 'source.used-up' },
    { does: 'no-key', says: 'source.key' },
    { does: 'html', says: 'source.html' },
    { does: 'empty', says: 'source.empty' },
    { does: 'yesterday', says: 'source.other-day' },
    { does: 'other-market', says: 'source.other-market' },
    { does: 'redirect', says: 'source.redirect' },
    { does: 'half-page', times: 9, says: 'source.not-json' },
    { does: 'gzip', times: 9, says: 'source.gzip' },
    { does: 'huge', says: 'source.too-large' },
  ]
  it.each(cases)(
    'is reported by source, day and reason, and not loaded: $does ($says)',
    async ({ does, times = 1, says }) => {
      const kept = await barsKept('US')
      world.sandbox.faults.push({ of: `last-day/US?fmt=json&date=${day}`, does, times })
      await expect(take('US', day)).rejects.toMatchObject({ reason: { text: says } })
      expect(await refusals('US')).toMatchObject([{ stock_code: null, date: day, reason: { text: says } }])
      expect(await barsKept('US')).toEqual(kept)
      world.sandbox.faults.length = 0
      expect(await take('US', day)).toMatchObject({ isWhole: true })
      expect(await refusals('US')).toEqual([])
    },
  )

  it('is retried after a temporary failure: 429 with Retry-After, 500, a lost connection', async () => {
    for (const does of ['too-often', 'error', 'hang-up'] as const)
      world.sandbox.faults.push({ of: `last-day/US?fmt=json&date=${day}`, does })
    expect(await take('US', day)).toMatchObject({ isWhole: true })
    expect(world.sandbox.faults.every(({ times }) => times === 0)).toBe(true)
  })

  it.each([
    ['nulls', 'source.null'],
    ['zeros', 'source.zero-price'],
  ] as const)(
    'a day with %s in a third of its rows is loaded without those rows, each reported by stock, day and reason',
    async (does, says) => {
      await take('HKEX', before)
      world.sandbox.faults.push({ of: `last-day/HK?fmt=json&date=${day}`, does })
      const { rows, isWhole } = await take('HKEX', day)
      const told = await refusals('HKEX')
      const rowsTold = told.filter(({ reason }) => reason.text === says)
      expect(rowsTold.length).toBeGreaterThan(5)
      expect(rowsTold.every(({ stock_code, date }) => stock_code && date === day)).toBe(true)
      expect({ isWhole, first: told[0]!.reason.text }).toEqual({ isWhole: false, first: 'source.few' })
      expect(rows).toBeGreaterThan(rowsTold.length)
      expect(await take('HKEX', day)).toMatchObject({ isWhole: true })
    },
  )

  it('a day with only half of its rows is loaded, and counts as incomplete until the rest arrives', async () => {
    await take('HKEX', before)
    world.sandbox.faults.push({ of: `last-day/HK?fmt=json&date=${day}`, does: 'half-rows' })
    expect(await take('HKEX', day)).toMatchObject({ isWhole: false })
    expect(await take('HKEX', day)).toMatchObject({ isWhole: true })
    expect(await refusals('HKEX')).toEqual([])
  })
})

it('a late correction of a day replaces its bars, and a split announced late applies from its ex-date', async () => {
  await take('HKEX', day)
  const stock = world.market('HKEX').stocks.find(({ series }) => series.volume.at(-2)! > 0)!.listing.stockCode
  world.sandbox.correct(`last-day/HK?fmt=json&date=${day}`, body =>
    (body as { code: string; volume: number }[]).map(row =>
      row.code === stock && 'volume' in row ? { ...row, volume: 12_345 } : row,
    ),
  )
  world.sandbox.correct(`last-day/HK?fmt=json&date=${day}&type=splits`, () => [
    { code: stock, exchange: 'HK', date: day, split: '11.000000/10.000000' },
  ])
  await take('HKEX', day)
  const { rows } = await world.database.pool.query(
    `select (select volume from bar where exchange = 'HKEX' and stock_code = $1 and date = $2),
      (select numerator || ':' || denominator || ' ' || source from corporate_action
       where exchange = 'HKEX' and stock_code = $1 and ex_date = $2 and kind = 'split') as split`,
    [stock, day],
  )
  expect(rows).toEqual([{ volume: 12_345, split: '11:10 EODHD' }])
})

it('a stock that its source no longer lists is delisted after its last bar, and keeps its history', async () => {
  const old = { Code: '9998', Name: 'Gone', Exchange: 'HK', Type: 'Common Stock' }
  world.sandbox.correct('symbol-list/HK?fmt=json&delisted=1', () => [old])
  await world.database.pool.query(
    `insert into bar (exchange, stock_code, date, open, high, low, close, volume)
     values ('HKEX', '9998', '2026-05-06', 1, 1, 1, 1, 1), ('HKEX', '9998', '2026-05-08', 1, 1, 1, 1, 1)`,
  )
  const parts = { database: world.database, exchange: 'HKEX' as const, source: world.source('HKEX'), now }
  await loadLists(parts, await parts.source.lists(day), day)
  const { rows } = await world.database.pool.query(
    `select listed_on, delisted_on from listing where exchange = 'HKEX' and stock_code = '9998'`,
  )
  expect(rows).toEqual([{ listed_on: '2026-05-06', delisted_on: '2026-05-11' }])
  const keys = (await world.source('HKEX').history(span.startDate, span.asOf)).map(({ key }) => key)
  expect(keys.at(-1)).toContain('9998.HK')
})

it('a known stock keeps its names when the list of stocks is loaded again', async () => {
  const parts = { database: world.database, exchange: 'HKEX' as const, source: world.source('HKEX'), now }
  await loadLists(parts, await parts.source.lists(day), day)
  const [first] = world.market('HKEX').stocks
  await world.database.pool.query(`update stock set stock_name = 'Ours' where exchange = 'HKEX' and stock_code = $1`, [
    first!.listing.stockCode,
  ])
  await loadLists(parts, await parts.source.lists(day), day)
  const { rows } = await world.database.pool.query(
    `select stock_name from stock where exchange = 'HKEX' and stock_code = $1`,
    [first!.listing.stockCode],
  )
  expect(rows).toEqual([{ stock_name: 'Ours' }])
})

it('the key of a source is in no error, record or row of the database, even if a vendor’s response repeats it', async () => {
  const said: string[] = []
  for (const does of ['echo', 'no-key', 'html', 'hang-up', 'redirect'] as const) {
    world.sandbox.faults.push({ of: 'last-day/US', does, times: 9 })
    await take('US', day).catch((error: Error) => said.push(error.message, error.stack ?? '', JSON.stringify(error)))
    world.sandbox.faults.length = 0
  }
  expect(said.join()).toContain('***')
  const { rows: tables } = await world.database.pool.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  for (const { name } of tables) {
    const { rows } = await world.database.pool.query(`select t::text as row from ${name} t`)
    said.push(...(rows as { row: string }[]).map(({ row }) => row))
  }
  said.push(...world.warned)
  const forms = [sandboxKey, encodeURIComponent(sandboxKey), Buffer.from(sandboxKey).toString('hex')]
  expect(said.length).toBeGreaterThan(1_000)
  expect(said.filter(line => forms.some(form => line.includes(form)))).toEqual([])
})
