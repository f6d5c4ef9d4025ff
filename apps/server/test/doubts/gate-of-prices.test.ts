// @module-tag slow

import { chartHistory } from '@finlist/contract/charts/chart'
import { marketTrend } from '@finlist/contract/market-trend'
import { rollBackUpload, uploadPrices } from '@finlist/contract/staff/admin'
import {
  deletePrices,
  marketData,
  recordMove,
  releaseDay,
  releaseMove,
  restorePrices,
} from '@finlist/contract/staff/data'
import { uploadRenames } from '@finlist/contract/staff/market-facts'
import { tradingDays } from '@finlist/domain/calendar'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { publish } from '../../src/db/topics.ts'
import { readPast } from '../../src/market-data/lists/read-past-stocks.ts'
import { readPickingStocks } from '../../src/market-data/lists/read-picking-stocks.ts'
import { readPublishedStock } from '../../src/market-data/lists/read-published-stocks.ts'
import { searchDoubtsJob } from '../../src/market-data/quality/search-doubts.ts'
import { bar, codes, day, days, head } from '../data/plain-market.ts'
import { lines, send } from '../data/send-files.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
let staff: ApiClient
beforeAll(async () => {
  testServer = await openTestServer()
  staff = await ApiClient.signIn(testServer, 'staff')
})
afterAll(() => testServer.close())
const tables =
  'bar, bar_history, bar_deletion, doubt, held_day, breadth, breadth_due, corporate_action, market_closing, renamed_rows, stock_rename, upload, stock'
beforeEach(async () => {
  await isCounted()
  for (const table of tables.split(', ')) await query(`delete from ${table}`)
})
/** Waits until the breadth worker has processed what the previous case loaded. */
const isCounted = async () => {
  await expect.poll(() => query('select from breadth_due')).toEqual([])
}

const query = async <Row>(sql: string, values: unknown[] = []) =>
  (await testServer.database.pool.query(sql, values)).rows as Row[]

async function load(rows: readonly string[], asked: Record<string, string> = {}, columns = head) {
  const priceCsv = lines(columns, ...rows)
  return await send(staff, uploadPrices, { exchange: 'HKEX', ...asked }, { priceCsv })
}
/** Loads the rows, expects success, and returns the notes except those about new stocks. */
async function loaded(rows: readonly string[], asked: Record<string, string> = {}, columns = head): Promise<string[]> {
  const answer = await load(rows, asked, columns)
  expect([answer.http, answer.errors]).toEqual([200, undefined])
  return answer.data.notes.filter(note => !note.includes('not listed before'))
}
const datesOf = async (code: string) =>
  (await query<{ date: string }>('select date from bar where stock_code = $1 order by date', [code])).map(
    ({ date }) => date,
  )
/** Returns the doubts whose evidence still exists, each with its outcome, if any. */
const marks = async () =>
  (
    await query<{ mark: string }>(
      `select concat_ws(' ', stock_code, date, nullif(kind, 'move'), ended_as) as mark from doubt
       where coalesce(ended_as, '') not in ('gone', 'changed') order by 1`,
    )
  ).map(({ mark }) => mark)
const breadth = async () => {
  const { data } = await staff.ask(marketTrend, { params: { exchange: 'HKEX' } })
  return `${data.issueDate} ${data.stocks}`
}

const notHeld = 'It is not held back, or no longer is. A colleague may have dealt with it.'

describe('rows for days without trading are left out, counted and named', () => {
  it.each([
    ['a public holiday', '2026-04-03', 1_000],
    ['a Saturday', '2026-04-11', 1_000],
    ['a day without trading in any stock, in a year without a calendar', '2019-09-02', 0],
  ])('rows for a day without trading are left out, counted and named: %s', async (_, date, volume) => {
    const rows = codes.map(code => bar(code, date, 10, volume))
    expect(await loaded([...rows, ...day(days[0]!)])).toEqual([
      `days on which the market was closed, left out: ${date} (days: 1, rows: 25)`,
    ])
    expect(await datesOf('0101')).toEqual([days[0]])
  })

  it('rows for a day are left out if it is a stored closing, but not if it is a stored half day', async () => {
    await query(
      `insert into market_closing (exchange, date, kind) values ('HKEX', $1, 'full'), ('HKEX', '2026-04-03', 'half')`,
      [days[1]],
    )
    expect(await loaded([...day(days[0]!), ...day(days[1]!), ...day('2026-04-03')])).toHaveLength(1)
    expect(await datesOf('0101')).toEqual([days[0], '2026-04-03'])
  })

  const history = tradingDays('HKEX', '2019-08-05', '2019-09-12')
  const holiday = '2019-09-13'

  it('rows for a day are left out if only a few stocks have rows, all without volume, in a year without a calendar', async () => {
    const after = '2019-09-16'
    const rows = [...history.flatMap(date => day(date)), ...codes.slice(0, 3).map(code => bar(code, holiday, 10, 0))]
    expect(await loaded([...rows, ...day(after)])).toEqual([
      `days on which the market was closed, left out: ${holiday} (days: 1, rows: 3)`,
    ])
    expect((await datesOf('0101')).slice(-2)).toEqual([history.at(-1), after])
  })

  it('but not rows without volume if other stocks traded that day', async () => {
    await loaded([...history.flatMap(date => day(date, {}, codes.slice(3))), ...day(holiday, {}, codes.slice(3))])
    const late = [...history.flatMap(date => day(date)), ...codes.slice(0, 3).map(code => bar(code, holiday, 10, 0))]
    expect((await loaded(late)).join()).not.toContain('closed')
    expect(await datesOf('0101')).toContain(holiday)
  })

  it.each([
    ['in the same load', false],
    ['after the day before was loaded', true],
  ])('but not a day without volumes whose prices moved, %s', async (_, isApart) => {
    const before = history.flatMap(date => day(date))
    const moved = codes.map(code => bar(code, holiday, 10.2, 0))
    if (isApart) await loaded(before)
    expect(await loaded(isApart ? moved : [...before, ...moved])).toEqual([])
    expect(await datesOf('0101')).toContain(holiday)
  })

  it('but not rows of a suspended stock, nor of an old Saturday with trading', async () => {
    expect(await loaded([bar('0101', days[0]!, 10, 0), bar('0101', '1988-03-05', 10)])).toEqual([])
    expect(await datesOf('0101')).toEqual(['1988-03-05', days[0]])
  })
})

