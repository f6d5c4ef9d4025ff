// @module-tag slow

import { makeProposal } from '@finlist/contract/picking'
import { releaseDay } from '@finlist/contract/staff/data'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { publish } from '../../src/db/topics.ts'
import { newestWeek, nextWeekAt, publishesAt } from '../../src/market-data/store/week.ts'
import { afterClose, openPickingWorld, type PickingWorld, week, weekBefore, why } from './picking-world.ts'

const at = (text: string) => Date.parse(text)
const none = new Map()

describe('the week of a list', () => {
  it.each<[Parameters<typeof newestWeek>[0], string, string, string]>([
    ['HKEX', 'on Friday before 18:00', '2026-07-17T17:59+08:00', '2026-07-10'],
    ['HKEX', 'from 18:00 on', '2026-07-17T18:00+08:00', '2026-07-17'],
    ['HKEX', 'until the next Friday is over', '2026-07-24T17:59+08:00', '2026-07-17'],
    ['US', 'in New York’s time', '2026-07-17T17:59-04:00', '2026-07-10'],
    ['US', 'after a Friday that is a holiday', '2026-07-02T18:00-04:00', '2026-07-02'],
    ['CN', 'on which no stock traded is left out', '2026-10-09T12:00+08:00', '2026-09-30'],
    ['TW', 'that closes at 13:30', '2026-07-17T15:30+08:00', '2026-07-17'],
  ])('ends on the right day: %s, %s', (exchange, _, now, day) => {
    expect(newestWeek(exchange, at(now), none)).toBe(day)
    const next = nextWeekAt(exchange, at(now), none)
    expect(next).toBeGreaterThan(at(now))
    expect(newestWeek(exchange, next, none) > day).toBe(true)
    expect(newestWeek(exchange, next - 1, none)).toBe(day)
  })

  it('ends on Thursday if a typhoon closing was announced for Friday', () => {
    const told = new Map([['HKEX 2026-07-17', 'full']] as const)
    expect(newestWeek('HKEX', at('2026-07-16T18:00+08:00'), told)).toBe('2026-07-16')
  })

  it('is over on Saturday at noon in Hong Kong, when its list is published', () => {
    for (const day of ['2026-07-16', '2026-07-17']) expect(publishesAt(day)).toBe(at('2026-07-18T12:00+08:00'))
  })
})

