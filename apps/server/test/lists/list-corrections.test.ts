// @module-tag slow
import { trackRecord } from '@finlist/contract/track-record'
import { issueText } from '@finlist/domain/picking/issue'
import { constantsOf, oneHash } from '@finlist/domain/picking/method'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { propose } from '../../src/features/picking/propose.ts'
import { checkCorrections, rowsApart } from '../../src/features/track-record/corrections.ts'
import { publishIssue } from '../../src/market-data/lists/publish-issue.ts'
import { ApiClient } from '../test-server.ts'
import { openPickingWorld, type PickingWorld, week, weekBefore } from './picking-world.ts'

let world: PickingWorld
const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await world.database.pool.query<Row>(text, values)).rows
const check = () => checkCorrections(world.database, 'US')
const told = async () =>
  (await new ApiClient(world.testServer).ask(trackRecord, { params: { exchange: 'US' } })).data.corrected
const body = async () =>
  (await rows<{ body: string }>('select body from proposal where issue_date = $1', [weekBefore]))[0]!.body
const again = async () => issueText(await world.database.snapshot(tx => propose(tx, 'US', weekBefore)))

beforeAll(async () => {
  world = await openPickingWorld()
  await world.twoWeeks()
})
afterAll(() => world.close())

it('no correction is reported for lists whose prices are unchanged', async () => {
  expect(await check()).toBe(0)
  expect(await told()).toEqual({ lists: 0, rows: 0 })
})

it('a price corrected after a list was published is reported with the number of rows that would differ; the list does not change', async () => {
  const published = await body()
  const { picks } = JSON.parse(published) as { picks: { code: string; close: number }[] }
  await rows('update bar set close = close * 1.001, high = high * 1.001 where stock_code = $1 and date = $2', [
    picks[0]!.code,
    weekBefore,
  ])
  const apart = rowsApart(published, await again())
  expect(apart).toBeGreaterThan(0)
  expect(await check()).toBe(1)
  expect(await told()).toEqual({ lists: 1, rows: apart })
  expect(await check()).toBe(0)
  expect(await body()).toBe(published)
})

it('a correction is no longer reported once the original price is restored', async () => {
  await rows(
    'update bar set close = was.close, high = was.high from bar_history was where was.date = bar.date and was.stock_code = bar.stock_code and was.exchange = bar.exchange',
  )
  expect(rowsApart(await body(), await again())).toBe(0)
  expect(await check()).toBe(1)
  expect(await told()).toEqual({ lists: 0, rows: 0 })
})

it('a list of an earlier version, which names a single hash, is checked as well', async () => {
  const made = await body()
  const { picks } = JSON.parse(made) as { picks: { code: string }[] }
  const multiply = (factor: number) =>
    rows('update bar set close = close * $1, high = high * $1 where stock_code = $2 and date = $3', [
      factor,
      picks[0]!.code,
      weekBefore,
    ])
  const name = async (constants: string) => {
    await rows('update finlist_issue set constants = $1', [constants])
    await rows('update proposal set body = replace(body, $1, $2)', [
      constants === oneHash.hash ? constantsOf('US') : oneHash.hash,
      constants,
    ])
  }
  await name(oneHash.hash)
  await multiply(2)
  expect(await check()).toBe(1)
  expect(await told()).toMatchObject({ lists: 1 })
  await multiply(0.5)
  expect(await check()).toBe(1)
  expect(await told()).toEqual({ lists: 0, rows: 0 })
  await name(constantsOf('US'))
  expect(await body()).toBe(made)
})

it('a renamed code is not reported as a correction, because the stock is the same', async () => {
  const { picks } = JSON.parse(await body()) as { picks: { code: string }[] }
  const { code } = picks[0]!
  // Like a rename, insert new rows and delete the old ones, because the code decides where a row is stored.
  const name = async (from: string, to: string) => {
    const figures = 'date, open, high, low, close, volume, upload_id'
    await rows(
      `insert into bar (exchange, stock_code, ${figures}) select exchange, $2, ${figures} from bar where stock_code = $1`,
      [from, to],
    )
    await rows('delete from bar where stock_code = $1', [from])
  }
  await rows(`insert into stock_rename (exchange, from_code, to_code, renamed_on) values ('US', $1, 'ZZZ', $2)`, [
    code,
    week,
  ])
  await name(code, 'ZZZ')
  expect(rowsApart(await body(), await again())).toBeGreaterThan(0)
  expect(await check()).toBe(1)
  expect(await told()).toEqual({ lists: 0, rows: 0 })
  await rows('delete from stock_rename')
  await name('ZZZ', code)
  expect(await check()).toBe(1)
  expect(await told()).toEqual({ lists: 0, rows: 0 })
})

it('a corrected price is not reported if no list used it, or only a list by staff', async () => {
  await rows(`update bar set close = close * 2 where date = $1`, [week])
  await rows(`update bar set close = close * 2 where date < '2024-01-01'`)
  await publishIssue(
    world.database,
    { exchange: 'US', issueDate: week, picks: [{ stockCode: 'AAA', close: 1, percivalScore: 1 }] },
    { by: { userId: null, name: 'test' }, now: world.testServer.clock.now(), confirm: true },
  )
  expect(await check()).toBe(0)
})

it('a correction counts changed, missing and new rows', () => {
  const text = (...picks: object[]) => JSON.stringify({ picks })
  const [a, b] = [
    { code: 'A', score: 1 },
    { code: 'B', score: 1 },
  ]
  expect(rowsApart(text(a, b), text(b, a))).toBe(0)
  expect(rowsApart(text(a, b), text(a, { ...b, score: 2 }))).toBe(1)
  expect(rowsApart(text(a), text(b))).toBe(2)
})