describe('the mark of an unexplained price move', () => {
  const note = (code: string, date: string) =>
    `price moves beyond 50%, or close to the ratio of a split, which were loaded and marked unconfirmed, 1: ${code} ${date}`

  it.each([
    ['to a seventh', 70, 10, true],
    ['50% or more up', 10, 15.1, true],
    ['to two thirds, a three-for-two split', 30, 20.1, true],
    ['by 40%, near no ratio', 10, 14, false],
    ['down by 30 %', 10, 7, false],
  ])('depends on the size of the move and the price: %s', async (_, from, to, isMarked) => {
    await loaded(day(days[0]!, { '0103': from }))
    const rows = day(days[1]!, { '0103': to })
    const told = isMarked ? [note('0103', days[1]!)] : []
    const dry = await load(rows, { dryRun: 'true' })
    expect(dry.data.notes).toEqual(told)
    expect(await loaded(rows)).toEqual(told)
    expect(await marks()).toEqual(isMarked ? [`0103 ${days[1]}`] : [])
    expect(await datesOf('0103')).toHaveLength(2)
    await expect.poll(breadth).toBe(`${days[1]} ${isMarked ? 24 : 25}`)
  })

  it('is removed once the next two bars stay at the new level, and the stock counts again', async () => {
    for (const [at, price] of [10, 16.5, 16.6].entries()) await loaded(day(days[at]!, { '0103': price }))
    await expect.poll(breadth).toBe(`${days[2]} 24`)
    expect(await loaded(day(days[3]!, { '0103': 16.7 }))).toEqual([])
    expect(await marks()).toEqual([`0103 ${days[1]} stayed`])
    await expect.poll(breadth).toBe(`${days[3]} 25`)
  })

  it('is set only on the day of a one-day spike, whether days are loaded together or one by one', async () => {
    const prices = [10, 1_000, 10.2, 10.1]
    for (const [at, price] of prices.entries()) await loaded(day(days[at]!, { '0103': price }))
    expect(await marks()).toEqual([`0103 ${days[1]} spike`])
    // Compare the whole history, because the previous test ended with the same newest day.
    await expect
      .poll(() => query('select stocks from breadth order by date'))
      .toEqual([25, 24, 25, 25].map(stocks => ({ stocks })))
    await query('delete from bar')
    await query('delete from doubt')
    await loaded(prices.flatMap((price, at) => day(days[at]!, { '0103': price })))
    expect(await marks()).toEqual([`0103 ${days[1]} spike`])
  })

  it('is not set in a history that stays at the new level, in whatever order its rows arrive', async () => {
    const rows = [10, 10, 16.5, 16.6, 16.7, 16.8].flatMap((price, at) => day(days[at]!, { '0103': price }))
    expect(await loaded(rows.toSorted())).toEqual([])
    await query('delete from bar')
    expect(await loaded(rows.toReversed())).toEqual([])
  })

  describe('for a consolidation that was not recorded', () => {
    const consolidated = () =>
      days.slice(0, 30).flatMap((date, at) => [
        ...day(
          date,
          {},
          codes.filter(code => code !== '0103'),
        ),
        bar('0103', date, at < 10 ? 10 : 40 + (at % 3), at < 10 ? 1_000 : 260),
      ])
    const mark = `0103 ${days[10]} split`
    const newest = days[29]!

    it('remains until staff decide, even on a first load of old prices', async () => {
      expect(await loaded(consolidated())).toEqual([note('0103', days[10]!)])
      expect(await marks()).toEqual([mark])
      await expect.poll(breadth).toBe(`${newest} 24`)
      const { moves } = (await staff.ask(marketData, { query: { exchange: 'HKEX' } })).data
      expect(moves).toMatchObject([
        { kind: 'split', likely: { numerator: 1, denominator: 4 }, volumeBefore: 1_000, volumeAfter: 260 },
      ])
      await loaded(day(days[30]!, { '0103': 41 }))
      expect(await marks()).toEqual([mark])
    })

    it('is set even if the volume did not change', async () => {
      const rows = consolidated().map(row => row.replace(/,260$/, ',1000'))
      expect(await loaded(rows)).toEqual([note('0103', days[10]!)])
      expect(await marks()).toEqual([mark])
    })

    it('is set in daily loads too, and in whatever order the bars arrive', async () => {
      for (const rows of [consolidated().slice(0, 250), consolidated().slice(250, 275), consolidated().slice(275)])
        await loaded(rows)
      expect(await marks()).toEqual([mark])
      await query('delete from bar')
      await query('delete from doubt')
      await loaded(consolidated().toReversed())
      expect(await marks()).toEqual([mark])
    })

    it('is settled in one step, and the same prices do not set it again', async () => {
      await loaded(consolidated())
      const body = { exchange: 'HKEX', stockCode: '0103', date: days[10]! } as const
      expect((await staff.ask(releaseMove, { body })).http).toBe(200)
      await loaded(consolidated())
      expect(await marks()).toEqual([`${mark} right`])
      await expect.poll(breadth).toBe(`${newest} 25`)
    })

    it('is settled once the consolidation is recorded', async () => {
      await loaded(consolidated())
      const body = { exchange: 'HKEX', stockCode: '0103', date: days[10]!, numerator: 1, denominator: 4 } as const
      expect((await staff.ask(recordMove, { body })).http).toBe(200)
      expect(await marks()).toEqual([`${mark} action`])
      await loaded(consolidated())
      expect(await marks()).toEqual([`${mark} action`])
    })
  })

  it('says that the unit is probably wrong if a price stays a hundred times higher with the same volume', async () => {
    await loaded(
      days
        .slice(0, 20)
        .flatMap((date, at) => [
          ...day(date).slice(1),
          bar('0101', date, at < 10 ? 10 : 1_000 + at, at < 10 ? 1_000 : 1_100),
        ]),
    )
    expect(await marks()).toEqual([`0101 ${days[10]} unit`])
    await loaded(days.slice(10, 20).map(date => bar('0101', date, 10)))
    expect(await marks()).toEqual([])
  })

  it.each([
    ['that is traded on few days', 10, 1_000, [5_000, 0, 0]],
    ['without trades after the change', 10, 1_000, [0, 0, 0]],
    ['with a fifth of the volume', 10, 1_000, [200, 200, 200]],
  ])('suspects the unit also for a stock %s whose price stays a hundred times higher', async (_, low, high, first) => {
    await loaded(
      days
        .slice(0, 20)
        .flatMap((date, at) => [
          ...day(date).slice(1),
          bar('0101', date, at < 10 ? low : high, at < 10 ? 1_000 : (first[at - 10] ?? 1_000)),
        ]),
    )
    expect(await marks()).toEqual([`0101 ${days[10]} unit`])
  })

  it('tells a consolidation of one for a hundred from another unit by the volume', async () => {
    await loaded(
      days
        .slice(0, 20)
        .flatMap((date, at) => [...day(date).slice(1), bar('0101', date, at < 10 ? 10 : 1_000, at < 10 ? 1_000 : 11)]),
    )
    expect(await marks()).toEqual([`0101 ${days[10]} split`])
  })

  it.each([1, 2])(
    'is one spike, and no consolidation on the way back, if a tenfold move lasts %i days',
    async lasts => {
      const price = (at: number) => (at >= 10 && at < 10 + lasts ? 1 : 10)
      const rows = days.slice(0, 20).map((date, at) => [...day(date).slice(1), bar('0101', date, price(at))])
      await loaded(rows.flat())
      expect(await marks()).toEqual([`0101 ${days[10]} spike`])
      await query('delete from bar')
      await query('delete from doubt')
      for (const one of rows) await loaded(one)
      expect(await marks()).toEqual([`0101 ${days[10]} spike`])
    },
  )

  it.each([
    ['is traded far more than before', 40, 20_000],
    ['is traded three times as much', 100, 3_000],
  ])('is not set as a consolidation for a rise that stays and %s', async (_, price, volume) => {
    const rows = days
      .slice(0, 20)
      .flatMap((date, at) => [...day(date).slice(1), bar('0101', date, at < 10 ? 10 : price, at < 10 ? 1_000 : volume)])
    expect(await loaded(rows)).toEqual([])
    expect(await marks()).toEqual([])
  })

  it('is not set if a known corporate action explains the move', async () => {
    await query(
      `insert into corporate_action (exchange, stock_code, ex_date, kind, numerator, denominator, source)
      values ('HKEX', '0103', $1, 'split', 7, 1, 'test')`,
      [days[1]],
    )
    await loaded(day(days[0]!, { '0103': 70 }))
    expect(await loaded(day(days[1]!, { '0103': 10.1 }))).toEqual([])
    expect(await marks()).toEqual([])
  })

  it('compares with the stored bars before and after the move', async () => {
    const but = codes.filter(code => code !== '0103')
    await loaded([...day(days[0]!), ...day(days[1]!, {}, but), ...day(days[2]!)])
    expect(await loaded([bar('0103', days[1]!, 90)])).toEqual([note('0103', days[1]!)])
    // Loading the correct price removes the mark.
    await loaded([bar('0103', days[1]!, 10)])
    expect(await marks()).toEqual([])
  })
})

