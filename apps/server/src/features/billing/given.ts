import type { Given } from '@finlist/contract/billing'
import type { PeriodId } from '@finlist/domain/plans/catalogue'
import type { ProductId } from '@finlist/domain/plans/products'
import type { Role } from '@finlist/domain/plans/roles'
import type { Db } from '../../db/database.ts'

const mostGiven = 100

/** The plans that a user has without paying: through a role, a grant or a granted trial. */
export async function givenTo(db: Db, userId: number, roles: readonly Role[], now: Date): Promise<Given[]> {
  const rows = await db
    .selectFrom('plan_grant')
    .select(['product_id', 'period_id', 'ends_at', 'is_trial'])
    .where('user_id', '=', userId)
    .where('subscription_id', 'is', null)
    .where('starts_at', '<=', now)
    .where('ends_at', '>', now)
    .orderBy('ends_at', 'desc')
    .orderBy('grant_id')
    .limit(mostGiven)
    .execute()
  const plans = rows.map(row => ({
    kind: row.is_trial ? ('trial' as const) : ('plan' as const),
    productId: row.product_id as ProductId,
    billingPeriodId: row.period_id as PeriodId,
    endsAt: row.ends_at.toISOString(),
  }))
  const everything = { productId: null, billingPeriodId: null, endsAt: null }
  if (roles.some(role => role === 'staff' || role === 'admin')) return [{ kind: 'staff', ...everything }, ...plans]
  return roles.includes('friend') ? [{ kind: 'friend', ...everything }, ...plans] : plans
}
