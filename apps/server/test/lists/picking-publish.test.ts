// @module-tag slow

import { finListStocks } from '@finlist/contract/finlist'
import { handInProposal, makeProposal } from '@finlist/contract/picking'
import { listUploads, rollBackUpload, uploadFinList } from '@finlist/contract/staff/admin'
import { constantsOf } from '@finlist/domain/picking/method'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { JobParts } from '../../src/features/picking/propose-job.ts'
import { publishJob } from '../../src/features/picking/publish-job.ts'
import { publishIssue } from '../../src/market-data/lists/publish-issue.ts'
import { lines, send } from '../data/send-files.ts'
import type { Answer } from '../test-server.ts'
import { afterClose, openPickingWorld, type PickingWorld, week, weekBefore } from './picking-world.ts'

const said = (answer: Answer) => [answer.http, answer.errors?.[0]?.message]
const rows = async (world: PickingWorld, text: string, values: unknown[] = []) =>
  (await world.database.pool.query(text, values)).rows
const issue = async (world: PickingWorld) =>
  (await rows(world, `select method_id, constants, departures from finlist_issue where issue_date = $1`, [week]))[0]
const picksOf = async (world: PickingWorld) =>
  await rows(
    world,
    `select stock_code, buy_point, stop, rank, template, variant, origin, note, facts from finlist_pick
     where issue_date = $1 order by stock_code`,
    [week],
  )