describe('a day with fewer than 80% of the previous day’s stocks is quarantined', () => {
  const held = async () => (await query<{ date: string }>('select date from held_day')).map(({ date }) => date)

  it('a day with fewer than 80% of the previous day’s stocks is quarantined until the missing stocks are loaded', async () => {
    await loaded(day(days[0]!))
    await expect.poll(breadth).toBe(`${days[0]} 25`)
    const notes = [
      `${days[1]} has 10 stocks, the day before had 25: its market breadth is held back until the missing stocks arrive or staff release it`,
    ]
    expect((await load(day(days[1]!, {}, codes.slice(0, 10)), { dryRun: 'true' })).data.notes).toEqual(notes)
    expect(await loaded(day(days[1]!, {}, codes.slice(0, 10)))).toEqual(notes)
    // The next day is quarantined too, because it is compared with the last full day.
    expect(await loaded(day(days[2]!, {}, codes.slice(0, 10)))).toHaveLength(1)
    expect(await held()).toEqual([days[1], days[2]])
    await isCounted()
    expect(await breadth()).toBe(`${days[0]} 25`)
    expect(await datesOf('0101')).toHaveLength(3)
    await loaded([...day(days[1]!, {}, codes.slice(10)), ...day(days[2]!, {}, codes.slice(10, 22))])
    expect(await held()).toEqual([])
    await expect.poll(breadth).toBe(`${days[2]} 22`)
  })

  it('every new day of a month loaded for only some stocks is quarantined, and reported in one line', async () => {
    await loaded(day('2026-03-02'))
    const month = tradingDays('HKEX', '2026-03-03', '2026-03-31')
    expect(await loaded(month.flatMap(date => day(date, {}, codes.slice(0, 10))))).toEqual([
      `${month.length} days from 2026-03-03 to 2026-03-31 have at most 10 stocks, the day before had 25: their market breadth is held back until the missing stocks arrive or staff release it`,
    ])
    expect(await held()).toEqual(month)
    await isCounted()
    expect(await breadth()).toBe('2026-03-02 25')
    await loaded(month.flatMap(date => day(date, {}, codes.slice(10))))
    expect(await held()).toEqual([])
    await expect.poll(breadth).toBe('2026-03-31 25')
  })

  it('even on a first load: in a gap between full days, and any number of days after the last full day', async () => {
    const some = codes.slice(0, 2)
    const [gap, full, tail] = [days[3]!, days.slice(0, 8), days.slice(8, 33)]
    const rows = [
      ...full.flatMap(date => day(date, {}, date === gap ? some : codes)),
      ...tail.flatMap(date => day(date, {}, some)),
    ]
    expect(await loaded(rows)).toEqual([
      `26 days from ${gap} to ${tail.at(-1)!} have at most 2 stocks, the day before had 25: their market breadth is held back until the missing stocks arrive or staff release it`,
    ])
    expect(await held()).toEqual([gap, ...tail])
    await isCounted()
    expect(await breadth()).toBe(`${full.at(-1)!} 25`)
    await loaded([gap, ...tail].flatMap(date => day(date, {}, codes.slice(2))))
    expect(await held()).toEqual([])
    await expect.poll(breadth).toBe(`${tail.at(-1)!} 25`)
  })

  it('even if it was loaded by an older version that compared fewer days', async () => {
    const some = codes.slice(0, 2)
    await loaded(days.slice(0, 40).flatMap(date => day(date, {}, date === days[5] ? some : codes)))
    await isCounted()
    await query('update held_day set released_at = product_now()')
    await query(`insert into breadth_due (exchange, from_date) values ('HKEX', $1)`, [days[0]])
    await testServer.database.write(tx => publish(tx, 'prices:HKEX'))
    await isCounted()
    await query('delete from held_day')
    await query(`update doubt_search set version = 1 where exchange = 'HKEX'`)
    await searchDoubtsJob(testServer.database).run(Date.now())
    expect(await held()).toEqual([days[5]])
  })

  it('unless its stocks belong to a history that is being loaded stock by stock', async () => {
    await loaded(days.slice(30).flatMap(date => day(date)))
    expect(await loaded(days.slice(0, 35).map(date => bar('0101', date, 10)))).toEqual([])
    expect(await held()).toEqual([])
  })

  it('unless two concurrent partial loads complete it', async () => {
    await loaded(day(days[0]!))
    await Promise.all([codes.slice(0, 12), codes.slice(12)].map(some => loaded(day(days[1]!, {}, some))))
    expect(await held()).toEqual([])
    await expect.poll(breadth).toBe(`${days[1]} 25`)
  })

  it('a day is quarantined until its load and the load that replaced it are rolled back, which also removes the marks', async () => {
    await loaded(day(days[0]!))
    const { data } = await load(day(days[1]!, { '0103': 100 }, codes.slice(0, 10)))
    const over = await load(day(days[1]!, { '0103': 10 }))
    expect([await held(), await marks()]).toEqual([[], []])
    const back = (uploadId: number | null) => staff.ask(rollBackUpload, { params: { uploadId: String(uploadId) } })
    expect((await back(data.uploadId)).http).toBe(409)
    expect((await back(over.data.uploadId)).http).toBe(200)
    expect((await back(data.uploadId)).http).toBe(200)
    expect([await held(), await marks()]).toEqual([[], []])
    await expect.poll(breadth).toBe(`${days[0]} 25`)
  })
})

