import { setTimeout as wait } from 'node:timers/promises'
import { quartersKnownAt } from '@finlist/demo-market/fundamentals'
import { addDays } from '@finlist/domain/calendar'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Misdeed } from '../../../data-sandbox/src/faults.ts'
import { reportingOf } from '../../../data-sandbox/src/vendors/eodhd-fundamentals.ts'
import { readConfig } from '../../src/config.ts'
import { eodhdFigures } from '../../src/market-data/fundamentals/eodhd-figures.ts'
import { figuresInThread } from '../../src/market-data/fundamentals/figures-in-thread.ts'
import { fundamentalsJob, fundamentalsJobs } from '../../src/market-data/fundamentals/fundamentals-job.ts'
import type { MarketWithFigures } from '../../src/market-data/fundamentals/open-figures.ts'
import { readQuartersKnown } from '../../src/market-data/fundamentals/store.ts'
import { openSourceWorld, type SourceWorld, sandboxKey } from '../data/source-world.ts'

const issueDate = '2026-07-17'
const night = Date.parse('2026-07-17T15:00:00Z')
const nextNight = night + 86_400_000
/** Shortens the pauses between requests, and between retries, to a thousandth. */
const pause = (ms: number) => wait(ms / 1_000)

/** Changes the next responses of the stock, and gives it splits. */
let corrected:
  | { code: string; change: (parts: Record<string, Record<string, Row>>) => void; splits?: Row[] }
  | undefined
type Row = Record<string, unknown>
const quarterly = 'Financials::Income_Statement::quarterly'

let world: SourceWorld
beforeAll(async () => {
  world = await openSourceWorld({ startDate: '2026-03-02', asOf: issueDate, stocks: 16 })
  for (const code of codesOf('HKEX')) {
    world.sandbox.correct(`splits/${code}.HK`, body => (corrected?.code === code && corrected.splits) || body)
    world.sandbox.correct(`fundamentals/${code}.HK`, body => {
      const changed = structuredClone(body) as Record<string, Record<string, Row>>
      if (corrected?.code === code) corrected.change(changed)
      return changed
    })
  }
})
afterAll(() => world.close())
beforeEach(async () => {
  corrected = undefined
  world.sandbox.asked.length = 0
  world.sandbox.faults.length = 0
  const { pool } = world.database
  await pool.query('truncate reported_figure, fundamentals_asked, corporate_action')
  await pool.query('delete from finlist_pick')
  for (const exchange of ['HKEX', 'US', 'CN', 'TW'] as const) {
    await pool.query(`insert into finlist_issue (exchange, issue_date) values ($1, $2) on conflict do nothing`, [
      exchange,
      issueDate,
    ])
    await pool.query(
      `insert into finlist_pick (exchange, issue_date, stock_code, close, percival_score)
       select $1, $2, code, 9, 50 from unnest($3::text[]) code`,
      [exchange, issueDate, codesOf(exchange)],
    )
  }
})

const stocksOf = (exchange: MarketWithFigures) => world.market(exchange).stocks
const codesOf = (exchange: MarketWithFigures) => stocksOf(exchange).map(({ listing }) => listing.stockCode)
const run = (exchange: MarketWithFigures = 'HKEX', at = night) =>
  fundamentalsJob(world.database, {
    exchange,
    source: eodhdFigures(exchange, world.config, { pause }),
    pause,
  }).run(at)
const known = (day: string, exchange: MarketWithFigures = 'HKEX') =>
  readQuartersKnown(world.database.db, { exchange, codes: codesOf(exchange), day })
const requests = (of: string) => world.sandbox.asked.filter(path => path.includes(of)).length
/** The companies that report each quarter in the market's currency with its filing, and their quarters. */
const reporting = (exchange: MarketWithFigures = 'HKEX') =>
  stocksOf(exchange)
    .filter(stock => reportingOf(exchange, stock) === 'quarters')
    .map(stock => ({
      code: stock.listing.stockCode,
      quarters: quartersKnownAt(world.market(exchange).seed, exchange, stock, issueDate),
    }))
    .filter(({ quarters }) => quarters.length > 0)

