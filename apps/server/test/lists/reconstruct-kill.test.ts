// @module-tag slow
import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { childEnv } from '../../../../tools/child-env.ts'
import { show } from '../figure.ts'
import { openPickingWorld, type PickingWorld } from './picking-world.ts'

const command = fileURLToPath(new URL('../../src/commands/reconstruct.ts', import.meta.url))
const kills = Number(process.env['SOAK_RUNS'] ?? 3)
const from = '2025-12-01'
const weeks = 31

let world: PickingWorld
beforeAll(async () => {
  world = await openPickingWorld()
  await world.database.pool.query(`insert into finlist_issue (exchange, issue_date) values ('US', '2026-07-10')`)
})
afterAll(() => world.close())

function start(...asked: string[]) {
  const child = spawn(process.execPath, [command, '--market', 'US', ...asked], {
    env: childEnv({ LANG: 'C', DATABASE_URL: world.database.url }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const begun = new Promise(done => child.stdout.once('data', done))
  for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (said += String(text)))
  const ended = new Promise<number | null>(done => child.once('close', done))
  return { child, begun, ended, said: () => said }
}

const rows = async (text: string) => (await world.database.pool.query<Record<string, unknown>>(text)).rows
const kept = async () => ({
  issues: await rows('select * from reconstructed_issue order by issue_date'),
  picks: await rows('select * from reconstructed_pick order by issue_date, stock_code'),
})

it('the reconstruct command prints its usage', async () => {
  const [bare, far] = [start(), start('--from', '2010-01-01')]
  expect([await bare.ended, bare.said()]).toEqual([1, '--from: nothing of US waits to be made\n'])
  expect(await far.ended).toBe(1)
  expect(far.said()).toMatch(/^The first week must be between 2016-07-09 and 2026-07-03/)
})

it(`a reconstruction killed (-9) at ${kills} random moments neither loses nor repeats a week, and gives the same result`, async context => {
  const whole = start('--from', from)
  expect({ code: await whole.ended, said: whole.said() }).toMatchObject({ code: 0 })
  expect(whole.said()).toContain(`${weeks} of ${weeks} weeks`)
  const uncut = await kept()
  expect(uncut.issues).toHaveLength(weeks)
  for (let moment = 0; moment < kills; moment++) {
    const { child, begun, ended } = start(...(moment % 5 === 0 ? ['--from', from] : []))
    if (moment % 2 === 0) await Promise.race([begun, ended])
    await wait(Math.random() * 1_500)
    child.kill('SIGKILL')
    await ended
  }
  const [{ unmade }] = (await rows('select made_on is null as unmade from reconstruction')) as [{ unmade: boolean }]
  const last = unmade ? start() : undefined
  expect((await last?.ended) ?? 0).toBe(0)
  expect(await kept()).toEqual(uncut)
  show(context, {
    name: `a reconstruction killed (-9) ${kills} times: weeks or picks missing or twice`,
    is: `0 of ${uncut.issues.length + uncut.picks.length}`,
    asked: '0',
  })
}, 1_800_000)