describe('an upload that is probably a mistake is refused until it is confirmed', () => {
  /**
   * Loads rows that must be refused, then as a dry run and with confirmation. Returns the refusal's message and the
   * results.
   */
  async function confirmed(rows: readonly string[], asked: Record<string, string> = {}) {
    const refused = await load(rows, asked)
    const dry = await load(rows, { ...asked, dryRun: 'true' })
    const taken = await load(rows, { ...asked, confirm: 'true' })
    const [{ code, message }] = refused.errors as [{ code: string; message: string }]
    const isTold = dry.data.notes[0]!.startsWith('This must be confirmed') && dry.data.notes[1] === message
    return [message, code, refused.http, isTold, taken.http]
  }
  const asExpected = ['confirm', 409, true, 200]
  const others = codes.map(code => `9${code.slice(1)}`)

  it('an upload must be confirmed when most of its codes are new', async () => {
    await loaded(day(days[0]!))
    expect(await confirmed(day(days[1]!, {}, [...others, '0101']))).toEqual([
      '25 of 26 codes are not listed in HKEX',
      ...asExpected,
    ])
  })

  it('an upload must be confirmed when its codes belong to another market', async () => {
    await loaded(day(days[0]!, {}, others), { exchange: 'TW' })
    await loaded(day(days[0]!))
    expect(await confirmed(day(days[1]!, {}, [...others, '0101']))).toEqual([
      '25 of 26 codes are not listed in HKEX, and 25 of them are stocks of TW',
      ...asExpected,
    ])
  })

  it('an upload must be confirmed when a code differs from a stored one only by leading zeros, and the file lacks the stored one', async () => {
    const inTaiwan = { exchange: 'TW' }
    await loaded([bar('006208', days[0]!, 10)], inTaiwan)
    expect(await loaded([bar('6209', days[1]!, 10), bar('006209', days[1]!, 10)], inTaiwan)).toEqual([])
    expect(await confirmed([bar('6208', days[1]!, 10)], inTaiwan)).toEqual([
      'codes that differ from a stored one only by zeros in front, as file / stored, 1: 6208 / 006208; have zeros been lost?',
      ...asExpected,
    ])
    expect(await loaded([bar('6208', days[2]!, 10)], inTaiwan)).toEqual([])
  })

  describe('when a stock returns after more than 60 trading days', () => {
    const [last, soon, late] = [days[0]!, days[60]!, days[61]!] as const
    const returned = async (code: string, date: string, price: number) => {
      const { notes } = (await load([bar(code, date, price)], { dryRun: 'true' })).data
      return notes.filter(note => note.startsWith('stocks that return'))
    }

    it('a stock that returns at a very different price must be confirmed, and then remains one stock', async () => {
      await loaded(day(last))
      expect(await confirmed([bar('0101', late, 200)])).toEqual([
        `stocks that return after more than 60 trading days at a price far from their last one, 1: 0101 10 (${last}) → 200 (${late}); does a code belong to another company now? Then rename the earlier stock first, such as 0017 to 0017_1`,
        ...asExpected,
      ])
      expect(await datesOf('0101')).toEqual([last, late])
      expect(await returned('0101', late, 200)).toEqual([])
    })

    it('but not after fewer days, at a similar price, or if a recorded consolidation explains it', async () => {
      await loaded(day(last))
      expect(await returned('0101', late, 200)).toHaveLength(1)
      expect(await returned('0101', soon, 200)).toEqual([])
      expect(await returned('0101', late, 14)).toEqual([])
      await query(
        `insert into corporate_action (exchange, stock_code, ex_date, kind, numerator, denominator, source)
         values ('HKEX', '0101', $1, 'consolidation', 1, 20, 'test')`,
        [days[30]],
      )
      expect(await returned('0101', late, 200)).toEqual([])
    })

    it('but not once the earlier stock is renamed; the later one then shares no data with it', async () => {
      const first = days.slice(0, 15).map((date, at) => bar('0101', date, at < 5 ? 40 : 10))
      await loaded([...days.slice(0, 15).flatMap(date => day(date, {}, codes.slice(1))), ...first])
      expect(await marks()).toEqual([`0101 ${days[5]} split`])
      const second = days.slice(76).map(date => bar('0101', date, 200))
      expect((await load(second)).http).toBe(409)
      const renameCsv = lines('fromCode,toCode,on', `101,101_1,${days[76]}`)
      expect((await send(staff, uploadRenames, { exchange: 'HKEX' }, { renameCsv })).http).toBe(200)
      await load(second)
      expect(await datesOf('0101_1')).toEqual(days.slice(0, 15))
      expect(await marks()).toEqual([`0101_1 ${days[5]} split`])

      const newest = days.at(-1)!
      const stocks = await testServer.database.snapshot(tx => readPickingStocks(tx, 'HKEX', newest))
      const published = await testServer.database.snapshot(tx => readPublishedStock(tx, 'HKEX', newest, '0101'))
      const [{ renamed }] = (await query(
        'select extract(epoch from max(until)) * 1000 as renamed from bar_history',
      )) as [{ renamed: number }]
      const known = Number(renamed) - 1
      const past = await testServer.database.snapshot(tx =>
        readPast(tx, 'HKEX', { from: newest, until: newest, known }),
      )
      const ofSecond = [stocks, past.stocksOn(newest, known)].map(them => them.find(({ code }) => code === '0101'))
      for (const stock of [...ofSecond, published])
        expect(Array.from(stock?.close ?? [])).toEqual(second.map(() => 200))
      const asked = new URLSearchParams({ symbol: 'HKEX:0101', from: '0', to: '4000000000', format: 'udf' })
      const chart = (await staff.raw('GET', `${chartHistory.path}?${asked.toString()}`)) as unknown as { c: number[] }
      expect(chart.c).toEqual(second.map(() => 200))
    })
  })

  it('an upload must be confirmed when its prices are those of another market with the same codes', async () => {
    await loaded(day(days[0]!))
    const far = Object.fromEntries(codes.slice(0, 13).map(code => [code, 900]))
    expect(await confirmed(day(days[1]!, far))).toEqual([
      '13 of 25 stocks differ by more than half from their last known price',
      ...asExpected,
    ])
  })

  it.each([
    ['hundred times', 1_000],
    ['hundredth', 0.1],
  ])('an upload must be confirmed when its prices are a %s of the previous ones, as if in pence', async (_, price) => {
    await loaded(day(days[0]!))
    expect(await confirmed(day(days[1]!, Object.fromEntries(codes.map(code => [code, price]))))).toEqual([
      `25 of 25 stocks have a hundred times or a hundredth of their last known price, such as 0101 10 → ${price}; are the prices in another unit, such as pence?`,
      ...asExpected,
    ])
  })

  it('an upload must be confirmed when dots in its volumes may separate thousands, unless one volume shows that they are decimal points', async () => {
    const dotted = codes.map((code, at) => bar(code, days[0]!, 10).replace(/,1000$/, `,${at + 1}.000`))
    expect(await confirmed(dotted)).toEqual([
      'volumes such as 1.000 are read as 1; if the dot separates thousands, write them without it (25 volumes)',
      ...asExpected,
    ])
    await loaded([...dotted, bar('0126', days[0]!, 10).replace(/,1000$/, ',1000.000')])
    await loaded([...dotted, bar('0126', days[0]!, 10)])
  })

  it('an upload must be confirmed when its turnover is far from close times volume, and its volumes are unlike those of the days before', async () => {
    const inThousands = (date: string) => codes.map(code => `${bar(code, date, 10)},10.03`)
    const columns = `${head},turnover`
    const refused = await load(inThousands(days[1]!), {}, columns)
    expect([refused.http, refused.errors![0]!.message]).toEqual([
      409,
      `the turnover of 0101 on ${days[1]!} is 10.03, and close times volume is 10000; is one of them in thousands, or are the volumes in another unit?`,
    ])
    await loaded(day(days[0]!))
    await loaded(inThousands(days[1]!), {}, columns)
  })

  it('an upload must be confirmed when its prices are adjusted in another way than the last upload declared', async () => {
    await loaded(day(days[0]!))
    const says = "the market's prices have been of another kind so far; these are adjusted for splits"
    expect(await confirmed(day(days[1]!), { prices: 'split-adjusted' })).toEqual([says, ...asExpected])
    await loaded(day(days[2]!))
    const kinds = await query<{ kind: string }>(`select files ->> 'prices' as kind from upload order by upload_id`)
    expect(kinds.map(({ kind }) => kind)).toEqual(['as-traded', 'split-adjusted', 'split-adjusted'])
    await loaded(day(days[0]!, {}, others), { exchange: 'TW', prices: 'fully-adjusted' })
    expect((await load(day(days[0]!), { prices: 'adjusted' })).http).toBe(400)
  })
})

