import { type DemoClock, mostMonthsAtOnce } from '@finlist/contract/staff/demo-clock'
import type { Database } from '../../db/database.ts'
import { BadRequest } from '../../http/client-errors.ts'

/** The user whose session is moved along with the clock. */
export type Mover = { userId: number; sessionId: string }

const neverMoved = { ahead_ms: 0, from_ms: null, goal_ms: null, stage: null, error: '' }

export async function readClock({ db }: Pick<Database, 'db'>, realNow = Date.now()): Promise<DemoClock> {
  const row = (await db.selectFrom('product_clock').selectAll().executeTakeFirst()) ?? neverMoved
  const at = (aheadMs: number) => new Date(realNow + aheadMs).toISOString()
  const isMoving = row.from_ms !== null && row.goal_ms !== null && row.stage !== null
  return {
    now: at(row.ahead_ms),
    aheadMs: row.ahead_ms,
    moving: isMoving ? { from: at(row.from_ms!), to: at(row.goal_ms!), stage: row.stage! } : null,
    error: row.error,
  }
}

/**
 * Requests that a running server move the clock. Throws BadRequest if the time is not later than now or is more than
 * `mostMonthsAtOnce` ahead, or if the clock is being moved already.
 */
export async function askToMove(database: Database, to: number, mover: Mover | undefined): Promise<void> {
  const { aheadMs, now } = await readClock(database)
  const from = Date.parse(now)
  if (!(to > from)) throw new BadRequest('clock-past', { field: 'until' })
  if (to > monthsOn(from, mostMonthsAtOnce))
    throw new BadRequest('clock-far', { field: 'until', values: { most: mostMonthsAtOnce } })
  const move = {
    ahead_ms: aheadMs,
    from_ms: aheadMs,
    goal_ms: aheadMs + Math.ceil((to - from) / 1_000) * 1_000,
    stage: 'days',
    mover: mover?.userId ?? null,
    mover_session: mover?.sessionId ?? null,
    error: '',
  } as const
  const begun = await database.write(tx =>
    tx
      .insertInto('product_clock')
      .values(move)
      .onConflict(conflict =>
        conflict
          .column('one')
          .doUpdateSet(move)
          .where('product_clock.goal_ms', 'is', null)
          .where('product_clock.ahead_ms', '=', aheadMs),
      )
      .returning('one')
      .executeTakeFirst(),
  )
  if (!begun) throw new BadRequest('clock-moving')
}

/** The same day of a later month, or that month's last day, in UTC. */
export function monthsOn(from: number, months: number): number {
  const at = new Date(from)
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months + 1, 0)).getUTCDate()
  const day = at.getUTCDate()
  at.setUTCDate(1)
  return at.setUTCMonth(at.getUTCMonth() + months, Math.min(day, last))
}
