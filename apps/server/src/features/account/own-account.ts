import { referral, type User } from '@finlist/contract/account/account'
import type { ProductId } from '@finlist/domain/plans/products'
import * as z from 'zod/mini'
import { findOldAccount } from '../../auth/old-account.ts'
import { Cache } from '../../db/cache.ts'
import type { Database, Db } from '../../db/database.ts'
import { readPastDue, readUser } from './store.ts'

/** A user's account data, without roles and rights, which change with time. */
export type OwnAccount = Omit<User, 'roles' | 'rights'>

/** In-memory cache of account data, invalidated by every change to the underlying rows (event `person`). */
export const ownAccounts = (database: Database) =>
  new Cache<number, OwnAccount>({
    changes: database.changes,
    maxEntries: 20_000,
    load: userId => readAccount(database.db, userId),
    dependsOn: { person: (changed, userId) => changed === userId },
  })

async function readAccount(db: Db, userId: number): Promise<OwnAccount> {
  const [row, due, old] = await Promise.all([readUser(db, userId), readPastDue(db, userId), findOldAccount(db, userId)])
  return {
    userId: row.user_id,
    completeRegistration: row.registered_at !== null,
    name: row.name,
    nickname: row.name,
    email: row.email,
    emailVerified: row.email_proved_at !== null,
    phoneNumber: row.phone,
    language: row.language,
    risingPrices: row.rising_prices,
    startPage: row.start_page,
    referral: row.referral === null ? null : z.parse(referral, row.referral),
    deletionAt: row.deletion_at?.toISOString() ?? null,
    ...(old && { hasOldAccount: true }),
    ...(row.first_steps && { isNew: true }),
    ...(due && {
      pastDue: {
        subscriptionId: due.subscription_id,
        productId: due.product_id as ProductId,
        accessUntil: due.ends_at.toISOString(),
      },
    }),
  }
}