describe('publishing a list', () => {
  let world: PickingWorld
  let [carrying, reporting] = ['', '']
  beforeAll(async () => {
    world = await openPickingWorld()
    await world.run('propose-US', afterClose(weekBefore))
    const first = (await world.look()).proposal!
    await world.database.pool.query(
      `insert into finlist_issue (exchange, issue_date) values ('US', '2026-07-03');
       insert into finlist_pick (exchange, issue_date, stock_code, close, percival_score) select 'US', '2026-07-03', code, 9, 50
         from unnest(array['${first.picks[0]!.stockCode}', '${first.picks[1]!.stockCode}']) code;
       insert into fundamental (exchange, issue_date, stock_code, quarter, this_report_date, this_eps, source) values
         ('US', '2026-07-03', '${first.picks[0]!.stockCode}', 1, 20260331, 1.25, 'EODHD');
       insert into reported_figure (exchange, stock_code, period_end, figure, known_on, value, currency, source) values
         ('US', '${first.picks[0]!.stockCode}', '2025-12-31', 'eps', '2026-02-13', 0.75, 'USD', 'SEC'),
         ('US', '${first.picks[1]!.stockCode}', '2026-03-31', 'eps', '2026-05-08', 0.5, 'USD', 'SEC'),
         ('US', '${first.picks[1]!.stockCode}', '2026-06-30', 'eps', '2026-07-11', 0.625, 'USD', 'SEC')`,
    )
    reporting = first.picks[1]!.stockCode
    carrying = first.picks[0]!.stockCode
    await world.publish(first.version, world.staff, weekBefore)
    await world.run('propose-US', afterClose(week))
  })
  afterAll(() => world.close())

  const quarters = async (code: string) =>
    await rows(
      world,
      `select quarter, this_report_date, this_eps, source from fundamental where issue_date = $1 and stock_code = $2`,
      [weekBefore, code],
    )

  it('keeps the quarters of earlier lists, with their source, unless newer ones were reported since', async () => {
    expect(await quarters(carrying)).toEqual([
      { quarter: 1, this_report_date: 20260331, this_eps: 1.25, source: 'EODHD' },
    ])
  })

  it('includes the quarters that were reported by its day, with their source, but none that became known later', async () => {
    expect(await quarters(reporting)).toEqual([
      { quarter: 1, this_report_date: 20260331, this_eps: 0.5, source: 'SEC' },
    ])
    const { rows: marks } = await world.database.pool.query(
      'select origin from finlist_pick where issue_date = $1 and stock_code = $2',
      [weekBefore, reporting],
    )
    expect(marks).toEqual([{ origin: 'method' }])
  })

  it('is refused if an edit was made that the reviewer has not seen', async () => {
    const { picks, version } = (await world.look()).proposal!
    await world.edit({ stockCode: picks[1]!.stockCode, what: 'note', note: 'Results are due' }, world.other)
    expect(said(await world.publish(version))).toEqual([
      409,
      'The list has changed since you opened it. Review it again before you decide.',
    ])
    world.staff.language = 'zh-HK'
    expect(said(await world.publish(version))[1]).toMatch(/名單已有改動/)
    world.staff.language = 'en'
    expect(await issue(world)).toBeUndefined()
  })

  it('takes effect once if two people press the button at the same moment, and subscribers then read the edited list', async () => {
    const before = (await world.look()).proposal!
    const veto = before.picks.find(row => row.before !== null)!.stockCode
    const change = before.picks.find(row => row.buyPoint > 5 && row.stockCode !== veto)!
    await world.edit({ stockCode: veto, what: 'veto' })
    await world.edit({ stockCode: change.stockCode, what: 'change', buyPoint: Math.ceil(change.buyPoint) + 1 })
    const { version, picks } = (await world.look()).proposal!
    const answers = await Promise.all([world.publish(version), world.publish(version, world.other)])
    expect(answers.map(({ http }) => http).toSorted((one, other) => one - other)).toEqual([200, 409])
    expect(answers.find(({ http }) => http === 409)!.errors[0]!.message).toBe('This list has already been published.')

    expect(await issue(world)).toMatchObject({
      method_id: 'finlist-1',
      constants: constantsOf('US'),
      departures: expect.objectContaining({ [veto]: 'vetoed' }),
    })
    const published = await picksOf(world)
    const left = picks.filter(({ isVetoed }) => !isVetoed)
    expect(published.map(row => row.stock_code)).toEqual(left.map(({ stockCode }) => stockCode).toSorted())
    for (const row of left)
      expect(published.find(({ stock_code }) => stock_code === row.stockCode)).toMatchObject({
        buy_point: row.buyPoint === -1 ? null : row.buyPoint,
        stop: row.stop === -1 ? null : row.stop,
        rank: row.rank,
        template: row.template,
        variant: row.variant,
        origin: row.stockCode === change.stockCode ? 'staff' : 'method',
        note: row.note,
        facts: { parts: expect.anything(), trend: expect.anything() },
      })
    const { data } = await world.other.ask(finListStocks, { params: { exchange: 'US' }, query: { issueDate: week } })
    expect(data.length).toBe(left.length)
    expect((await world.look()).proposal).toMatchObject({ state: 'published', publishedBy: expect.stringMatching(/./) })
    const log = await rows(world, `select action from audit_log where action = 'list-published'`)
    expect(log.length).toBe(2)
  })

  it('is final: no later edit, submission or proposal of that day is possible', async () => {
    const { version, picks } = (await world.look()).proposal!
    const { stockCode } = picks[0]!
    expect(said(await world.edit({ stockCode, what: 'veto' }))[1]).toMatch(/has been published/)
    const body = { exchange: 'US', issueDate: week, version }
    expect((await world.staff.ask(handInProposal, { body })).http).toBe(409)
    expect((await world.staff.ask(makeProposal, { body: { exchange: 'US' } })).http).toBe(409)
    expect(await world.run('propose-US', afterClose(week) + 3_600_000)).toMatchObject({ rows: 0 })
  })

  it('publishing a list from a file replaces the method’s list with one by staff; rolling that back restores everything', async () => {
    const before = [await issue(world), await picksOf(world)]
    const { rows: known } = await world.database.pool.query('select stock_code from finlist_pick limit 1')
    const { data: loaded } = await send(
      world.staff,
      uploadFinList,
      { exchange: 'US', issueDate: week, confirm: 'true' },
      { finListCsv: lines('stockCode,percivalScore,close', `${known[0].stock_code},50,9`) },
    )
    expect(await issue(world)).toEqual({ method_id: null, constants: null, departures: null })
    expect(await picksOf(world)).toMatchObject([{ origin: 'import', facts: null }])
    const params = { uploadId: String(loaded.uploadId) }
    expect((await world.staff.ask(rollBackUpload, { params })).http).toBe(200)
    expect([await issue(world), await picksOf(world)]).toEqual(before)
  })

  it('can be rolled back, after which staff can make the list again', async () => {
    const { data } = await world.staff.ask(listUploads)
    const { uploadId } = data.find(({ key, rolledBackAt }) => key === `finlist US ${week}` && rolledBackAt === null)!
    await world.staff.ask(rollBackUpload, { params: { uploadId: String(uploadId) } })
    expect(await issue(world)).toBeUndefined()
    expect(await world.run('propose-US', afterClose(week) + 7_200_000)).toMatchObject({ rows: 0 })
    expect((await world.staff.ask(makeProposal, { body: { exchange: 'US' } })).http).toBe(200)
    const again = (await world.look()).proposal!
    expect(again).toMatchObject({ state: 'open', publishedBy: null })
    // The edits of staff are kept.
    expect(again.picks.some(({ isVetoed }) => isVetoed)).toBe(true)
    expect((await world.publish(again.version)).http).toBe(200)
  })
})

