import * as z from 'zod/mini'
import type { Database } from '../db/database.ts'
import { CommandError } from './connect.ts'

/** How usage texts name the argument that `findPerson` looks up. */
export const personNamed = '<email or account number>'

const mostListed = 20
export const isAccountNumber = (named: string) => /^[1-9]\d{0,14}$/.test(named)

/** Throws unless the argument is an e-mail address or an account number. */
export function assertNamed(named: string | undefined): asserts named is string {
  if (!named) throw new CommandError('give one e-mail address or account number')
  if (!isAccountNumber(named) && !z.safeParse(z.email(), named).success)
    throw new CommandError(`${named}: neither an e-mail address nor an account number`)
}

/**
 * Finds an account by number, or by e-mail address if exactly one account has verified the address. Anyone can enter an
 * address without verifying it. If the match is not certain, throws a CommandError that lists the candidates, so that
 * the operator can give a number.
 */
export async function findPerson({ db }: Database, named: string): Promise<number> {
  const rows = await db
    .selectFrom('users')
    .select(['user_id', 'issuer', 'created_at', 'email_proved_at'])
    .where(({ eb, fn }) =>
      isAccountNumber(named) ? eb('user_id', '=', Number(named)) : eb(fn('lower', ['email']), '=', named.toLowerCase()),
    )
    // Verified addresses first, so that the limit cannot cut them off.
    .orderBy(({ eb }) => eb('email_proved_at', 'is', null))
    .orderBy('user_id')
    .limit(mostListed)
    .execute()
  if (rows.length === 0) throw new CommandError(`${named}: no such account`)
  const [one, ...more] = isAccountNumber(named) ? rows : rows.filter(row => row.email_proved_at !== null)
  if (one && more.length === 0) return one.user_id
  const found = rows.map(
    row =>
      `\n  ${row.user_id}  ${row.issuer}, since ${row.created_at.toISOString().slice(0, 10)}, address ${row.email_proved_at ? 'verified' : 'not verified'}`,
  )
  const what = one ? 'several accounts have verified this address' : 'no account has verified this address'
  throw new CommandError(
    `${named}: ${what}. Nothing was done; give the number of the account you mean:${found.join('')}`,
  )
}
