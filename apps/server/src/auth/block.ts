import type { Role } from '@finlist/domain/plans/roles'
import { sql } from 'kysely'
import { type Audited, audit } from '../db/audit.ts'
import type { Tx } from '../db/database.ts'
import type { SignInAccount } from './sign-in-account.ts'
import { signOutEverywhere } from './sign-out.ts'

/** An action on an account: who takes it, on whom, when and why. */
export type Word = Pick<Audited, 'byUserId' | 'reason' | 'at' | 'askedKey'> & { aboutUserId: number }

/** Thrown if the action would leave no admin who can sign in. */
export class LastAdmin extends Error {}
/** Thrown if the user is an admin through ADMIN_EMAILS, because that role cannot be removed in the database. */
export class AdminBySetting extends Error {}

/**
 * Locks the user out immediately: ends their sessions here and at the sign-in provider, ends the API tokens of those
 * sessions, and deletes their devices. Database triggers delete datafeed tokens and push subscriptions. Plans are kept.
 * Returns the number of sessions that ended. Does nothing if the user is already blocked.
 */
export async function block(
  tx: Tx,
  account: SignInAccount,
  word: Word,
  { adminEmails, renewal }: { adminEmails: readonly string[]; renewal: 'keep' | 'turn-off' | 'none' },
): Promise<number> {
  await assertOtherAdmin(tx, word.aboutUserId, adminEmails)
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ blocked_at: word.at })
    .where('user_id', '=', word.aboutUserId)
    .where('blocked_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return 0
  const ended = await signOutEverywhere(tx, account, { ...word, askedKey: undefined })
  await tx.deleteFrom('device').where('user_id', '=', word.aboutUserId).execute()
  await audit(tx, { ...word, action: 'blocked', facts: { ended, renewal } })
  return ended
}

/** Lets the user sign in again. Sessions and tokens that the block ended are not restored. */
export async function unblock(tx: Tx, word: Word): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ blocked_at: null })
    .where('user_id', '=', word.aboutUserId)
    .where('blocked_at', 'is not', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) await audit(tx, { ...word, action: 'unblocked', facts: {} })
}

/** Removes a role, effective from the next request. Returns the remaining roles. */
export async function takeRole(
  tx: Tx,
  word: Word,
  { role, adminEmails }: { role: Role; adminEmails: readonly string[] },
): Promise<Role[]> {
  if (role === 'admin') {
    if (await isNamed(tx, word.aboutUserId, adminEmails)) throw new AdminBySetting()
    await assertOtherAdmin(tx, word.aboutUserId, adminEmails)
  }
  const taken = await tx
    .deleteFrom('user_role')
    .where('user_id', '=', word.aboutUserId)
    .where('role', '=', role)
    .executeTakeFirstOrThrow()
  if (taken.numDeletedRows > 0n) await audit(tx, { ...word, action: 'role-taken', facts: { role } })
  const left = await tx.selectFrom('user_role').select('role').where('user_id', '=', word.aboutUserId).execute()
  return left.map(row => row.role)
}

/** Holds a lock until the transaction ends, so that two admins cannot block each other at the same moment. */
async function assertOtherAdmin(tx: Tx, userId: number, adminEmails: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('admins', 0))`.execute(tx)
  const { rows } = await sql<{ admins: boolean; other: boolean }>`
    with admin as (
      select user_id from users u where blocked_at is null and (
        exists (select from user_role r where r.user_id = u.user_id and r.role = 'admin')
        or email_proved_at is not null and lower(email) = any(${[...adminEmails]}::text[])))
    select exists (select from admin where user_id = ${userId}) as admins,
      exists (select from admin where user_id <> ${userId}) as other`.execute(tx)
  if (rows[0]?.admins && !rows[0].other) throw new LastAdmin()
}

async function isNamed(tx: Tx, userId: number, adminEmails: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ named: boolean }>`
    select exists (select from users where user_id = ${userId} and email_proved_at is not null
      and lower(email) = any(${[...adminEmails]}::text[])) as named`.execute(tx)
  return rows[0]?.named === true
}
