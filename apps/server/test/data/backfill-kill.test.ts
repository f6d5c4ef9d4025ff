// @module-tag slow
import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { barsOf } from '@finlist/demo-market/market'
import { addDays } from '@finlist/domain/calendar'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { childEnv } from '../../../../tools/child-env.ts'
import { show } from '../figure.ts'
import { openSourceWorld, type SourceWorld } from './source-world.ts'

const command = fileURLToPath(new URL('../../src/commands/backfill.ts', import.meta.url))
const kills = Number(process.env['SOAK_RUNS'] ?? 3)
const span = { startDate: '2025-07-02', asOf: '2026-07-17', stocks: 200 }

let world: SourceWorld
beforeAll(async () => {
  world = await openSourceWorld(span)
})
afterAll(() => world.close())

function start(from: string) {
  const child = spawn(process.execPath, [command, '--market', 'HKEX', '--from', from, '--to', span.asOf], {
    env: childEnv({ LANG: 'C', DATABASE_URL: world.databaseUrl, ...world.env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', text => (said += String(text)))
  const begun = new Promise(done => child.stdout.once('data', done))
  child.stdout.on('data', text => (said += String(text)))
  const ended = new Promise<number | null>(done => child.once('close', done))
  return { child, begun, ended, said: () => said }
}

/**
 * Returns two pairs of counts that must be equal whenever the process died: uploads and recorded parts, bars and
 * distinct bars.
 */
async function kept() {
  const { rows } = await world.database.pool.query<{ uploads: number; parts: number; bars: number; counted: number }>(
    `select (select count(*) from upload where kind in ('prices', 'corporate-actions')) as uploads,
       (select count(*) from backfill_part where part ~ ' (prices|corporate-actions)$') as parts,
       (select count(*) from bar where exchange = 'HKEX') as bars,
       (select count(distinct (stock_code, date)) from bar where exchange = 'HKEX') as counted`,
  )
  return rows[0]!
}

it(`a backfill killed (-9) at ${kills} random moments loses and duplicates nothing`, async context => {
  let from = span.startDate
  let finished = 0
  for (let moment = 0; moment < kills; moment++) {
    const { child, begun, ended } = start(from)
    await Promise.race([begun, ended])
    await wait(Math.random() * 1_500)
    child.kill('SIGKILL')
    const code = await ended
    if (code === 0) {
      finished++
      from = addDays(from, 1)
    }
    const { uploads, parts, bars, counted } = await kept()
    expect({ uploads, bars }).toEqual({ uploads: parts, bars: counted })
  }
  const last = start(span.startDate)
  expect({ code: await last.ended, said: last.said() }).toMatchObject({ code: 0 })
  const { uploads, parts, bars } = await kept()
  expect(uploads).toBe(parts)
  const market = world.market('HKEX')
  const expected = [market.index, ...market.stocks].reduce(
    (sum, { series }) => sum + [...barsOf(market.days, series)].length,
    0,
  )
  expect(bars).toBe(expected)
  show(context, {
    name: `a backfill killed (-9) ${kills} times: bars missing or twice`,
    is: `0 of ${bars}`,
    asked: '0',
  })
  expect(finished).toBeLessThanOrEqual(kills)
}, 1_800_000)
