import { type Language } from '@finlist/i18n/languages'
import {
  accountBySubject,
  accountFacts,
  changeEmail,
  deleteAccount,
  endSessions,
  setUnprovedPhone,
} from '@finlist/identity/accounts'
import { turnOff } from '@finlist/identity/second-factor'
import type { People } from './access/people.ts'
import type { SignInAccount } from './access/sign-in-account.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { BadRequest } from './http/client-errors.ts'
import type { SendNotice } from './messaging/messenger.ts'

/** The accounts of our own provider, by the users they belong to. */
export function embeddedAccount(database: Database): SignInAccount {
  const embedded = (userId: number) =>
    database.db.selectFrom('users').select('subject').where('user_id', '=', userId).where('issuer', '=', 'embedded')
  const subjectOf = async (userId: number) => (await embedded(userId).executeTakeFirstOrThrow()).subject
  return {
    async adoptEmail(userId, email) {
      if (!(await changeEmail(database.pool, await subjectOf(userId), email)))
        throw new BadRequest('email-taken', { field: 'email', httpStatus: 409 })
    },
    changePhone: async (userId, phone) => await setUnprovedPhone(database.pool, await subjectOf(userId), phone),
    facts: async userId => await accountFacts(database.pool, await subjectOf(userId)),
    async signOut(userId) {
      const known = await embedded(userId).executeTakeFirst()
      if (known) await endSessions(database.pool, known.subject)
    },
    async turnOffSecondFactor(userId) {
      const known = await embedded(userId).executeTakeFirst()
      return known !== undefined && (await turnOff(database.pool, known.subject))
    },
    erase: async userId => await deleteAccount(database.pool, await subjectOf(userId)),
  }
}

/** An outside issuer keeps its accounts itself. */
const outsideAccount: SignInAccount = {
  adoptEmail: async () => undefined,
  changePhone: async () => undefined,
  facts: async () => undefined,
  signOut: async () => undefined,
  turnOffSecondFactor: async () => false,
  erase: async () => undefined,
}

export const signInAccount = ({ embeddedIdentity }: Pick<Config, 'embeddedIdentity'>, database: Database) =>
  embeddedIdentity ? embeddedAccount(database) : outsideAccount

/** By the operator's setting and the person's rights; a new person may be an admin by the address alone. */
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

/** Ends every session of the account: after a change of the sign-in another person may hold the old way in. */
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

/** Tells the account's owner of a number that now signs in; the e-mail goes to the account's sign-in address. */
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
