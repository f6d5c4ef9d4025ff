// How much CPU does a step of the game take compared with the smallest call that writes (switching a notification)? At most 3x.

import { toggleProduct } from '@finlist/contract/account/preferences'
import { type GameLevel, type GamePlay, gameLevels, gameStep, uploadGameLevels } from '@finlist/contract/fintrainer'
import { uploadPrices } from '@finlist/contract/staff/admin'
import { demoLevels } from '@finlist/demo-market/game-levels'
import { cpuMicros, machine, startHouse } from './parts/cpu.ts'
import { subscriber } from './parts/large-issue.ts'

const limit = 3
const rounds = 5
const perRound = 300

process.env['DEMO_DATA'] = 'off'
const { child, told } = await startHouse()
const headers = await subscriber(told)
const { levels } = demoLevels('finlist')
const bars = levels.flatMap(({ stockCode, bars: all }) =>
  all.map(it => [stockCode, it.date, it.open, it.high, it.low, it.close, it.volume].join(',')),
)
await upload(`${uploadPrices.path}?exchange=GAME`, 'priceCsv', ['stockCode,date,open,high,low,close,volume', ...bars])
await upload(uploadGameLevels.path, 'gameLevelCsv', [
  'playlistId,levelId,stockCode,startTime,endTime,multiplier',
  ...levels.map(it => [it.playlistId, it.levelId, it.stockCode, it.startDate, it.endDate, it.multiplier].join(',')),
])
const unplayed = await ask<GameLevel[]>(gameLevels.path.replace(':playlistId', '0'))
let level: GameLevel | undefined
let steps = 0

const kinds: { name: string; work: () => Promise<unknown> }[] = [
  { name: 'small call (last-updated)', work: () => ask('/finlist/HKEX/last-updated') },
  { name: 'small call that writes', work: () => ask(toggleProduct.path, {}) },
  { name: 'step', work: step },
]
for (const { work } of kinds) await cpuOf(work, 200)
const seen = kinds.map(() => [] as number[])
for (let round = 0; round < rounds; round++)
  for (const [at, { work }] of kinds.entries()) seen[at]!.push((await cpuOf(work, perRound)) / perRound)

process.stdout.write(`${machine()}; one connection, ${perRound} of each a round, ${rounds} rounds by turns\n`)
for (const [at, { name }] of kinds.entries())
  process.stdout.write(
    `${name}: ${median(seen[at]!).toFixed(0)} µs of CPU (rounds ${seen[at]!.map(Math.round).join(' ')})\n`,
  )
const ratio = (to: number) => median(seen[2]!.map((step, round) => step / seen[to]![round]!))
process.stdout.write(
  `a step costs ${ratio(1).toFixed(2)}x a small call that writes (at most ${limit}x), ${ratio(0).toFixed(2)}x one that only reads memory\n`,
)
child.disconnect()
if (ratio(1) > limit) {
  process.stderr.write(`over ${limit}x\n`)
  process.exitCode = 1
}

/** Plays one more day of the level, or starts the next level. */
async function step() {
  const action = level ? 'day' : 'start'
  level ??= unplayed.shift()!
  const { playlistId, levelId } = level
  const play = await ask<GamePlay>(gameStep.path, { playlistId, levelId, action, steps })
  steps = play.steps
  if (play.state !== 'finished') return
  level = undefined
  steps = 0
}

async function cpuOf(work: () => Promise<unknown>, times: number): Promise<number> {
  const before = cpuMicros(child.pid!)
  for (let at = 0; at < times; at++) await work()
  return cpuMicros(child.pid!) - before
}

async function ask<T>(path: string, body?: object): Promise<T> {
  const sent =
    body === undefined
      ? { headers }
      : { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const answer = await fetch(`${told.base}/api${path}`, sent)
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { data: T }).data
}

async function upload(path: string, field: string, rows: string[]) {
  const form = new FormData()
  form.set(field, new Blob([`${rows.join('\n')}\n`]), `${field}.csv`)
  const answer = await fetch(`${told.base}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${told.staffToken}` },
    body: form,
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
