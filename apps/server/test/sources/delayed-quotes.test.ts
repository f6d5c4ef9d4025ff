import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Misdeed } from '../../../data-sandbox/src/faults.ts'
import { ConfigError, readConfig } from '../../src/config.ts'
import { readNewestSnapshot } from '../../src/features/movers/store.ts'
import { eodhdQuotes } from '../../src/market-data/vendors/eodhd-quotes.ts'
import { loadBatch } from '../../src/market-data/vendors/load-given.ts'
import { takeQuotes } from '../../src/market-data/vendors/take-quotes.ts'
import { openSourceWorld, type SourceWorld } from '../data/source-world.ts'

/** A trading day, and the sandbox's clock on it. The quotes are 15 minutes old. */
const friday = '2026-07-17'
let now = 0
const at = (time: string, day = friday) => Date.parse(`${day}T${time}:00+08:00`)
const pause = (ms: number) => wait(ms / 1_000)

let world: SourceWorld
let codes: string[]
beforeAll(async () => {
  world = await openSourceWorld({ startDate: '2026-03-02', asOf: friday, stocks: 45 }, () => now)
  const { batches } = await world.source('HKEX').lists(friday)
  const stocks = batches.find(({ kind }) => kind === 'stocks')!
  await loadBatch(world.database, stocks, { exchange: 'HKEX', by: 'EODHD', what: 'list', now: at('20:00') })
  codes = stocks.rows.map(([code]) => String(code)).toSorted()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.sandbox.asked.length = 0
  world.sandbox.faults.length = 0
  for (const table of ['market_snapshot_price', 'market_snapshot', 'market_closing'])
    await world.database.pool.query(`delete from ${table}`)
})

const quotes = () => eodhdQuotes(world.config, { pause })
const job = (source = quotes()) => takeQuotes(world.database, source)
async function run(time: string, day?: string) {
  now = at(time, day)
  return await job().run(now)
}
type Row = { time: string; stock_code: string; price: number; volume: number }
const stored = async () =>
  (
    await world.database.pool.query<Row>(
      `select to_char(taken_at at time zone 'Asia/Hong_Kong', 'HH24:MI') as time, stock_code, price, volume
       from market_snapshot_price order by taken_at, stock_code`,
    )
  ).rows
const times = async () => [...new Set((await stored()).map(({ time }) => time))]

