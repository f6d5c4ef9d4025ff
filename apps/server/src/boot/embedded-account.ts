import { type Language } from '@finlist/i18n/languages'
import {
  accountBySubject,
  accountFacts,
  changeEmail,
  deleteAccount,
  emailKey,
  endSession,
  endSessions,
  secureAccount,
  setUnprovedPhone,
} from '@finlist/identity/accounts'
import { sessionClaim } from '@finlist/identity/provider'
import { turnOff } from '@finlist/identity/second-factor'
import { decodeJwt } from 'jose'
import type { People } from '../auth/people.ts'
import type { SignInAccount } from '../auth/sign-in-account.ts'
import type { Config } from '../config.ts'
import type { Database, Tx } from '../db/database.ts'
import { BadRequest } from '../http/client-errors.ts'
import type { SendNotice } from '../notifications/messenger.ts'

/** Operations on accounts of our own sign-in provider, by user id. They do nothing for users of an external issuer. */
export function embeddedAccount(database: Database): SignInAccount {
  const { pool } = database
  /** Runs `work` on the user's account at our own provider; returns undefined if there is none. */
  const withSubject = async <T>(userId: number, work: (subject: string) => Promise<T>): Promise<T | undefined> => {
    const known = await database.db
      .selectFrom('users')
      .select('subject')
      .where('user_id', '=', userId)
      .where('issuer', '=', 'embedded')
      .executeTakeFirst()
    return known && (await work(known.subject))
  }
  return {
    adoptEmail: async (userId, email) =>
      await withSubject(userId, async subject => {
        if (!(await changeEmail(pool, subject, email)))
          throw new BadRequest('email-taken', { field: 'email', httpStatus: 409 })
      }),
    changePhone: async (userId, phone) => await withSubject(userId, subject => setUnprovedPhone(pool, subject, phone)),
    facts: async userId => await withSubject(userId, subject => accountFacts(pool, subject)),
    signOut: async userId => await withSubject(userId, subject => endSessions(pool, subject)),
    signOutHere: async (userId, idToken) =>
      await withSubject(userId, async subject => {
        const session = idToken === null ? undefined : decodeJwt(idToken)[sessionClaim]
        if (typeof session === 'string') await endSession(pool, subject, session)
        else await endSessions(pool, subject)
      }),
    secure: async (userId, since) => await withSubject(userId, subject => secureAccount(pool, subject, since)),
    turnOffSecondFactor: async userId => (await withSubject(userId, subject => turnOff(pool, subject))) ?? false,
    erase: async userId => await withSubject(userId, subject => deleteAccount(pool, subject)),
  }
}

/**
 * An external issuer keeps its own accounts, so only two operations remain: exporting and erasing the data that our own
 * provider still holds from before the change of issuer.
 */
const outsideAccount = (database: Database): SignInAccount => {
  const { facts, erase } = embeddedAccount(database)
  return {
    facts,
    erase,
    adoptEmail: async () => undefined,
    changePhone: async () => undefined,
    signOut: async () => undefined,
    signOutHere: async () => undefined,
    secure: async () => undefined,
    turnOffSecondFactor: async () => false,
  }
}

export const signInAccount = ({ embeddedIdentity }: Pick<Config, 'embeddedIdentity'>, database: Database) =>
  embeddedIdentity ? embeddedAccount(database) : outsideAccount(database)

/**
 * Whether the user needs a second factor, by the operator's setting and the user's roles. A new user may be an admin
 * because of their e-mail address.
 */
export async function needsSecondFactor(
  { secondFactor, ADMIN_EMAILS }: Config,
  { db, pool }: Database,
  people: People,
  subject: string,
): Promise<boolean> {
  if (secondFactor !== 'staff') return secondFactor === 'everybody'
  const account = await accountBySubject(pool, subject)
  if (account?.emailVerified && ADMIN_EMAILS.includes(account.email.toLowerCase())) return true
  const row = await db
    .selectFrom('users')
    .select('user_id')
    .where('issuer', '=', 'embedded')
    .where('subject', '=', subject)
    .executeTakeFirst()
  const person = row && (await people.find(row.user_id))
  return person !== undefined && person.roles.some(role => role === 'staff' || role === 'admin')
}

/**
 * Ends every session of the account after a change of its sign-in credentials, because another user may have signed
 * in with the old ones.
 */
export async function endSessionsOf(database: Database, subject: string) {
  await database.write(tx =>
    tx
      .deleteFrom('session')
      .where('user_id', 'in', query =>
        query.selectFrom('users').select('user_id').where('issuer', '=', 'embedded').where('subject', '=', subject),
      )
      .execute(),
  )
}

/** Notifies the account's owner, by e-mail to the sign-in address, that a phone number can now be used to sign in. */
export const phoneProved =
  ({ database, send }: { database: Database; send: SendNotice }) =>
  async ({
    subject,
    phone,
    before,
    language,
  }: {
    subject: string
    phone: string
    before: string | null
    language: Language
  }) => {
    const account = await accountBySubject(database.pool, subject)
    if (!account) return
    const notice = before === null ? 'phone-proved' : 'phone-changed'
    const values = { ending: phone.slice(-4) }
    await database.transaction(async tx => {
      const person = await tx
        .selectFrom('users')
        .select('user_id')
        .where('issuer', '=', 'embedded')
        .where('subject', '=', subject)
        .executeTakeFirst()
      await send(tx, notice, {
        to: account.email,
        language,
        values,
        ...(person && { userId: person.user_id }),
      })
    })
  }

/** The user whose account at our own provider has this sign-in address. */
export async function userBySignInAddress(tx: Tx, email: string): Promise<number | undefined> {
  const { rows } = await tx.query<{ user_id: number }>(
    `select user_id from users join identity_account a on a.subject::text = users.subject
     where issuer = 'embedded' and a.email = $1`,
    [emailKey(email)],
  )
  return rows[0]?.user_id
}
