import { periods } from '@finlist/domain/plans/catalogue'
import { addHolding } from '../commands/make-account.ts'
import type { Database } from '../db/database.ts'
import { demoPlanHolders, type PlanHolder } from './accounts.ts'

/** Gives the demo's plans without anybody paying, each from now for one period, to whoever does not have theirs now. */
export async function giveDemoPlans(database: Database) {
  for (const holder of await demoPlanHolders(database)) await givePlan(database, holder)
}

/** Answers whether it was needed. */
export async function givePlan(database: Database, { userId, plan }: PlanHolder): Promise<boolean> {
  const now = new Date()
  const held = await database.db
    .selectFrom('holding')
    .select('holding_id')
    .where('user_id', '=', userId)
    .where('product_id', '=', plan.productId)
    .where('ends_at', '>', now)
    .executeTakeFirst()
  if (held) return false
  const endsAt = new Date(now)
  endsAt.setUTCMonth(endsAt.getUTCMonth() + periods[plan.periodId].months)
  await database.write(tx => addHolding(tx, userId, { ...plan, startsAt: now, endsAt }))
  return true
}
