import type { ReconstructionState } from '@finlist/contract/picking'
import { addDays, type Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { constantsOf, method } from '@finlist/domain/picking/method'
import { audit } from '../../../db/audit.ts'
import type { Database, Db } from '../../../db/database.ts'
import { publish } from '../../../db/topics.ts'
import { BadRequest } from '../../../http/client-errors.ts'
import { weeksBetween } from './weeks.ts'

/** Maximum length of a reconstruction in days: ten years, including leap days. */
const mostDays = 3_653

/**
 * Requests a reconstruction of the weeks from `from` to the market's first issue. The new reconstruction replaces any
 * existing one. A null `userId` means the operator. Throws BadRequest if the market has no issue, if `from` is too
 * recent or too old, or (409) while a reconstruction is in progress.
 */
export async function askForReconstruction(
  database: Database,
  { exchange, from }: { exchange: ExchangeId; from: Day },
  { userId, now }: { userId: number | null; now: number },
): Promise<void> {
  await database.write(async tx => {
    // Serialises concurrent requests, so that only one succeeds.
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('reconstruct ' || $1, 0))`, [exchange])
    const first = await firstIssue(tx, exchange)
    if (first === undefined)
      throw new BadRequest('picking.reconstruct.no-list', { field: 'exchange', values: { market: exchange } })
    const { oldest, newest } = bounds(first)
    if (from < oldest || from > newest)
      throw new BadRequest('picking.reconstruct.from', { field: 'from', values: { oldest, newest } })
    const found = await readAsked(tx, exchange)
    if (found && found.made_on === null) throw new BadRequest('picking.reconstruct.under-way', { httpStatus: 409 })
    await tx.deleteFrom('reconstruction').where('exchange', '=', exchange).execute()
    const at = new Date(now)
    await tx
      .insertInto('reconstruction')
      .values({
        exchange,
        from_date: from,
        before_date: first,
        method_id: method.id,
        constants: constantsOf(exchange),
        asked_at: at,
        times: (found?.times ?? 0) + 1,
      })
      .execute()
    const facts = { exchange, date: from }
    await audit(tx, { byUserId: userId, aboutUserId: null, action: 'past-reconstructed', facts, reason: '', at })
    await publish(tx, `track-record:${exchange}`)
  })
}

/** The reconstruction's progress, as shown to staff. */
export async function readReconstruction(db: Db, exchange: ExchangeId): Promise<ReconstructionState> {
  const first = await firstIssue(db, exchange)
  if (first === undefined) return { firstIssue: null, oldest: null, newest: null, reconstruction: null }
  const found = await readAsked(db, exchange)
  return {
    firstIssue: first,
    ...bounds(first),
    reconstruction: found
      ? {
          from: found.from_date,
          weeks: weeksBetween(found.from_date, found.before_date).length,
          made: await countMade(db, exchange),
          madeOn: found.made_on,
          times: found.times,
        }
      : null,
  }
}

/** The oldest and newest days at which a reconstruction may start. */
const bounds = (first: Day) => ({ oldest: addDays(first, -mostDays), newest: addDays(first, -7) })

const readAsked = (db: Db, exchange: ExchangeId) =>
  db.selectFrom('reconstruction').selectAll().where('exchange', '=', exchange).executeTakeFirst()

async function firstIssue(db: Db, exchange: ExchangeId): Promise<Day | undefined> {
  const row = await db
    .selectFrom('finlist_issue')
    .select('issue_date')
    .where('exchange', '=', exchange)
    .orderBy('issue_date')
    .limit(1)
    .executeTakeFirst()
  return row?.issue_date
}

async function countMade(db: Db, exchange: ExchangeId): Promise<number> {
  const { count } = await db
    .selectFrom('reconstructed_issue')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('exchange', '=', exchange)
    .executeTakeFirstOrThrow()
  return count
}