it('volumes in lots, as the turnover next to them shows, are converted to shares and reported', async () => {
  const rows = codes.map((code, at) => `${bar(code, days[0]!, 10, 50 + at)},${(50 + at) * 1_003}`)
  expect(await loaded(rows, {}, `${head},成交额`)).toEqual([
    'the turnover is 100 times volume and close: volumes were in lots of 100 shares and are kept in shares',
  ])
  expect(await query(`select volume from bar where stock_code = '0101'`)).toEqual([{ volume: 5_000 }])
  expect(await loaded([`${bar('0101', days[0]!, 10)},10003`], {}, `${head},turnover`)).toEqual([])
})

it('volumes of some stocks in lots, or of all but some, are converted and the stocks named, if prices are as traded', async () => {
  const inLots = (of: readonly string[]) =>
    codes.map(code => `${bar(code, days[0]!, 10, of.includes(code) ? 50 : 5_000)},50150`)
  const volumes = () => query('select distinct volume from bar')
  expect(await loaded(inLots(['0103', '0104']), {}, `${head},turnover`)).toEqual([
    'the turnover of these stocks is 100 times volume and close: their volumes were in lots of 100 shares and are kept in shares, 2: 0103, 0104',
  ])
  expect(await volumes()).toEqual([{ volume: 5_000 }])
  await query('delete from bar')
  expect(await loaded(inLots(codes.slice(1)), {}, `${head},turnover`)).toEqual([
    'the turnover is 100 times volume and close: volumes were in lots of 100 shares and are kept in shares; these stocks had their volumes in shares already, 1: 0101',
  ])
  expect(await volumes()).toEqual([{ volume: 5_000 }])
  await query('delete from bar')
  const adjusted = { prices: 'split-adjusted', confirm: 'true' } as const
  await load(inLots(['0103', '0104']), adjusted, `${head},turnover`)
  expect(await query('select count(*) as stocks from bar where volume = 50')).toEqual([{ stocks: 2 }])
})