describe('the weekly list job of a market', () => {
  let world: PickingWorld
  beforeAll(async () => {
    world = await openPickingWorld({}, { until: '2026-07-16' })
  })
  afterAll(() => world.close())
  beforeEach(() => void world.letters.splice(0))
  const run = (now: number) => world.run('propose-US', now)
  const told = () => world.letters.map(({ notice, values }) => [notice, values])

  it('makes the list of a week once the week is over, and not before', async () => {
    expect(await run(at('2026-07-10T17:59-04:00'))).toEqual({ rows: 1, asAt: '2026-07-02' })
    expect(await run(at('2026-07-10T18:00-04:00'))).toEqual({ rows: 1, asAt: weekBefore })
    expect(await run(at('2026-07-10T18:15-04:00'))).toEqual({ rows: 0, asAt: weekBefore })
    const { proposal } = await world.look()
    expect(proposal).toMatchObject({ issueDate: weekBefore, state: 'open' })
    const { rows } = await world.database.pool.query('select issue_date, state from proposal order by 1')
    expect(rows).toEqual([
      { issue_date: '2026-07-02', state: 'dropped' },
      { issue_date: weekBefore, state: 'open' },
    ])
  })

  it('waits for prices, and notifies staff once if they have not arrived by morning', async () => {
    expect(await run(afterClose(week))).toMatchObject({ rows: 0 })
    expect((await world.look()).missing).toMatchObject({ issueDate: week, why: 'no-prices' })
    expect(told()).toEqual([])
    await run(at('2026-07-18T08:30-04:00'))
    await run(at('2026-07-18T08:45-04:00'))
    const reason = `There are no prices of US for ${week}.`
    expect(new Set(told().map(told => JSON.stringify(told)))).toEqual(
      new Set([JSON.stringify(['list-missing', { market: 'US', date: week, reason }])]),
    )
    const staffed = world.letters.map(({ to }) => to)
    expect(new Set(staffed).size).toBe(staffed.length)
  })

  it('makes no list for a market that lacks more than a twentieth of its stocks, unless staff request it', async () => {
    await world.bars('2026-07-16', week)
    const { rows: codes } = await world.database.pool.query<{ stock_code: string }>(
      `select stock_code from bar where exchange = 'US' and date = $1 order by 1`,
      [week],
    )
    // Stocks without a bar for six calendar days are not eligible.
    const gone = codes.slice(0, Math.ceil(codes.length / 5)).map(({ stock_code }) => stock_code)
    await world.database.pool.query(
      `create table aside as select * from bar where stock_code = any($1) and date > '2026-07-08'`,
      [gone],
    )
    await world.database.pool.query(`delete from bar where stock_code = any($1) and date > '2026-07-08'`, [gone])
    await world.database.pool.query('update proposal_missing set told_at = null')
    expect(await run(afterClose(week))).toMatchObject({ rows: 0 })
    const { missing } = await world.look()
    expect(missing).toMatchObject({ why: 'too-few-stocks' })
    expect(missing!.eligible!).toBeLessThan(missing!.eligibleBefore! * 0.95)
    expect(told()[0]).toMatchObject(['list-missing', { reason: expect.stringContaining('fewer than 95%') }])
    expect(await run(afterClose(week) + 900_000)).toMatchObject({ rows: 0 })
    expect((await world.staff.ask(makeProposal, { body: { exchange: 'US' } })).http).toBe(200)
    expect(await world.look()).toMatchObject({ missing: null, proposal: { issueDate: week, state: 'open' } })
  })

  it('makes the list again when prices arrive, and keeps the edits of stocks that are still on it', async () => {
    const before = (await world.look()).proposal!
    const [first] = before.picks
    await world.edit({ stockCode: first!.stockCode, what: 'note', note: 'Stays where it is' })
    expect(await run(afterClose(week) + 1_800_000)).toMatchObject({ rows: 0 })
    await world.database.pool.query('insert into bar select * from aside')
    await world.database.write(tx => publish(tx, 'prices:US'))
    expect(await run(afterClose(week) + 2_700_000)).toMatchObject({ rows: 1 })
    const after = (await world.look()).proposal!
    expect(after.eligible).toBeGreaterThan(before.eligible)
    expect(after.version).not.toBe(before.version)
    expect(after.picks.find(({ note }) => note !== '')?.stockCode).toBe(first!.stockCode)
  })

  it('drops the edits of a stock that is no longer on the list, and the addition of a stock that the method now lists', async () => {
    const { picks } = (await world.look()).proposal!
    const [gone, listed] = [picks[0]!.stockCode, picks[2]!.stockCode]
    await world.database.pool.query(
      `insert into listing (exchange, stock_code, listed_on, delisted_on) values ('US', $1, '2020-01-02', $2)`,
      [listed, week],
    )
    await world.staff.ask(makeProposal, { body: { exchange: 'US' } })
    expect((await world.look()).proposal!.picks.some(({ stockCode }) => stockCode === listed)).toBe(false)
    await world.database.pool.query(
      `insert into proposal_edit (exchange, issue_date, stock_code, what, added, reason, at)
       values ('US', $1, $2, 'add', $3, $4, now())`,
      [week, listed, { row: { code: listed, close: 1, pattern: 'NIL', buyPoint: -1 }, facts: null }, why],
    )
    await world.database.pool.query('delete from listing')
    await world.database.pool.query(
      `insert into listing (exchange, stock_code, listed_on, delisted_on) values ('US', $1, '2020-01-02', $2)`,
      [gone, week],
    )
    await world.staff.ask(makeProposal, { body: { exchange: 'US' } })
    const after = (await world.look()).proposal!
    expect(after.picks.find(({ stockCode }) => stockCode === listed)).toMatchObject({ origin: 'method', edits: [] })
    expect(after.picks.flatMap(({ edits }) => edits)).toEqual([])
    await world.database.pool.query('delete from listing')
  })

  it('makes no list for a quarantined day until the day is released', async () => {
    await world.database.pool.query('delete from proposal where issue_date = $1', [week])
    await world.database.pool.query(
      `insert into held_day (exchange, date, stocks, stocks_before) values ('US', $1, 10, 80)`,
      [week],
    )
    expect(await run(afterClose(week))).toMatchObject({ rows: 0 })
    expect((await world.look()).missing).toMatchObject({ why: 'day-held' })
    expect(told()[0]).toMatchObject(['list-missing', { reason: expect.stringContaining('is held back in US') }])
    const asked = await world.staff.ask(makeProposal, { body: { exchange: 'US' } })
    expect(asked).toMatchObject({ http: 409, errors: [{ code: 'day-held' }] })
    await world.staff.ask(releaseDay, { body: { exchange: 'US', date: week } })
    expect(await run(afterClose(week) + 900_000)).toMatchObject({ rows: 1 })
    expect(await world.look()).toMatchObject({ missing: null, proposal: { issueDate: week } })
  })
})

it('staff can request the list of the last week that has prices', async () => {
  const world = await openPickingWorld({}, { until: '2026-07-07' })
  try {
    expect((await world.staff.ask(makeProposal, { body: { exchange: 'US' } })).http).toBe(200)
    const { proposal } = await world.look()
    expect(proposal).toMatchObject({ issueDate: '2026-07-02', state: 'open' })
    expect((await world.publish(proposal!.version, world.staff, '2026-07-02')).http).toBe(200)
    const again = await world.staff.ask(makeProposal, { body: { exchange: 'US' } })
    expect(again).toMatchObject({ http: 409 })
  } finally {
    await world.close()
  }
})
