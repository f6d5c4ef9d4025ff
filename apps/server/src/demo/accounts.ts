import type { PeriodId } from '@finlist/domain/plans/catalogue'
import type { ProductId } from '@finlist/domain/plans/products'
import type { Role } from '@finlist/domain/plans/roles'
import { sql } from 'kysely'
import { addRoles, makeAccount } from '../commands/make-account.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import accounts from './accounts.json' with { type: 'json' }

export type DemoAccount = {
  email: string
  name: string
  note: { en: string; zh: string }
  plan?: { productId: ProductId; periodId: PeriodId }
  /** The billing state that the account demonstrates, if plans are sold. */
  billing?: 'trial' | 'renewal-off' | 'downgrade' | 'expired-card' | 'credit'
  roles?: Role[]
  phone?: string
  registered?: false
  blocked?: true
  /** Whether My Account shows the first steps. */
  isNew?: true
}

export const demoAccounts = accounts as DemoAccount[]
export const oneClickAccounts = demoAccounts.map(({ email, note }) => ({ email, note }))

/** Creates the demo accounts without their plans. */
export async function loadDemoAccounts(database: Database, config: Config) {
  for (const account of demoAccounts) {
    const { userId } = await makeAccount(database, config, { ...account, complete: account.registered !== false })
    await database.write(async tx => {
      await addRoles(tx, userId, account.roles ?? [])
      if (account.blocked)
        await tx.updateTable('users').set({ blocked_at: sql`product_now()` }).where('user_id', '=', userId).execute()
      if (account.isNew)
        await tx.updateTable('users').set({ first_steps: true }).where('user_id', '=', userId).execute()
    })
  }
}

export type PlanHolder = DemoAccount & { userId: number; plan: NonNullable<DemoAccount['plan']> }

/** The demo accounts that should have a plan and still exist. */
export async function demoPlanHolders(database: Database): Promise<PlanHolder[]> {
  const wanted = demoAccounts.filter(({ plan }) => plan)
  const rows = await database.db
    .selectFrom('users')
    .select(({ fn }) => ['email', fn.max('user_id').as('user_id')])
    .where(
      'email',
      'in',
      wanted.map(({ email }) => email),
    )
    .groupBy('email')
    .execute()
  const userIds = new Map(rows.map(({ email, user_id }) => [email, user_id]))
  return wanted.flatMap(account => {
    const userId = userIds.get(account.email)
    return userId === undefined ? [] : [{ ...account, userId, plan: account.plan! }]
  })
}

/** Whether anyone can sign in to the demo account with one click. */
export const isOneClick = ({ demo }: { demo: boolean }, email: string): boolean =>
  demo && oneClickAccounts.some(account => account.email === email.toLowerCase())
