import type { PeriodId } from '@finlist/domain/plans/catalogue'
import type { ProductId } from '@finlist/domain/plans/products'
import type { Role } from '@finlist/domain/plans/roles'
import { type Language } from '@finlist/i18n/languages'
import { createAccount } from '@finlist/identity/accounts'
import { sql } from 'kysely'
import { issuerKey } from '../auth/find-or-create-user.ts'
import type { Config } from '../config.ts'
import type { Database, Tx } from '../db/database.ts'

export type AccountFacts = {
  email: string
  name?: string
  phone?: string
  /** Whether to mark the e-mail as verified and the profile as complete; false leaves both to the user. */
  complete: boolean
  language?: Language
}

/**
 * Returns the account of an e-mail address, creating it if there is none. With an external issuer, a user who has
 * signed in is found by their verified address. Anyone else gets an account that works only with tokens made on the
 * command line, because the issuer's accounts cannot be created from here.
 */
export async function makeAccount(
  database: Database,
  config: Config,
  facts: AccountFacts,
): Promise<{ userId: number; made: boolean }> {
  const issuer = issuerKey(config)
  const known = config.embeddedIdentity ? undefined : await findByEmail(database, facts.email)
  if (known !== undefined) return { userId: known, made: false }
  const subject = config.embeddedIdentity
    ? (
        await createAccount(database.pool, {
          email: facts.email,
          emailVerified: facts.complete,
          ...(facts.phone && { phone: facts.phone, phoneVerified: true }),
        })
      ).subject
    : facts.email.toLowerCase()
  return await database.write(async tx => {
    const who = { issuer: config.embeddedIdentity ? issuer : 'command-line', subject }
    const made = await tx
      .insertInto('users')
      .values({
        ...who,
        email: facts.email,
        name: facts.name ?? '',
        phone: facts.phone ?? '',
        language: facts.language ?? null,
        email_proved_at: facts.complete ? sql`product_now()` : null,
        registered_at: facts.complete ? sql`product_now()` : null,
      })
      .onConflict(conflict => conflict.doNothing())
      .returning('user_id')
      .executeTakeFirst()
    if (made) return { userId: made.user_id, made: true }
    const { user_id } = await tx
      .selectFrom('users')
      .select('user_id')
      .where('issuer', '=', who.issuer)
      .where('subject', '=', subject)
      .executeTakeFirstOrThrow()
    return { userId: user_id, made: false }
  })
}

/** The account that has verified this address; if there are several, the one that did so last. */
export async function findByEmail({ db }: Database, email: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('users')
    .select('user_id')
    .where(({ eb, fn }) => eb(fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('email_proved_at', 'is not', null)
    .orderBy('email_proved_at', 'desc')
    .orderBy('user_id', 'desc')
    .executeTakeFirst()
  return row?.user_id
}

export async function addRoles(tx: Tx, userId: number, roles: readonly Role[]) {
  if (roles.length === 0) return
  await tx
    .insertInto('user_role')
    .values(roles.map(role => ({ user_id: userId, role })))
    .onConflict(conflict => conflict.columns(['user_id', 'role']).doUpdateSet({ from_claim: false }))
    .execute()
}

export async function addPlanGrant(
  tx: Tx,
  userId: number,
  { productId, periodId, startsAt, endsAt }: { productId: ProductId; periodId: PeriodId; startsAt: Date; endsAt: Date },
) {
  await tx
    .insertInto('plan_grant')
    .values({ user_id: userId, product_id: productId, period_id: periodId, starts_at: startsAt, ends_at: endsAt })
    .execute()
}
