import { periods } from '@finlist/domain/plans/catalogue'
import { addPlanGrant } from '../commands/make-account.ts'
import type { Database } from '../db/database.ts'
import { demoPlanHolders, type PlanHolder } from './accounts.ts'

/** Grants the demo's plans without a payment, for one period each, to the holders who lack them. */
export async function giveDemoPlans(database: Database, at: Date) {
  for (const holder of await demoPlanHolders(database)) await givePlan(database, holder, at)
}

/** Returns false if the holder already had the plan. */
export async function givePlan(database: Database, { userId, plan }: PlanHolder, at: Date): Promise<boolean> {
  const held = await database.db
    .selectFrom('plan_grant')
    .select('grant_id')
    .where('user_id', '=', userId)
    .where('product_id', '=', plan.productId)
    .where('ends_at', '>', at)
    .executeTakeFirst()
  if (held) return false
  const endsAt = new Date(at)
  endsAt.setUTCMonth(endsAt.getUTCMonth() + periods[plan.periodId].months)
  await database.write(tx => addPlanGrant(tx, userId, { ...plan, startsAt: at, endsAt }))
  return true
}