describe('figures from EODHD', () => {
  it.each<MarketWithFigures>(['HKEX', 'CN', 'TW', 'US'])(
    'match the quarters of each company of %s that reports quarters; half-years, sums, other currencies and undated quarters are left out',
    async exchange => {
      expect((await run(exchange)).rows).toBeGreaterThan(100)
      const quarters = await known(issueDate, exchange)
      const told = reporting(exchange)
      expect([...quarters.keys()].toSorted()).toEqual(told.map(({ code }) => code).toSorted())
      for (const { code, quarters: expected } of told)
        for (const [at, { thisReportDate, thisEps, thisSales, thisNpm }] of expected.entries()) {
          const found = quarters.get(code)![at]!
          expect(found).toMatchObject({ thisReportDate, thisSales })
          expect(found.thisEps ?? 0).toBeCloseTo(thisEps, 3)
          expect(found.thisNpm).toBeCloseTo(thisNpm, 1)
        }
    },
  )

  it('are never used before the day they were filed', async () => {
    await run()
    const { rows } = await world.database.pool.query<{ stock_code: string; period_end: string; known_on: string }>(
      `select stock_code, period_end::text, min(known_on)::text as known_on from reported_figure
       group by stock_code, period_end`,
    )
    expect(rows.length).toBeGreaterThan(50)
    for (const { stock_code, period_end, known_on } of rows) {
      const date = Number(period_end.replaceAll('-', ''))
      const datesOn = async (day: string) =>
        ((await known(day)).get(stock_code) ?? []).flatMap(q => [q.thisReportDate, q.lastReportDate])
      expect(await datesOn(addDays(known_on, -1))).not.toContain(date)
      expect(await datesOn(known_on)).toContain(date)
    }
  })

  it('figures from EODHD that the vendor replaces keep their first value up to the day on which the new one was first seen', async () => {
    const { code, quarters } = reporting()[0]!
    await run()
    corrected = {
      code,
      change: parts => {
        const newest = Object.values(parts[quarterly]!)[0]!
        newest['totalRevenue'] = String(Number(newest['totalRevenue']) + 1_000)
      },
    }
    expect(await run('HKEX', nextNight)).toMatchObject({ rows: 1 })
    const salesOn = async (day: string) => (await known(day)).get(code)![0]!.thisSales
    const before = quarters[0]!.thisSales
    expect([await salesOn('2026-07-17'), await salesOn('2026-07-18')]).toEqual([before, before + 1_000])
    expect(await run('HKEX', nextNight + 86_400_000)).toMatchObject({ rows: 0 })
  })

  it('stay the same when the vendor converts earnings per share for a split', async () => {
    const { code, quarters } = reporting()[1]!
    await run()
    corrected = {
      code,
      splits: [{ date: '2026-06-01', split: '2.000000/1.000000' }],
      change: parts => {
        for (const part of ['Earnings::History', 'Earnings::Annual'])
          for (const row of Object.values(parts[part]!))
            row['epsActual'] = Number((Number(row['epsActual']) / 2).toFixed(4))
      },
    }
    expect(await run('HKEX', nextNight)).toMatchObject({ rows: 0 })
    expect((await known(issueDate)).get(code)![0]!.thisEps).toBeCloseTo(quarters[0]!.thisEps, 3)
  })

  it('do not replace those of another source', async () => {
    const { code, quarters } = reporting()[0]!
    const end = String(quarters[0]!.thisReportDate).replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3')
    await world.database.pool.query(
      `insert into reported_figure (exchange, stock_code, period_end, figure, known_on, value, currency, source)
       values ('HKEX', $1, $2, 'revenue', $3, 7, 'HKD', 'Other')`,
      [code, end, addDays(end, 20)],
    )
    await run()
    expect((await known(issueDate)).get(code)![0]!.thisSales).toBe(7)
  })

  it('are requested once a night, with two requests per company, which count as eleven calls towards the vendor’s limit', async () => {
    const pauses: number[] = []
    const source = eodhdFigures('HKEX', { ...world.config, EODHD_PER_MINUTE: 600 }, { pause: async () => undefined })
    const job = fundamentalsJob(world.database, { exchange: 'HKEX', source, pause: async ms => void pauses.push(ms) })
    await job.run(night)
    const asked = codesOf('HKEX').length
    expect([requests('fundamentals/'), requests('splits/'), pauses.length]).toEqual([asked, asked, asked])
    expect(new Set(pauses)).toEqual(new Set([1_100]))
    await job.run(night)
    expect(requests('fundamentals/')).toBe(asked)
    expect(world.sandbox.asked.join()).not.toContain(sandboxKey)
  })

  it.each<Misdeed>(['html', 'half-page', 'gzip', 'huge', 'echo'])(
    'figures from EODHD of one company that arrive as “%s” are not loaded; those of others are, and the next run requests only the missing ones',
    async does => {
      const { code } = reporting()[0]!
      world.sandbox.faults.push({ does, of: `fundamentals/${code}.HK`, times: 10 })
      await expect(run()).rejects.toThrow(new RegExp(`1 of ${codesOf('HKEX').length} companies are faulty.*${code}`))
      expect((await known(issueDate)).size).toBe(reporting().length - 1)
      world.sandbox.faults.length = 0
      world.sandbox.asked.length = 0
      await run()
      expect(requests('fundamentals/')).toBe(1)
      expect((await known(issueDate)).size).toBe(reporting().length)
    },
  )

  it('figures from EODHD of one company with renamed fields are not loaded, and the error names the field', async () => {
    const { code } = reporting()[0]!
    corrected = {
      code,
      change: parts => {
        for (const row of Object.values(parts[quarterly]!)) {
          row['revenue'] = row['totalRevenue']
          delete row['totalRevenue']
        }
      },
    }
    await expect(run()).rejects.toThrow(new RegExp(`faulty.*${code}.*has the field totalRevenue`))
    expect((await known(issueDate)).size).toBe(reporting().length - 1)
  })

  it.each<Misdeed>(['no-key', 'used-up', 'redirect', 'hang-up'])(
    'stop at “%s”, which would affect every company, and the next run continues there',
    async does => {
      world.sandbox.faults.push({ does, of: `fundamentals/${reporting()[0]!.code}.HK`, times: 10 })
      await expect(run()).rejects.toThrow(/EODHD/)
      world.sandbox.faults.length = 0
      await run()
      expect((await known(issueDate)).size).toBe(reporting().length)
    },
  )

  it('still arrive if the source first refuses requests as too many', async () => {
    world.sandbox.faults.push({ does: 'too-often', of: 'fundamentals/', times: 2 })
    await run()
    expect((await known(issueDate)).size).toBe(reporting().length)
  })

  it('are the same when read in a separate thread', { tags: ['slow'] }, async () => {
    const { code } = reporting()[0]!
    const source = figuresInThread(world.config, 'HKEX')!
    const [[, symbol] = []] = await source.companies([code])
    const asked = { validator: '', day: issueDate }
    expect(symbol).toBe(`${code}.HK`)
    const found = await source.figures(symbol!, asked)
    expect(found!.figures.length).toBeGreaterThan(20)
    expect(found).toEqual(await eodhdFigures('HKEX', world.config).figures(symbol!, asked))
  })
})

describe('the settings for figures from EODHD', () => {
  it('require its key', () => {
    for (const market of ['HKEX', 'US', 'CN', 'TW'])
      expect(() => readConfig({ [`FUNDAMENTALS_${market}`]: 'eodhd' })).toThrow(
        `EODHD_KEY: needed with FUNDAMENTALS_${market}=eodhd`,
      )
    expect(() => readConfig({ FUNDAMENTALS_TW: 'sec' })).toThrow(/FUNDAMENTALS_TW/)
  })

  it('are refused if the contract does not cover showing data to subscribers', () => {
    const env = { ...world.env, SOURCE_USE_HKEX: 'internal' }
    expect(() => readConfig(env)).toThrow(/FUNDAMENTALS_HKEX: subscribers see these figures/)
    expect(() => readConfig({ ...env, SOURCE_HKEX: '' })).not.toThrow()
  })

  it('give each market a job', () => {
    const of = { ...world.config, FUNDAMENTALS_US: 'eodhd', FUNDAMENTALS_CN: '' } as const
    expect(fundamentalsJobs(of, world.database).map(({ name }) => name)).toEqual([
      'fundamentals-HKEX',
      'fundamentals-US',
      'fundamentals-TW',
    ])
  })
})
