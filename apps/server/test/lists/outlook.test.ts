// @module-tag slow
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { finListStocks } from '@finlist/contract/finlist'
import { freeFinList } from '@finlist/contract/free-finlist'
import { models } from '@finlist/contract/learning/models'
import { finListWhy } from '@finlist/contract/reasons'
import { sigmoid } from '@finlist/domain/learning/exact'
import type { ModelEntry } from '@finlist/domain/learning/model-entry'
import { outlookOf, type RecordedOutlook } from '@finlist/domain/learning/outlook'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { childEnv } from '../../../../tools/child-env.ts'
import { tradingCosts } from '../../src/config.ts'
import { learnJob } from '../../src/research/learning/learn-job.ts'
import { ApiClient } from '../test-server.ts'
import { afterClose, openPickingWorld, type PickingWorld, week, weekBefore } from './picking-world.ts'

/** The Friday before was a holiday. */
const firstWeek = '2026-07-02'

type IssueBody = { outlooks: { model: string | null; picks: Record<string, RecordedOutlook> } }

const sunday = (friday: string) => afterClose(friday) + 36 * 3_600_000
let world: PickingWorld
let people: Record<'subscriber' | 'free' | 'other', ApiClient>

beforeAll(async () => {
  world = await openPickingWorld()
  const [subscriber, free, other] = await Promise.all(
    ['us-yearly', 'free', 'hk-monthly'].map(name => ApiClient.signIn(world.testServer, name)),
  )
  people = { subscriber: subscriber!, free: free!, other: other! }
})
afterAll(() => world.close())

const learn = (now: number) => {
  const { database, config, databaseUrl } = world.testServer
  const send = () => Promise.reject(new Error('no notice is due'))
  return learnJob('US', { database, databaseUrl, costs: tradingCosts(config)['US'], send, adminEmails: [] }).run(now)
}
const publishWeek = async (friday: string) => {
  await world.run('propose-US', afterClose(friday))
  const { proposal } = await world.look()
  await world.publish(proposal!.version, world.staff, friday)
}
const bodiesOf = async <Body>(kind: string) => {
  const { rows } = await world.database.pool.query<{ body: string; body_hash: string }>(
    'select body, body_hash from record where kind = $1 and market = $2 order by seq',
    [kind, 'US'],
  )
  return rows.map(({ body, body_hash: id }) => ({ id, body: JSON.parse(body) as Body }))
}
const list = async (issueDate: string) =>
  (await people.subscriber.ask(finListStocks, { params: { exchange: 'US' }, query: { issueDate } })).data
const why = (who: ApiClient, stockCode: string, issueDate: string) =>
  who.ask(finListWhy, { params: { exchange: 'US' }, query: { issueDate, stockCode } })

function learnCommand(...args: string[]) {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('../../src/commands/learn.ts', import.meta.url)), '--market', 'US', ...args],
    {
      env: childEnv({ LANG: 'C', DATABASE_URL: world.testServer.databaseUrl }),
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  let out = ''
  child.stdout.on('data', data => (out += String(data)))
  return new Promise<string>(done => child.on('close', () => done(out)))
}

describe('the outlook of a list’s picks', () => {
  it('is chance alone as long as the market has no model', async () => {
    await publishWeek(firstWeek)
    const [issue] = await bodiesOf<IssueBody>('issue')
    const { model, picks } = issue!.body.outlooks
    expect(model).toBeNull()
    const stocks = await list(firstWeek)
    expect(Object.keys(picks).toSorted()).toEqual(stocks.map(({ stockCode }) => stockCode).toSorted())
    for (const [code, { by, target, stop, chance, bins }] of Object.entries(picks)) {
      expect({ by, target, stop, bins }).toEqual({ by: 'chance', ...chance, bins: [] })
      const { data } = await why(people.subscriber, code, firstWeek)
      expect(data.outlook).toEqual({
        by,
        target,
        stop,
        chance,
        level: target,
        band: null,
        model: null,
        parts: null,
        change: null,
      })
    }
  })

  it('uses the model that was trained after the previous list, which is public immediately', async () => {
    expect(await learn(sunday(firstWeek))).toMatchObject({ asAt: firstWeek })
    expect(await learn(sunday(firstWeek))).toEqual({ rows: 0 })
    const trained = await bodiesOf<ModelEntry>('model')
    expect(trained).toHaveLength(1)
    const [{ id, body: entry }] = trained as [{ id: string; body: ModelEntry }]
    expect(entry).toMatchObject({ market: 'US', until: firstWeek, gate: expect.any(String) })
    expect(JSON.stringify(entry).length).toBeLessThanOrEqual(8_000)
    const told = await people.free.ask(models, {})
    expect(told.data).toMatchObject([{ id, entry }])

    await publishWeek(weekBefore)
    const { outlooks } = (await bodiesOf<IssueBody>('issue')).at(-1)!.body
    expect(outlooks.model).toBe(id)
    for (const [code, { chance, bins, ...said }] of Object.entries(outlooks.picks)) {
      expect(said).toEqual(outlookOf(entry, { chance, bins }))
      const { data } = await why(people.subscriber, code, weekBefore)
      expect(data.outlook).toMatchObject({ ...said, chance, model: { id, until: firstWeek } })
      const { chance: byChance, level, effects, rest } = data.outlook!.parts!
      const sum = effects.reduce((total, { points }) => total + points, byChance + level + rest)
      const { target } = outlookOf({ ...entry, tested: null }, { chance, bins })
      expect(Math.round(1_000 * sigmoid(sum / 1_048_576))).toBe(target)
    }
  })

  it('is computed again to the byte by the command from the stored prices', async () => {
    const [model] = await bodiesOf<ModelEntry>('model')
    const out = await learnCommand('--until', firstWeek)
    expect(out).toContain(`\nModel ${model!.id}, `)
    expect(out).toContain('The record has the same model.')
    expect(await learnCommand('--until', weekBefore)).not.toContain('The record has')
  })

  it('names what changed since the previous list, once both have a model', async () => {
    expect(await learn(sunday(weekBefore))).toMatchObject({ asAt: weekBefore })
    await publishWeek(week)
    const [before, now] = [await list(weekBefore), await list(week)]
    const stayed = now.filter(({ stockCode }) => before.some(other => other.stockCode === stockCode))
    expect(stayed.length).toBeGreaterThan(0)
    for (const { stockCode } of stayed) {
      const old = (await why(people.subscriber, stockCode, weekBefore)).data.outlook!
      const { change, parts } = (await why(people.subscriber, stockCode, week)).data.outlook!
      expect(change!.target).toBe(old.target)
      expect(change!.chance).toBe(parts!.chance - old.parts!.chance)
      expect(change!.level).toBe(parts!.level - old.parts!.level)
    }
  })

  it('reaches only those who have the market’s list, and is in no other answer', async () => {
    const [stock] = await list(week)
    for (const who of [people.free, people.other]) {
      expect((await why(who, stock!.stockCode, week)).http).toBe(403)
    }
    for (const who of Object.values(people)) {
      const shown = await who.ask(freeFinList, { params: { exchange: 'US' } })
      expect(JSON.stringify(shown.data)).not.toMatch(/outlook|chance|bins/i)
    }
  })

  it('is masked in the public record like the rest of its list', async () => {
    const answer = await world.testServer.app.inject({ url: '/record.ndjson' })
    const entries = answer.body

      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as Record<string, unknown>)
    expect(entries.filter(({ kind }) => kind === 'issue').every(({ body }) => body === undefined)).toBe(true)
    expect(entries.filter(({ kind }) => kind === 'model').every(({ body }) => typeof body === 'string')).toBe(true)
  })
})
