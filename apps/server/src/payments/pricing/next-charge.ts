import { type PeriodId, periods } from '@finlist/domain/plans/catalogue'
import { type Coming, type NextCharge, nextCharges } from '@finlist/domain/plans/next-charges'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'

type Row = Selectable<Tables['subscription']>

/** The upcoming payments of a user's plans, except plans with an unpaid renewal. */
export const comingOf = (rows: readonly Row[]): Coming[] =>
  rows
    .filter(({ renews, status }) => renews && (status === 'active' || status === 'trialing'))
    .map(row => ({
      id: row.subscription_id,
      at: (row.status === 'trialing' ? (row.trial_end ?? row.period_end) : row.period_end).getTime(),
      cents: row.next_cents,
      everyMonths: periods[(row.future_period_id || row.period_id) as PeriodId].months,
    }))

type Planned = { id: string; at: string; cents: number; periodId: PeriodId }

/**
 * The amount of a plan's next charge after the change. The user's balance is `balanceCents`; by default the current
 * one.
 */
export async function chargeAfter(
  db: Db,
  userId: number,
  { id, at, cents, periodId }: Planned,
  balanceCents?: number,
): Promise<NextCharge> {
  const rows = await db.selectFrom('subscription').selectAll().where('user_id', '=', userId).execute()
  const planned = { id, at: Date.parse(at), cents, everyMonths: periods[periodId].months }
  const others = comingOf(rows).filter(coming => coming.id !== id)
  return nextCharges([planned, ...others], balanceCents ?? (await balanceOf(db, userId))).get(id)!
}

/** The user's balance: credit if positive, debt if negative. */
async function balanceOf(db: Db, userId: number): Promise<number> {
  const account = await db
    .selectFrom('billing_customer')
    .select(['credit_cents', 'owed_cents'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return account ? account.credit_cents - account.owed_cents : 0
}