describe('with a review by two people,', () => {
  let world: PickingWorld
  beforeAll(async () => {
    world = await openPickingWorld({ LIST_NEEDS_TWO: 'on' })
    await world.run('propose-US', afterClose(week))
  })
  afterAll(() => world.close())

  it('one user submits the list and another publishes it', async () => {
    const { proposal, needsTwo } = await world.look()
    const { version } = proposal!
    expect(needsTwo).toBe(true)
    expect(said(await world.publish(version))[1]).toMatch(/^Two people publish a list here/)
    const body = { exchange: 'US', issueDate: week, version }
    await world.staff.ask(handInProposal, { body })
    expect(said(await world.publish(version))[1]).toMatch(/^You submitted this list/)
    expect((await world.publish(version, world.other)).http).toBe(200)
  })
})

it('the publishing job runs on a server’s first Saturday, however late in the day it is checked, and on every Saturday after', () => {
  const { next } = publishJob({} as JobParts)
  const started = Date.parse('2026-07-16T09:00:00+08:00')
  const noon = Date.parse('2026-07-18T12:00:00+08:00')
  expect(next(undefined, started)).toBe(started)
  expect(next(started, started + 1)).toBe(noon)
  expect(next(started, noon + 30_000)).toBe(noon)
  expect(next(noon + 30_000, noon + 31_000)).toBe(noon + 7 * 86_400_000)
})

describe('on Saturday at noon in Hong Kong,', () => {
  const noon = Date.parse('2026-07-18T12:00:00+08:00')
  let world: PickingWorld
  const open = async (env: Record<string, string>) => {
    world = await openPickingWorld(env)
    await world.database.pool.query(`update users set language = 'zh' where email like 'staff@%'`)
    await world.run('propose-US', afterClose(week))
  }
  beforeEach(() => world?.close())
  afterAll(() => world.close())

  it('an unpublished list stays unpublished, and staff are notified', async () => {
    await open({})
    expect((await world.look()).publishesAt).toBeNull()
    expect(await world.run('publish-lists', noon)).toEqual({ rows: 1 })
    expect(await issue(world)).toBeUndefined()
    expect(world.letters).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ notice: 'lists-wait', values: { lists: `US ${week}` }, language: 'zh' }),
      ]),
    )
  })

  it('a list is published automatically if the operator has chosen that', async () => {
    await open({ LIST_PUBLISHES_ITSELF: 'on' })
    expect((await world.look()).publishesAt).toBe(new Date(noon).toISOString())
    expect(await world.run('publish-lists', noon)).toEqual({ rows: 1 })
    expect(await issue(world)).toMatchObject({ method_id: 'finlist-1' })
    expect((await world.look()).proposal).toMatchObject({
      state: 'published',
      publishedBy: null,
      publishedAt: new Date(noon).toISOString(),
    })
    expect(world.letters).toEqual([])
    const [upload] = (await world.staff.ask(listUploads)).data
    expect(upload).toMatchObject({ key: `finlist US ${week}`, by: 'Saturday noon', mayBeRolledBack: true })
    expect(await world.run('publish-lists', noon)).toEqual({ rows: 0 })
  })

  it('a list that was made after noon waits for a review', async () => {
    await open({ LIST_PUBLISHES_ITSELF: 'on' })
    await world.database.pool.query(`update proposal set made_at = $1`, [new Date(noon + 1)])
    expect(await world.run('publish-lists', noon + 7 * 86_400_000)).toEqual({ rows: 0 })
  })

  it('a list that was uploaded meanwhile replaces the proposal', async () => {
    await open({ LIST_PUBLISHES_ITSELF: 'on' })
    const { version, picks } = (await world.look()).proposal!
    await publishIssue(
      world.database,
      { exchange: 'US', issueDate: week, picks: [{ stockCode: picks[0]!.stockCode, percivalScore: 50, close: 9 }] },
      { by: { userId: null, name: 'somebody' }, now: noon, confirm: true },
    )
    expect((await world.publish(version)).http).toBe(409)
    const after = await world.look()
    expect(after).toMatchObject({ proposal: { state: 'dropped' }, missing: { why: 'already-published' } })
    expect(await world.run('publish-lists', noon)).toEqual({ rows: 0 })
    expect(await picksOf(world)).toHaveLength(1)
  })
})
