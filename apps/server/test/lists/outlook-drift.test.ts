// @module-tag slow
import { models } from '@finlist/contract/learning/models'
import { overview } from '@finlist/contract/staff/overview'
import { addDays } from '@finlist/domain/calendar'
import { netOf } from '@finlist/domain/outcome/follow'
import { usualCosts } from '@finlist/domain/outcome/rule'
import { ChainCheck } from '@finlist/domain/record/chain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RecordWriter } from '../../src/db/record/append.ts'
import { recordTools } from '../../src/db/record/record-key.ts'
import { readEntries } from '../../src/features/record/store.ts'
import type { SendNotice } from '../../src/notifications/messenger.ts'
import { learnJob } from '../../src/research/learning/learn-job.ts'
import { readDrift } from '../../src/research/learning/read-drift.ts'
import { ApiClient } from '../test-server.ts'
import { afterClose, openPickingWorld, type PickingWorld, week } from './picking-world.ts'

const costs = usualCosts.US
const chance = { target: 274, stop: 703 }
const codes = Array.from({ length: 20 }, (_, at) => `OLD${at}`)
/** The newest list whose outcomes are complete by `week`, and a list that is too young for that. */
const [newest, young] = [addDays(week, -17 * 7), addDays(week, -10 * 7)]
const fridays = Array.from({ length: 30 }, (_, at) => addDays(newest, 7 * (at - 29)))

let world: PickingWorld
let visitor: ApiClient
const letters: { notice: string; to: string; values: object }[] = []
const send: SendNotice = async (_, notice, { to, values }) => void letters.push({ notice, to, values })

/** Records lists that said 27 of 100 of every pick, and that all of the picks fell by 8%. */
async function recordLists(dates: readonly string[], until: string) {
  const net = netOf(100, 92, costs)
  await world.database.write(async tx => {
    const writer = await RecordWriter.open(tx)
    for (const date of dates)
      await writer.append({
        kind: 'issue',
        market: 'US',
        body: {
          made: 'method',
          list: { market: 'US', date, picks: codes.map(code => ({ code, buyPoint: 100 })) },
          outlooks: {
            model: null,
            picks: Object.fromEntries(codes.map(code => [code, { chance, bins: [], by: 'chance', ...chance }])),
          },
          edits: [],
        },
      })
    const outcome = { track: 'method', pattern: 'FB', buyPoint: 100, state: 'stop', entry: 100, exit: 92 } as const
    await writer.append({
      kind: 'outcomes',
      market: 'US',
      body: {
        market: 'US',
        until,
        costs,
        outcomes: dates.flatMap(date => codes.map(code => ({ ...outcome, date, code, netWorst: net, netBest: net }))),
      },
    })
  })
}

function learn(friday: string) {
  const { database, databaseUrl } = world.testServer
  const sunday = afterClose(friday) + 36 * 3_600_000
  return learnJob('US', { database, databaseUrl, costs, send, adminEmails: [] }).run(sunday)
}
const newestModel = async () => (await visitor.ask(models, {})).data.find(({ entry }) => entry.market === 'US')!.entry
const drifted = async () => (await world.staff.ask(overview)).data.drifted

beforeAll(async () => {
  world = await openPickingWorld({}, { stocks: 45 })
  visitor = new ApiClient(world.testServer)
})
afterAll(() => world.close())

describe('the drift watch of a market', () => {
  it('has nothing to say before any outlook was settled', async () => {
    expect(await learn(addDays(week, -7))).toMatchObject({ asAt: addDays(week, -7) })
    expect((await newestModel()).drift).toMatchObject({ lists: null, alarm: null })
    expect(await drifted()).toEqual([])
  })

  it('raises an alarm when what was said did not come, in the record and in the public answer', async () => {
    await recordLists([...fridays, young], week)
    expect(await learn(week)).toMatchObject({ asAt: week })
    const { drift, gate } = await newestModel()
    expect(gate).not.toBe('open')
    expect(drift).toMatchObject({
      lists: { from: fridays[0], until: newest, count: 30 },
      alarm: { on: week, way: 'over' },
    })
    expect(drift!.bands.map(({ count, said, came }) => [count, said, came])).toEqual([
      [0, null, null],
      [0, null, null],
      [600, 2_740, 0],
    ])
    expect(await drifted()).toEqual([{ exchange: 'US', on: week }])
  })

  it('tells no code of a pick, and nothing of a list that is not public yet', async () => {
    const { drift } = await newestModel()
    expect(JSON.stringify(await newestModel())).not.toContain('OLD')
    expect(drift!.lists!.until < addDays(week, -13 * 7)).toBe(true)
  })

  it('follows from the record again, and the record has no fault', async () => {
    const { database } = world.testServer
    const entry = await newestModel()
    await recordLists([addDays(week, -9 * 7)], addDays(week, 7))
    const again = await database.snapshot(tx => readDrift(tx, 'US', { until: entry.until, upTo: entry.drift!.seq }))
    expect(again).toEqual(entry.drift)
    const checking = new ChainCheck(recordTools)
    await checking.add(await readEntries(database.db, 1, 1_000, Number.MAX_SAFE_INTEGER))
    expect(checking.finish()).toMatchObject({ faults: [], outlooks: 32 * codes.length })
  })

  it('writes to staff once for an alarm, which later models keep', async () => {
    const staff = new Set(letters.map(({ to }) => to))
    expect(staff.size).toBeGreaterThan(0)
    expect(letters).toHaveLength(staff.size)
    expect(letters[0]).toMatchObject({ notice: 'outlook-drift', values: { market: 'US', date: week } })
    await world.bars(week, addDays(week, 7))
    expect(await learn(addDays(week, 7))).toMatchObject({ asAt: addDays(week, 7) })
    expect((await newestModel()).drift!.alarm).toEqual({ on: week, way: 'over' })
    expect(letters).toHaveLength(staff.size)
  })
})
