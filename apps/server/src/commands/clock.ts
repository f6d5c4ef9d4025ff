import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { askToMove, monthsOn, readClock } from '../demo/clock/state.ts'
import { ClientError } from '../http/client-errors.ts'
import { languageOf } from '../http/translate.ts'
import { CommandError, withDatabase } from './connect.ts'
import { readTyped } from './typed.ts'

const usage = `finlist clock [+1 day | +2 weeks | +1 month | +1 year | 2027-01-31]

Prints a demo's time, or advances its clock: everything scheduled until then happens, in order. The demo must be running.`

const goalFrom = readTyped(usage, words => (words.length > 0 ? readGoal(words.join(' ')) : undefined))
const lookEveryMs = 250
const startedWithinMs = 20_000
const language = languageOf((process.env['LC_ALL'] || process.env['LC_MESSAGES'] || process.env['LANG']) ?? 'en')

await withDatabase(async (database, config) => {
  if (!config.demo) throw new CommandError('Only the clock of a demo can be moved.')
  if (goalFrom) await move(database, config, goalFrom)
  const { now, aheadMs } = await readClock(database)
  process.stdout.write(`${now}  ${(aheadMs / 86_400_000).toFixed(1)} days ahead\n`)
})

async function move(database: Database, config: Config, goal: (now: number) => number) {
  if (config.DEMO_PUBLIC) throw new CommandError('DEMO_PUBLIC: the clock of a public demo stays with the time of day.')
  const to = goal(Date.parse((await readClock(database)).now))
  await askToMove(database, to, undefined).catch(error => {
    if (!(error instanceof ClientError)) throw error
    throw new CommandError(error.entries(language)[0]!.message)
  })
  const since = performance.now()
  const begun = await readClock(database)
  for (let told = ''; ; await wait(lookEveryMs)) {
    const { now, aheadMs, moving, error } = await readClock(database)
    if (error) throw new CommandError(`The clock stopped at ${now}: ${error}`)
    if (!moving) break
    if (aheadMs === begun.aheadMs && moving.stage === 'days' && performance.now() - since > startedWithinMs) {
      await withdraw(database)
      throw new CommandError('No demo runs on this database: start it first (npm start).')
    }
    const line = moving.stage === 'days' ? now.slice(0, 10) : 'making the market data of these days'
    if (line !== told) process.stderr.write(`  ${line}\n`)
    told = line
  }
  process.stderr.write(`  done in ${((performance.now() - since) / 1_000).toFixed(1)} s\n`)
}

async function withdraw({ db }: Database) {
  await db
    .updateTable('product_clock')
    .set({ from_ms: null, goal_ms: null, stage: null })
    .whereRef('ahead_ms', '=', 'from_ms')
    .execute()
}

function readGoal(line: string): (now: number) => number {
  const [, count, unit] = /^\+(\d{1,3}) (day|week|month|year)s?$/.exec(line) ?? []
  if (unit === 'day' || unit === 'week') return now => now + Number(count) * (unit === 'day' ? 1 : 7) * 86_400_000
  if (unit) return now => monthsOn(now, Number(count) * (unit === 'month' ? 1 : 12))
  // Midday of that day in Hong Kong.
  const day = /^\d{4}-\d{2}-\d{2}$/.test(line) ? Date.parse(`${line}T12:00:00+08:00`) : Number.NaN
  if (Number.isNaN(day)) throw new CommandError(`${line}: not understood`)
  return () => day
}
