import { type Language, languages } from '@finlist/i18n/languages'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import type { SendNotice } from '../notifications/messenger.ts'
import type { SignInAccount } from './sign-in-account.ts'

const daysToChangeOnesMind = 7
const dayMs = 86_400_000
const atOnce = 100

/**
 * Schedules the account's deletion in seven days and confirms it by e-mail. A deletion that is already scheduled keeps
 * its time. Returns the time of the deletion.
 */
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

/** Cancels the scheduled deletion. */
export async function keepPerson(tx: Tx, userId: number, at: Date): Promise<void> {
  await tx.updateTable('users').set({ deletion_at: null }).where('user_id', '=', userId).execute()
  await settleRequests(tx, userId, { withdrawnAt: at.toISOString() })
}

/** Records the outcome of erasure requests entered by staff, in the audit log. The log outlasts the user's data. */
async function settleRequests(tx: Tx, userId: number, outcome: { withdrawnAt: string } | { erasedAt: string }) {
  await sql`update audit_log set facts = facts || ${JSON.stringify(outcome)}::jsonb
    where about_user_id = ${userId} and action = 'erasure-asked'
      and not facts ? 'withdrawnAt' and not facts ? 'erasedAt'`.execute(tx)
}

/**
 * Erases up to 100 accounts whose deletion is due. Order: push subscriptions; the payment provider, so that no erased
 * user is billed; sent messages; our own sign-in provider; our tables. If an account fails, the others are still
 * erased, and an AggregateError is thrown at the end. Returns the number of accounts erased.
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
  /** Deletes the messages sent to these addresses and phone numbers. */
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

/** Every e-mail address and phone number that we may have sent messages to. */
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
