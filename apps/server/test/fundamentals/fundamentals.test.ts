import { setTimeout as wait } from 'node:timers/promises'
import { quartersKnownAt } from '@finlist/demo-market/fundamentals'
import { addDays } from '@finlist/domain/calendar'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Misdeed } from '../../../data-sandbox/src/faults.ts'
import { readConfig } from '../../src/config.ts'
import { figuresInThread } from '../../src/market-data/fundamentals/figures-in-thread.ts'
import { fundamentalsJob } from '../../src/market-data/fundamentals/fundamentals-job.ts'
import { openSec } from '../../src/market-data/fundamentals/sec.ts'
import { readQuartersKnown } from '../../src/market-data/fundamentals/store.ts'
import { openSourceWorld, type SourceWorld } from '../data/source-world.ts'

const span = { startDate: '2026-03-02', asOf: '2026-07-17', stocks: 12 }
const issueDate = '2026-07-17'
const night = Date.parse('2026-07-18T02:30:00Z')
const nextNight = night + 86_400_000
/** Shortens the pauses between requests, and between retries, to a thousandth. */
const pause = (ms: number) => wait(ms / 1_000)

let world: SourceWorld
let codes: string[]
beforeAll(async () => {
  world = await openSourceWorld(span)
  codes = world.market('US').stocks.map(({ listing }) => listing.stockCode)
})
afterAll(() => world.close())
beforeEach(async () => {
  world.sandbox.asked.length = 0
  world.sandbox.faults.length = 0
  await world.database.pool.query('truncate reported_figure, fundamentals_asked, corporate_action')
  await world.database.pool.query(
    `insert into finlist_issue (exchange, issue_date) values ('US', $1) on conflict do nothing`,
    [issueDate],
  )
  await list(codes)
})

async function list(listed: readonly string[]) {
  await world.database.pool.query(`delete from finlist_pick`)
  await world.database.pool.query(
    `insert into finlist_pick (exchange, issue_date, stock_code, close, percival_score)
     select 'US', $1, code, 9, 50 from unnest($2::text[]) code`,
    [issueDate, listed],
  )
}

const job = (settings = world.config) =>
  fundamentalsJob(world.database, { exchange: 'US', source: openSec(settings, { pause }), pause })
const run = (at = night) => job().run(at)
const known = (day: string) => readQuartersKnown(world.database.db, { exchange: 'US', codes, day })
const requests = (of: string) => world.sandbox.asked.filter(path => path.includes(of)).length
/** The companies that have filed figures, with the quarters that the invented market has for them. */
const filed = () =>
  world
    .market('US')
    .stocks.map(stock => ({
      code: stock.listing.stockCode,
      quarters: quartersKnownAt(world.market('US').seed, 'US', stock, issueDate),
    }))
    .filter(({ quarters }) => quarters.length > 0)
const correct = (of: string, change: (facts: Record<string, { units: Record<string, Entry[]> }>) => void) =>
  world.sandbox.correct(of, body => {
    const changed = structuredClone(body) as {
      facts: { 'us-gaap': Record<string, { units: Record<string, Entry[]> }> }
    }
    change(changed.facts['us-gaap'])
    return changed
  })
type Entry = { start: string; end: string; val: number; accn: string; filed: string }

