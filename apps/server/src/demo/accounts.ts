import { type PeriodId, type ProductId, periods } from '@finlist/domain/plans/catalogue'
import type { Role } from '@finlist/domain/plans/rights'
import { addHolding, addRoles, makeAccount } from '../commands/make-account.ts'
import type { Config } from '../config.ts'
import type { Database, Tx } from '../db/database.ts'
import accounts from './accounts.json' with { type: 'json' }

export type DemoAccount = {
  email: string
  name: string
  note: { en: string; zh: string }
  plan?: { productId: ProductId; periodId: PeriodId }
  renews?: boolean
  roles?: Role[]
  phone?: string
  registered?: false
  blocked?: true
}

export const demoAccounts = accounts as DemoAccount[]
export const oneClickAccounts = demoAccounts.map(({ email, note }) => ({ email, note }))

export async function loadDemoAccounts(database: Database, config: Config) {
  for (const account of demoAccounts) {
    const { userId } = await makeAccount(database, config, { ...account, complete: account.registered !== false })
    await database.write(async tx => {
      await addRoles(tx, userId, account.roles ?? [])
      if (account.blocked)
        await tx.updateTable('users').set({ blocked_at: new Date() }).where('user_id', '=', userId).execute()
      if (account.plan) await holdFromNow(tx, userId, account.plan)
    })
  }
}

/** Gives the demo plans that renew their next period when the demo was asleep while one ended. */
export async function renewDemoPlans(database: Database) {
  const lapsed = await database.db
    .selectFrom('users')
    .select(['user_id', 'email'])
    .where(
      'email',
      'in',
      demoAccounts.filter(({ plan, renews }) => plan && renews).map(({ email }) => email),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('holding')
            .select('holding_id')
            .whereRef('holding.user_id', '=', 'users.user_id')
            .where('ends_at', '>', new Date()),
        ),
      ),
    )
    .execute()
  for (const { user_id, email } of lapsed) {
    const { plan } = demoAccounts.find(account => account.email === email)!
    await database.write(tx => holdFromNow(tx, user_id, plan!))
  }
}

async function holdFromNow(tx: Tx, userId: number, plan: { productId: ProductId; periodId: PeriodId }) {
  const startsAt = new Date()
  const endsAt = new Date(startsAt)
  endsAt.setUTCMonth(endsAt.getUTCMonth() + periods[plan.periodId].months)
  await addHolding(tx, userId, { ...plan, startsAt, endsAt })
}
