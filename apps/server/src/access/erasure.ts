import { type Language, languages } from '@finlist/i18n/languages'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import type { SendNotice } from '../messaging/messenger.ts'
import type { SignInAccount } from './sign-in-account.ts'

const daysToChangeOnesMind = 7
const dayMs = 86_400_000
const atOnce = 100

/** Marks the account for deletion in seven days and confirms it by e-mail. */
export async function askForDeletion(
  tx: Tx,
  send: SendNotice,
  { userId, language: requestLanguage, now }: { userId: number; language: Language; now: number },
): Promise<Date> {
  const user = await tx
    .selectFrom('users')
    .select(['email', 'language', 'deletion_at'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (user.deletion_at) return user.deletion_at
  const at = new Date(now + daysToChangeOnesMind * dayMs)
  const language = user.language ?? requestLanguage
  const date = new Intl.DateTimeFormat(languages[language].locale, {
    dateStyle: 'long',
    timeZone: 'Asia/Hong_Kong',
  }).format(at)
  await tx.updateTable('users').set({ deletion_at: at }).where('user_id', '=', userId).execute()
  await send(tx, 'deletion', { to: user.email, language, values: { date }, userId })
  return at
}

/** Cancels the deletion. */
export async function keepPerson(tx: Tx, userId: number, at: Date): Promise<void> {
  await tx.updateTable('users').set({ deletion_at: null }).where('user_id', '=', userId).execute()
  await settleRequests(tx, userId, { withdrawnAt: at.toISOString() })
}

/** Records the outcome of the erasures requested through staff, where it can still be read once the person is gone. */
async function settleRequests(tx: Tx, userId: number, outcome: { withdrawnAt: string } | { erasedAt: string }) {
  await sql`update audit_log set facts = facts || ${JSON.stringify(outcome)}::jsonb
    where about_user_id = ${userId} and action = 'erasure-asked'
      and not facts ? 'withdrawnAt' and not facts ? 'erasedAt'`.execute(tx)
}

/**
 * Erases every account whose deletion is due, in this order: its push subscriptions; at the payment provider, so that
 * no erased person is billed; the messages sent; at our own sign-in provider; then here. An account that cannot be
 * erased now does not hold up the others. Returns how many were erased.
 */
export async function eraseDue({
  database,
  account,
  endBilling,
  forgetMail,
  now,
}: {
  database: Database
  account: SignInAccount
  endBilling: (userId: number) => Promise<void>
  /** Deletes the messages sent to these addresses and numbers. */
  forgetMail: (recipients: string[]) => Promise<void>
  now: number
}): Promise<number> {
  const failures: unknown[] = []
  const { rows } = await sql<{ user_id: number }>`
    select user_id from users where deletion_at <= ${new Date(now)} limit ${atOnce}`.execute(database.db)
  for (const { user_id } of rows) {
    try {
      await database.db.deleteFrom('push_subscription').where('user_id', '=', user_id).execute()
      await endBilling(user_id)
      await forgetMail(await recipientsOf(database, account, user_id))
      await account.erase(user_id)
      await database.write(async tx => {
        await settleRequests(tx, user_id, { erasedAt: new Date(now).toISOString() })
        await tx.deleteFrom('users').where('user_id', '=', user_id).execute()
      })
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'accounts that are due could not be erased')
  return rows.length
}

/** Every address and number of the person that we may have written to. */
async function recipientsOf({ db }: Database, account: SignInAccount, userId: number): Promise<string[]> {
  const { email, phone } = await db
    .selectFrom('users')
    .select(['email', 'phone'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const known = await account.facts(userId)
  return [...new Set([email, phone, known?.['email'], known?.['phone']])].filter(
    (recipient): recipient is string => typeof recipient === 'string' && recipient !== '',
  )
}
