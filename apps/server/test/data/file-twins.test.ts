// @module-tag slow
import { dayNumber } from '@finlist/domain/market-trend/breadth'
import { drawsOfPicks, type Twin } from '@finlist/domain/outcome/twin'
import { type Look, looksOf } from '@finlist/domain/picking/look'
import { constantsOf } from '@finlist/domain/picking/method'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rollBack } from '../../src/market-data/import/roll-back.ts'
import { inputsHash } from '../../src/market-data/lists/inputs-hash.ts'
import { publishIssue } from '../../src/market-data/lists/publish-issue.ts'
import { readPickingStocks } from '../../src/market-data/lists/read-picking-stocks.ts'
import { seedsOf } from '../../src/research/pick-twins.ts'
import { openPickingWorld, type PickingWorld, week, weekBefore } from '../lists/picking-world.ts'

let world: PickingWorld
let codes: string[]

const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await world.database.pool.query<Row>(text, values)).rows
const publish = (picks: Record<string, number>, { issueDate = week, dryRun = false } = {}) =>
  publishIssue(
    world.database,
    {
      exchange: 'US',
      issueDate,
      picks: Object.entries(picks).map(([stockCode, buyPoint]) => ({
        stockCode,
        close: 10,
        percivalScore: 80,
        buyPoint,
        patternType: buyPoint > 0 ? 'FB' : 'NIL',
      })),
    },
    { by: { userId: null, name: 'test' }, now: world.testServer.clock.now(), dryRun, confirm: true },
  )
type Row = { code: string; seed: string; twins: Twin[] }
const drawn = (issueDate = week) =>
  rows<Row>('select stock_code as code, seed, twins from pick_twins where issue_date = $1 order by 1', [issueDate])
const newestBody = async () =>
  JSON.parse(
    (await rows<{ body: string }>(`select body from record where kind = 'issue' order by seq desc limit 1`))[0]!.body,
  ) as { made: string; drawn?: object }
/** Returns the control stocks that the rule draws from current data, and the hash of that data. */
async function rule() {
  const stocks = await world.database.snapshot(tx => readPickingStocks(tx, 'US', week))
  const looks: Look[] = looksOf('US', stocks, dayNumber(week))
  const inputs = inputsHash(stocks)
  const seedOf = seedsOf({ constants: constantsOf('US'), inputs, market: 'US', date: week })
  const of = (code: string) => ({ code, ...drawsOfPicks('US', looks, [code], seedOf)[code]! })
  return { inputs, of }
}

beforeAll(async () => {
  world = await openPickingWorld()
  const stocks = await world.database.snapshot(tx => readPickingStocks(tx, 'US', week))
  codes = looksOf('US', stocks, dayNumber(week))
    .toSorted((one, other) => other.rank - one.rank)
    .map(({ code }) => code)
})
afterAll(() => world.close())

it('an uploaded list gets control stocks by the rule, and the record has the inputs they were drawn from', async () => {
  const [one, other, leader] = codes as [string, string, string]
  await publish({ [one]: 11, NEW: 12 }, { dryRun: true })
  expect(await drawn()).toEqual([])
  await publish({ [one]: 11, [other]: 12, [leader]: -1, NEW: 12 })
  const { inputs, of } = await rule()
  expect(await drawn()).toEqual([one, other].toSorted().map(of))
  expect((await drawn()).some(({ twins }) => twins.length > 0)).toBe(true)
  expect(await newestBody()).toMatchObject({ made: 'staff', drawn: { constants: constantsOf('US'), inputs } })
})

it('control stocks, once drawn, do not change when the list is replaced, when prices change or after a roll-back', async () => {
  const before = await drawn()
  const [one, , , third] = codes as [string, string, string, string]
  await rows('update bar set volume = volume + 1 where date = $1', [week])
  const { uploadId } = await publish({ [one]: 13, [third]: 12 })
  const { inputs, of } = await rule()
  expect((await drawn()).filter(({ code }) => code !== third)).toEqual(before)
  expect((await drawn()).find(({ code }) => code === third)).toEqual(of(third))
  expect(await newestBody()).toMatchObject({ drawn: { inputs } })
  await rollBack(world.database, uploadId!, { by: { userId: 1, name: 'test' }, now: world.testServer.clock.now() })
  expect(await drawn()).toHaveLength(3)
  expect(await newestBody()).not.toHaveProperty('drawn')
})

it('a list uploaded after later prices were loaded gets no control stocks, because its outcome may be known', async () => {
  await publish({ [codes[0]!]: 11 }, { issueDate: weekBefore })
  expect(await drawn(weekBefore)).toEqual([])
  expect(await newestBody()).not.toHaveProperty('drawn')
})

it('a list dated more than a few days after the newest prices gets no control stocks', async () => {
  await rows(`delete from bar where date > '2026-07-07'`)
  await publish({ [codes[0]!]: 11 }, { issueDate: '2026-07-14' })
  expect(await drawn('2026-07-14')).toEqual([])
  await publish({ [codes[0]!]: 11 }, { issueDate: '2026-07-13' })
  expect(await drawn('2026-07-13')).toHaveLength(1)
})