it.each([
  ['lots, although its prices are adjusted for dividends', 146, 5_000],
  ['lots, although the shares have been split since', 40, 5_000],
  ['shares, although its prices are adjusted for dividends', 6, 50],
])('a stock’s volumes are treated as %s', async (_, ratio, volume) => {
  const rows = codes.map(code => `${bar(code, days[0]!, 10, 50)},${10 * 50 * ratio}`)
  await loaded(rows, {}, `${head},turnover`)
  expect(await query(`select volume from bar where stock_code = '0101'`)).toEqual([{ volume }])
})

describe('staff on the Data page', () => {
  const marketOf = async () => (await staff.ask(marketData, { query: { exchange: 'HKEX' } })).data
  const logged = async () =>
    (
      await query<{ entry: string }>(
        `select action || ' ' || facts::text || ' ' || reason as entry from audit_log order by audit_id desc limit 1`,
      )
    )[0]!.entry

  it('see a quarantined day with its number of stocks, and release it', async () => {
    await loaded(day(days[0]!))
    await loaded(day(days[1]!, {}, codes.slice(0, 10)))
    await isCounted()
    expect((await marketOf()).days).toEqual([
      { date: days[1], stocks: 10, before: 25, held: true, releasedBy: '' },
      { date: days[0], stocks: 25, before: null, held: false, releasedBy: '' },
    ])
    const body = { exchange: 'HKEX', date: days[1] } as const
    expect((await staff.ask(releaseDay, { body })).http).toBe(200)
    await expect.poll(breadth).toBe(`${days[1]} 10`)
    expect((await marketOf()).days[0]).toMatchObject({ held: false, releasedBy: 'Demo Staff' })
    expect(await logged()).toContain('day-released')
    expect(await staff.ask(releaseDay, { body })).toMatchObject({
      http: 404,
      errors: [{ field: 'date', message: notHeld }],
    })
    // The next day is compared with the released one, and loading fewer stocks for the released day does not quarantine
    // it again.
    expect(await loaded(day(days[2]!, {}, codes.slice(0, 10)))).toEqual([])
    expect(await loaded(day(days[1]!, {}, codes.slice(0, 9)))).toEqual([])
    expect((await marketOf()).days.map(({ held }) => held)).not.toContain(true)
  })

  it('see every quarantined day, however old, and release them together', async () => {
    const [full, tail] = [days.slice(0, 2), days.slice(2, 72)]
    await loaded([...full.flatMap(date => day(date)), ...tail.flatMap(date => day(date, {}, codes.slice(0, 2)))])
    await isCounted()
    const shown = (await marketOf()).days
    expect(shown.filter(({ held }) => held).map(({ date }) => date)).toEqual(tail.toReversed())
    const body = { exchange: 'HKEX', date: tail[0]!, to: tail.at(-1)! } as const
    expect((await staff.ask(releaseDay, { body })).http).toBe(200)
    await expect.poll(breadth).toBe(`${tail.at(-1)!} 2`)
    expect((await staff.ask(releaseDay, { body })).http).toBe(404)
  })

  it('see a price move with the split that it resembles; once released it counts, and is not reported again', async () => {
    await loaded(day(days[0]!, { '0103': 70 }))
    const after = day(days[1]!, { '0103': 10 })
    await loaded(after)
    const { moves, movesInAll, prices } = await marketOf()
    expect([movesInAll, prices]).toEqual([1, 'as-traded'])
    expect(moves).toMatchObject([
      {
        stockCode: '0103',
        date: days[1],
        previousClose: 70,
        close: 10,
        kind: 'move',
        likely: { numerator: 7, denominator: 1 },
      },
    ])
    const body = { exchange: 'HKEX', stockCode: '0103', date: days[1]! } as const
    expect((await staff.ask(releaseMove, { body })).http).toBe(200)
    await expect.poll(breadth).toBe(`${days[1]} 25`)
    await loaded(after)
    expect(await marks()).toEqual([`0103 ${days[1]} right`])
    expect(await staff.ask(releaseMove, { body })).toMatchObject({
      http: 404,
      errors: [{ field: 'stockCode', message: notHeld }],
    })
  })

  it('record a price move as a split or another corporate action', async () => {
    await loaded(day(days[0]!, { '0103': 70 }))
    await loaded(day(days[1]!, { '0103': 10 }))
    const body = { exchange: 'HKEX', stockCode: '0103', date: days[1]!, numerator: 7, denominator: 1 } as const
    expect((await staff.ask(recordMove, { body: { ...body, denominator: 7 } })).http).toBe(400)
    expect((await staff.ask(recordMove, { body })).http).toBe(200)
    expect(
      await query('select stock_code, ex_date, kind, numerator, denominator, source from corporate_action'),
    ).toEqual([{ stock_code: '0103', ex_date: days[1], kind: 'split', numerator: 7, denominator: 1, source: 'staff' }])
    expect((await marketOf()).moves).toEqual([])
    expect(await logged()).toMatch(/^action-recorded .*"numerator": 7/)
    await expect.poll(breadth).toBe(`${days[1]} 25`)
  })

  it.each([
    ['a day', { date: days[1] }, 25, 49],
    ['a bar', { date: days[1], stockCode: '103' }, 1, 73],
    ['a stock', { stockCode: '0103' }, 3, 71],
  ])(
    'delete %s with a reason, which is in the audit log; the figures are then recalculated',
    async (_, what, deleted, left) => {
      await loaded([...day(days[0]!), ...day(days[1]!), ...day(days[2]!, {}, codes.slice(1))])
      const first = await query('select from bar')
      const ask = (reason: string) => staff.ask(deletePrices, { body: { exchange: 'HKEX', reason, ...what } })
      expect((await ask('oops')).errors[0]!.field).toBe('reason')
      const answer = await ask('of another market')
      expect([answer.http, answer.data.deleted]).toEqual([200, deleted])
      expect(await query('select from bar')).toHaveLength(first.length - deleted)
      expect(first.length - deleted).toBe(left)
      expect(await query('select from bar_history')).toHaveLength(deleted)
      expect(await logged()).toMatch(/^prices-deleted .* of another market$/)
      const again = await ask('of another market')
      expect([again.http, again.errors[0]!.message]).toEqual([
        404,
        'There are no such prices. They may already have been deleted.',
      ])
      await isCounted()
    },
  )

  describe('who restore deleted prices', () => {
    const remove = async (what: { stockCode?: string; date?: string }) => {
      const answer = await staff.ask(deletePrices, { body: { exchange: 'HKEX', reason: 'of another market', ...what } })
      expect(answer.http).toBe(200)
      return (await marketOf()).deletions[0]!
    }
    const restore = (deletionId: number, exchange: 'HKEX' | 'US' = 'HKEX') =>
      staff.ask(restorePrices, { body: { exchange, deletionId } })
    const bars = () => query('select * from bar order by stock_code, date')

    it.each<[string, { stockCode?: string; date?: string }, number]>([
      ['a day', { date: days[1]! }, 25],
      ['a bar', { date: days[1]!, stockCode: '0103' }, 1],
      ['a stock', { stockCode: '0103' }, 2],
    ])(
      'restoring deleted prices of %s brings back each bar, its upload and the figures derived from it',
      async (_, what, count) => {
        await loaded(day(days[0]!))
        await loaded(day(days[1]!, { '0103': 12 }))
        await expect.poll(breadth).toBe(`${days[1]} 25`)
        const before = await bars()
        const { deletionId, ...told } = await remove(what)
        expect(told).toMatchObject({ bars: count, reason: 'of another market', by: 'Demo Staff', restoredBy: null })
        expect([told.stockCode ?? undefined, told.date ?? undefined]).toEqual([what.stockCode, what.date])
        await isCounted()
        await expect.poll(breadth).not.toBe(`${days[1]} 25`)
        expect((await restore(deletionId, 'US')).http).toBe(404)
        expect((await restore(deletionId)).data).toEqual({ restored: count })
        expect(await bars()).toEqual(before)
        expect(await logged()).toMatch(/^prices-restored /)
        expect((await marketOf()).deletions).toMatchObject([{ deletionId, restoredBy: 'Demo Staff' }])
        await expect.poll(breadth).toBe(`${days[1]} 25`)
        expect(await restore(deletionId)).toMatchObject({
          http: 404,
          errors: [{ message: 'They have already been restored, or there was no such deletion.' }],
        })
      },
    )

    it('bring back the marks of unexplained moves, and the quarantined days', async () => {
      await loaded(day(days[0]!))
      await loaded(day(days[1]!, { '0103': 100 }, codes.slice(0, 10)))
      const { deletionId } = await remove({ date: days[1]! })
      await isCounted()
      expect([await marks(), (await marketOf()).days.map(({ held }) => held)]).toEqual([[], [false]])
      await restore(deletionId)
      await isCounted()
      expect(await marks()).toEqual([`0103 ${days[1]}`])
      expect((await marketOf()).days.map(({ held }) => held)).toEqual([true, false])
    })

    it('bring back no bar that was loaded again since, and none of an upload that was rolled back', async () => {
      await loaded(day(days[0]!))
      const { data } = await load(day(days[1]!))
      const { deletionId } = await remove({ date: days[1]! })
      await loaded([bar('0103', days[1]!, 11)])
      expect((await restore(deletionId)).data).toEqual({ restored: 24 })
      expect(await query(`select close from bar where stock_code = '0103' order by date`)).toEqual(
        [10, 11].map(close => ({ close })),
      )
      const again = await remove({ date: days[1]! })
      await staff.ask(rollBackUpload, { params: { uploadId: String(data.uploadId) } })
      expect((await restore(again.deletionId)).data).toEqual({ restored: 1 })
    })
  })

  it('cannot delete without naming a day or a stock of the market', async () => {
    const answer = await staff.ask(deletePrices, { body: { exchange: 'HKEX', reason: 'everything' } })
    expect([answer.http, answer.errors[0]!.field]).toEqual([400, 'date'])
    const odd = await staff.ask(deletePrices, { body: { exchange: 'CN', stockCode: '5', reason: 'no such code' } })
    expect([odd.http, odd.errors[0]!.field]).toEqual([400, 'stockCode'])
  })
})

it('practice prices are checked neither for trading days nor for unexplained moves', async () => {
  expect(await loaded([bar('P1', '2026-04-03', 10), bar('P1', '2026-04-04', 1_000)], { exchange: 'PRAC' })).toEqual([])
})