describe('delayed quotes of EODHD', () => {
  it('are loaded as a snapshot dated by the quotes’ time, in an upload that counts those left out', async () => {
    const { rows, asAt } = await run('10:20')
    const found = await stored()
    expect([rows, asAt, await times()]).toEqual([found.length, friday, ['10:05']])
    expect(found.length).toBeGreaterThan(30)
    expect(found.every(({ price, volume }) => price > 0 && volume > 0)).toBe(true)
    const others = (of: string[]) => of.map(code => `${code}.HK`).join(',')
    expect(world.sandbox.asked).toEqual([
      `/eodhd/api/real-time/${codes[0]}.HK?fmt=json&s=${others(codes.slice(1, 20))}`,
      `/eodhd/api/real-time/${codes[20]}.HK?fmt=json&s=${others(codes.slice(21, 40))}`,
      `/eodhd/api/real-time/${codes[40]}.HK?fmt=json&s=${others(codes.slice(41))}`,
    ])
    const { rows: uploads } = await world.database.pool.query(
      `select by_name, key, notes from upload where kind = 'movers' order by uploaded_at desc limit 1`,
    )
    const left = codes.length - found.length
    expect(uploads).toEqual([
      {
        by_name: 'EODHD',
        key: `movers HKEX ${friday} 10:05`,
        notes: [{ text: 'import.without-price', values: { count: left } }],
      },
    ])
  })

  it('are compared with those of an hour earlier', async () => {
    for (const time of ['10:20', '10:50', '11:20']) await run(time)
    expect(await readNewestSnapshot(world.database.db)).toEqual({
      takenAt: new Date(at('11:05')),
      comparedWith: new Date(at('10:05')),
      date: friday,
    })
  })

  it.each([
    ['before the first quotes of the day are due', '09:45', friday],
    ['after the lunch break began', '12:55', friday],
    ['after the close', '16:55', friday],
    ['on a Saturday', '10:20', '2026-07-18'],
    ['on a holiday', '10:20', '2026-07-01'],
  ])('are not requested %s', async (_, time, day) => {
    expect(await run(time, day)).toEqual({ rows: 0 })
    expect(world.sandbox.asked).toEqual([])
  })

  it('are not requested on a closing or in the afternoon of a half day that was loaded', async () => {
    const close = (kind: string) =>
      world.database.pool.query(
        `insert into market_closing (exchange, date, kind, name) values ('HKEX', $1, $2, '')
         on conflict (exchange, date) do update set kind = excluded.kind`,
        [friday, kind],
      )
    await close('full')
    expect(await run('10:20')).toEqual({ rows: 0 })
    await close('half')
    expect(await run('13:20')).toEqual({ rows: 0 })
    expect(world.sandbox.asked).toEqual([])
  })

  it('are due twenty minutes after every half hour of trading', async () => {
    const { next } = job()
    const after = async (last: string) => (await next(at(last), at(last))) - at(last)
    const minutes = await Promise.all(['09:50', '12:20', '16:20'].map(after))
    expect(minutes.map(ms => ms / 60_000)).toEqual([30, 60, (2 * 24 + 17) * 60 + 30])
  })

  it('are requested once per half hour, even after a restart', async () => {
    await run('10:20')
    const before = await stored()
    world.sandbox.asked.length = 0
    expect(await run('10:21')).toEqual({ rows: 0, asAt: friday })
    expect([world.sandbox.asked, await stored()]).toEqual([[], before])
  })

  it.each<[Misdeed, RegExp]>([
    ['html', /^EODHD answered real-time\/\d+\.HK with a web page/],
    ['half-page', /^EODHD’s answer to real-time\/\d+\.HK is incomplete/],
    ['gzip', /compressed and incomplete/],
    ['hang-up', /The connection to EODHD was lost/],
    ['too-often', /^EODHD received too many requests/],
    ['used-up', /^EODHD’s plan is used up/],
    ['no-key', /^EODHD does not accept the key/],
    ['huge', /^EODHD’s answer to real-time\/\d+\.HK is larger than 1 MB/],
    ['echo', /^EODHD answered real-time\/\d+\.HK with HTTP 400. Bad request: (?!.*key-of-the-operator)/],
    ['half-rows', /^EODHD was asked for 20 stocks at real-time\/\d+\.HK and returned 10/],
    ['empty', /^EODHD was asked for 20 stocks at real-time\/\d+\.HK and returned 0/],
    ['other-market', /^EODHD was asked for 20 stocks at real-time\/\d+\.HK and returned 0/],
  ])(
    'delayed quotes of EODHD with the fault “%s” in one response change nothing, and are loaded by the next run',
    async (does, reason) => {
      world.sandbox.faults.push({ does, of: `real-time/${codes[20]}`, times: 4 })
      await expect(run('10:20')).rejects.toThrow(reason)
      expect(await times()).toEqual([])
      world.sandbox.faults.length = 0
      expect((await run('10:21')).rows).toBeGreaterThan(30)
      expect(await times()).toEqual(['10:06'])
    },
  )

  it('are requested again after a 429, in the same run', async () => {
    world.sandbox.faults.push({ does: 'too-often', of: 'real-time/', times: 2 })
    expect((await run('10:20')).rows).toBeGreaterThan(30)
    expect(world.sandbox.asked).toHaveLength(5)
  })

  it('delayed quotes of EODHD with “NA”, without a price or of an earlier day are left out', async () => {
    await run('10:20')
    const whole = await stored()
    for (const does of ['na', 'nulls', 'zeros'] as const) {
      await world.database.pool.query('delete from market_snapshot_price')
      await world.database.pool.query('delete from market_snapshot')
      world.sandbox.faults.push({ does, of: `real-time/${codes[0]}` })
      const { rows } = await run('10:20')
      expect(rows).toBeLessThan(whole.length)
      expect(await stored()).toEqual(whole.filter(({ stock_code }) => !isThird(stock_code)))
    }
    await world.database.pool.query('delete from market_snapshot_price')
    await world.database.pool.query('delete from market_snapshot')
    world.sandbox.faults.push({ does: 'yesterday', of: `real-time/${codes[0]}` })
    await run('10:20')
    expect(await stored()).toEqual(whole.filter(({ stock_code }) => codes.indexOf(stock_code) >= 20))
  })
  const isThird = (code: string) => codes.indexOf(code) < 20 && codes.indexOf(code) % 3 === 0

  it('delayed quotes of EODHD from the future are left out, and do not set the snapshot’s time', async () => {
    const first = `${codes[0]}.HK`
    let isAhead = true
    world.sandbox.correct(first, body =>
      (body as { code: string }[]).map(row =>
        isAhead && row.code === first ? { ...row, timestamp: at('10:26') / 1_000 } : row,
      ),
    )
    const taken = async () => (await stored()).filter(({ stock_code }) => stock_code === codes[0])
    await run('10:20')
    expect([await times(), await taken()]).toEqual([['10:05'], []])
    isAhead = false
    await run('10:50')
    expect(await taken()).toMatchObject([{ time: '10:35' }])
  })

  it('delayed quotes of EODHD that are all of an earlier day are refused, naming the newest time', async () => {
    world.sandbox.faults.push({ does: 'yesterday', of: 'real-time/', times: 9 })
    await expect(run('10:20')).rejects.toThrow(
      'EODHD’s newest quotes are of 2026-07-16 10:05, and those of 2026-07-17 10:00 were expected',
    )
    expect(await times()).toEqual([])
  })

  it('are refused if fewer than four fifths of the stocks of the day’s last snapshot have a quote', async () => {
    await run('10:20')
    world.sandbox.faults.push({ does: 'yesterday', of: `real-time/${codes[20]}` })
    await expect(run('10:50')).rejects.toThrow(
      /^EODHD has quotes from today for \d+ stocks; earlier it had them for \d+/,
    )
    expect(await times()).toEqual(['10:05'])
  })

  it('are not requested if the request limit allows no snapshot within ten minutes', async () => {
    now = at('10:20')
    await expect(job({ ...quotes(), perMinute: 0.2 }).run(now)).rejects.toThrow(
      `EODHD’s quotes of ${codes.length} stocks cannot be read within 10 minutes at 0.2 requests a minute`,
    )
    expect(world.sandbox.asked).toEqual([])
  })

  it('are not requested for an index or a delisted stock', async () => {
    const { pool } = world.database
    const gone = codes[1]!
    await pool.query(
      `insert into listing (exchange, stock_code, listed_on, delisted_on) values ('HKEX', $1, '2020-01-02', '2026-07-01')`,
      [gone],
    )
    await run('10:20')
    expect(world.sandbox.asked.join()).not.toMatch(new RegExp(`${gone}\\.HK|HSI`))
    await pool.query('delete from listing')
  })
})

const noFigures = { FUNDAMENTALS_HKEX: '', FUNDAMENTALS_CN: '', FUNDAMENTALS_TW: '' }
it.each<[Record<string, string>, string]>([
  [{ MOVERS_DROP_DIR: '.' }, 'MOVERS, MOVERS_DROP_DIR: snapshots come from eodhd or from the folder; unset one'],
  [{ EODHD_KEY: '', SOURCE_HKEX: '', SOURCE_US: '', SOURCE_CN: '' }, 'EODHD_KEY: needed with MOVERS=eodhd'],
  [
    { SOURCE_USE_HKEX: 'internal' },
    'MOVERS: subscribers would see the prices of eodhd, which SOURCE_USE_HKEX=internal forbids',
  ],
])('MOVERS=eodhd is refused at startup together with %j', (settings, line) => {
  const read = () => readConfig({ ...world.env, ...noFigures, MOVERS: 'eodhd', ...settings })
  expect(read).toThrow(new ConfigError([line]))
})