describe('the figures of US companies', () => {
  it('are requested at night, and match the quarters that each company had reported by the day', async () => {
    expect((await run()).rows).toBeGreaterThan(100)
    const quarters = await known(issueDate)
    expect([...quarters.keys()].toSorted()).toEqual(
      filed()
        .map(({ code }) => code)
        .toSorted(),
    )
    for (const { code, quarters: told } of filed()) {
      const found = quarters.get(code)!
      expect(found.map(({ thisReportDate, lastReportDate }) => [thisReportDate, lastReportDate])).toEqual(
        told.map(({ thisReportDate, lastReportDate }, at) => [thisReportDate, at < 5 ? lastReportDate : null]),
      )
      for (const [at, { thisEps, thisSales, thisNpm }] of told.entries()) {
        expect(found[at]!.thisEps).toBeCloseTo(thisEps, 3)
        expect(found[at]!.thisSales).toBe(thisSales)
        expect(found[at]!.thisNpm).toBeCloseTo(thisNpm, 1)
      }
    }
  })

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

  it('are requested once a day, with the ETag or date of the previous response, so that unchanged figures are not sent again', async () => {
    await run()
    const first = requests('companyfacts')
    expect(first).toBe(codes.length)
    expect(await run()).toMatchObject({ rows: 0 })
    expect(requests('companyfacts')).toBe(first)
    // If a response were sent again, it would bring back the deleted figures.
    await world.database.pool.query('truncate reported_figure')
    expect(await run(nextNight)).toMatchObject({ rows: 0 })
    expect(requests('companyfacts')).toBe(2 * first)
    const { rows } = await world.database.pool.query(
      `select count(*)::int from fundamentals_asked where validator <> ''`,
    )
    expect(rows).toEqual([{ count: filed().length }])
  })

  it('are requested for the stocks of a proposal before it is published, including those that staff added', async () => {
    const [proposed, added, removed] = codes as [string, string, string]
    await list([])
    const { pool } = world.database
    await pool.query(
      `insert into proposal (exchange, issue_date, method_id, constants, inputs_hash, eligible, body, facts, made_at)
       values ('US', $1, 'finlist-1', '', '', 30, $2, '{}', now())`,
      [issueDate, JSON.stringify({ picks: [{ code: proposed }] })],
    )
    const add = `insert into proposal_edit (exchange, issue_date, stock_code, what, added, reason, at, taken_back_at)
      values ('US', $1, $2, 'add', '{}', 'It belongs on the list', now(), $3)`
    await pool.query(add, [issueDate, added, null])
    await pool.query(add, [issueDate, removed, new Date(night)])
    await run()
    const { rows } = await pool.query<{ stock_code: string }>('select stock_code from fundamentals_asked')
    expect(rows.map(row => row.stock_code).toSorted()).toEqual([proposed, added].toSorted())
    await pool.query('delete from proposal')
  })

  it('continue after an interruption with the companies that were not requested yet', async () => {
    const half = codes.slice(0, 5)
    await list(half)
    await run()
    await list(codes)
    world.sandbox.asked.length = 0
    await run()
    expect(requests('companyfacts')).toBe(codes.length - half.length)
  })

  it('are requested at the configured rate, with the contact in the User-Agent that the source requires', async () => {
    const pauses: number[] = []
    const settings = { ...world.config, SEC_PER_MINUTE: 600 }
    const slow = fundamentalsJob(world.database, {
      exchange: 'US',
      source: openSec(settings, { pause }),
      pause: async ms => void pauses.push(ms),
    })
    await slow.run(night)
    expect(new Set(pauses)).toEqual(new Set([100]))
    expect(pauses.length).toBe(codes.length)
    await expect(job({ ...world.config, SEC_CONTACT: 'nobody' }).run(nextNight)).rejects.toThrow(/Check SEC_CONTACT/)
  })

  /** Makes the source respond to the first company that has filed figures with the fault, ten times. */
  function misbehaving(does: Misdeed) {
    const { code } = filed()[0]!
    world.sandbox.faults.push({
      does,
      of: `CIK${String(1_000_001 + codes.indexOf(code)).padStart(10, '0')}`,
      times: 10,
    })
    return code
  }

  it.each<Misdeed>(['html', 'half-page', 'gzip', 'huge', 'echo'])(
    'the figures of one US company that arrive as “%s” are not loaded; those of others are, and the next run requests only the missing ones',
    async does => {
      const code = misbehaving(does)
      await expect(run()).rejects.toThrow(new RegExp(`1 of ${codes.length} companies are faulty.*${code}`))
      expect([...(await known(issueDate)).keys()].toSorted()).toEqual(
        filed()
          .slice(1)
          .map(found => found.code)
          .toSorted(),
      )
      world.sandbox.faults.length = 0
      world.sandbox.asked.length = 0
      await run()
      expect(requests('companyfacts')).toBe(1)
      expect((await known(issueDate)).size).toBe(filed().length)
    },
  )

  it.each<Misdeed>(['no-key', 'redirect', 'hang-up'])(
    'stop at “%s”, which would affect every company, and the next run continues there',
    async does => {
      misbehaving(does)
      await expect(run()).rejects.toThrow(/SEC/)
      world.sandbox.faults.length = 0
      await run()
      expect((await known(issueDate)).size).toBe(filed().length)
    },
  )

  it('still arrive if the source first refuses requests as too many', async () => {
    world.sandbox.faults.push({ does: 'too-often', of: 'companyfacts', times: 2 })
    await run()
    expect((await known(issueDate)).size).toBe(filed().length)
  })

  it('are the same when read in a separate thread', async () => {
    const { code } = filed()[0]!
    const threaded = figuresInThread(world.config, 'US')!
    const [[, cik] = []] = await threaded.companies([code])
    const asked = { validator: '', day: issueDate }
    const [inThread, here] = await Promise.all([
      threaded.figures(cik!, asked),
      openSec(world.config).figures(cik!, asked),
    ])
    expect(inThread!.figures.length).toBeGreaterThan(20)
    expect(inThread).toEqual(here)
    expect(await threaded.figures(cik!, { ...asked, validator: here!.validator })).toBeUndefined()
  })

  it('keep the values from before a restatement for the days before it', async () => {
    const { code, quarters } = filed()[1]!
    await run()
    const end = String(quarters[0]!.thisReportDate).replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3')
    const cik = String(1_000_001 + codes.indexOf(code)).padStart(10, '0')
    correct(cik, ({ Revenues }) =>
      Revenues!.units['USD']!.push({ start: addDays(end, -90), end, val: 7, accn: 'amended', filed: '2026-07-16' }),
    )
    await world.database.pool.query(`update fundamentals_asked set validator = ''`)
    expect(await run(nextNight)).toMatchObject({ rows: 1 })
    const salesOn = async (day: string) => (await known(day)).get(code)![0]!.thisSales
    expect([await salesOn('2026-07-15'), await salesOn('2026-07-16')]).toEqual([quarters[0]!.thisSales, 7])
  })

  it('have earnings per share in the shares of the day after a split since the filing', async () => {
    const { code, quarters } = filed()[2]!
    await run()
    await world.database.pool.query(
      `insert into corporate_action (exchange, stock_code, ex_date, kind, numerator, denominator, source)
       values ('US', $1, '2026-07-10', 'split', 2, 1, 'test')`,
      [code],
    )
    const epsOn = async (day: string) => (await known(day)).get(code)![0]!.thisEps
    expect(await epsOn('2026-07-09')).toBe(quarters[0]!.thisEps)
    expect(await epsOn('2026-07-10')).toBeCloseTo(quarters[0]!.thisEps / 2, 3)
  })
})

describe('the settings for company figures', () => {
  it('require a contact and an https address', () => {
    expect(() => readConfig({ FUNDAMENTALS_US: 'sec' })).toThrow(/SEC_CONTACT: needed/)
    expect(() => readConfig({ SEC_URL: 'http://sec.example' })).toThrow(/SEC_URL: must be https/)
    expect(() => readConfig({ SEC_CONTACT: 'Ex\nample' })).toThrow(/SEC_CONTACT/)
    expect(() => readConfig({ SEC_PER_MINUTE: '601' })).toThrow(/SEC_PER_MINUTE/)
  })
})
