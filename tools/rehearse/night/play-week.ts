import { setTimeout as wait } from 'node:timers/promises'
import type { Day } from '@finlist/domain/calendar'
import { deliver, faultyDeliveries, goodDeliveries } from './deliveries.ts'
import { injectCorrections, injectFaults, restatedYear } from './faults.ts'
import { type Installation, loadHistory } from './installation.ts'
import { Watch } from './watch.ts'

const hourMs = 3_600_000
/**
 * The week starts on a Saturday, when the installation is new, and ends at the end of Sunday of the next week (UTC).
 */
export const start = Date.parse('2026-07-11T00:00:00Z')
const end = Date.parse('2026-07-20T00:00:00Z')
const killedAt = Date.parse('2026-07-15T23:00:00Z')
const yearLoadedAt = Date.parse('2026-07-19T06:00:00Z')
const blockedWithinMs = 60_000

/** Runs the jobs hour by hour, and returns what staff could see of each day. */
export async function playWeek(
  installation: Installation,
  { isFaulty, tell }: { isFaulty: boolean; tell: (day: Day, lines: string[]) => void },
): Promise<Map<Day, string[]>> {
  const watch = new Watch(installation)
  const good = goodDeliveries('2026-07-13', '2026-07-17')
  const files = isFaulty ? faultyDeliveries(good) : good
  if (isFaulty) injectCorrections(installation)
  const told = new Map<Day, string[]>()
  for (let at = start; at <= end; at += hourMs) {
    await installation.moveClock(at)
    if (isFaulty) injectFaults(installation)
    await deliver(files, installation, at - hourMs)
    if (at === yearLoadedAt) await loadHistory({ ...installation, exchange: 'US', now: at }, restatedYear)
    const killed = isFaulty && at === killedAt
    await installation.runJobs(killed ? () => barsAreBeingWritten(installation) : undefined)
    // The jobs that run at the full hour `at` count towards the day of the preceding hour.
    const day = new Date(at - 1).toISOString().slice(0, 10)
    const lines = [...(killed ? ['the server was killed while it loaded bars'] : []), ...(await watch.look())]
    told.set(day, [...(told.get(day) ?? []), ...lines])
    if (new Date(at).getUTCHours() === 0) tell(day, told.get(day)!)
  }
  return told
}

/**
 * Locks the table of bars, and resolves once the server's load is waiting for the lock in the middle of its
 * transaction. The lock is released a second later, after the server has been killed.
 */
async function barsAreBeingWritten({ database }: Installation): Promise<void> {
  const blocker = await database.pool.connect()
  try {
    await blocker.query('begin; lock table bar in share row exclusive mode')
    const until = performance.now() + blockedWithinMs
    for (;;) {
      const { rowCount } = await blocker.query(
        `select from pg_locks where relation = 'bar'::regclass and not granted limit 1`,
      )
      if (rowCount) break
      if (performance.now() > until) throw new Error(`no load of bars began within ${blockedWithinMs} ms`)
      await wait(20)
    }
  } finally {
    setTimeout(() => void blocker.query('rollback').finally(() => blocker.release()), 1_000)
  }
}
