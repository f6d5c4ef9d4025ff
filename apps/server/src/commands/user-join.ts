import { issuerKey } from '../auth/find-or-create-user.ts'
import { CannotJoin, joinAccounts } from '../auth/join-accounts.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { CommandError } from './connect.ts'

/** The two accounts of one user, named by their shared address or by their account numbers. */
export type Joined = { named: string[]; reason: string }

/** Joins the two accounts. Returns a message about the result. Throws CommandError if the accounts cannot be joined. */
export async function join(database: Database, config: Config, { named, reason }: Joined, at: Date): Promise<string> {
  const [one, other] = named.length === 2 ? numbersOf(named) : await accountsAt(database, named[0]!)
  const word = { byUserId: null, reason, at }
  try {
    const { stays, gone } = await database.write(tx =>
      joinAccounts(tx, [one, other], { issuer: issuerKey(config), word }),
    )
    return `account ${stays} has all of account ${gone}, which is gone, and is signed in to at ${issuerKey(config)}`
  } catch (error) {
    throw error instanceof CannotJoin
      ? new CommandError(`accounts ${one} and ${other} cannot be joined: ${error.message}`)
      : error
  }
}

function numbersOf(named: string[]): [number, number] {
  const [one, other] = named.map(Number)
  if (!Number.isSafeInteger(one) || !Number.isSafeInteger(other))
    throw new CommandError(`join ${named.join(' ')}: an e-mail address, or the numbers of two accounts`)
  return [one!, other!]
}

async function accountsAt({ db }: Database, email: string): Promise<[number, number]> {
  const rows = await db
    .selectFrom('users')
    .select(['user_id', 'issuer', 'email_proved_at'])
    .where(({ fn }) => fn('lower', ['email']), '=', email.toLowerCase())
    .orderBy('user_id')
    .limit(20)
    .execute()
  const [one, other, ...more] = rows
  if (one && other && more.length === 0) return [one.user_id, other.user_id]
  const told = rows.map(
    ({ user_id, issuer, email_proved_at }) =>
      `\n  ${user_id}  ${issuer}${email_proved_at ? '' : ', address not proved'}`,
  )
  throw new CommandError(
    rows.length < 2
      ? `${email}: ${rows.length === 0 ? 'no account has' : 'one account alone has'} this address${told.join('')}`
      : `${email}: more than two accounts have this address, name two by number:${told.join('')}`,
  )
}
