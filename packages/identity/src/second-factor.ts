import { randomBytes, timingSafeEqual } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type pg from 'pg'
import type { IdentityOptions } from './options.ts'
import { passkeysOf, type Rows } from './passkeys.ts'
import { hashWith, newSalt, type PasswordCost } from './password.ts'

/**
 * An account's authenticator app (TOTP, RFC 6238), with recovery codes for when the user does not have the app with
 * them.
 */
export type SecondFactor = { since: Date; recoveryLeft: number }

export async function secondFactorOf(pool: pg.Pool, account: string): Promise<SecondFactor | undefined> {
  const { rows } = await pool.query<SecondFactor>(
    `select since, cardinality(recovery) as "recoveryLeft" from identity_second_factor where account = $1`,
    [account],
  )
  return rows[0]
}

/**
 * Whether a sign-in with the methods in `amr` is insufficient. An account with an app needs two factors (`mfa`, which a
 * passkey alone provides). An account without an app needs them only if `needsSecondFactor` says so; if it has no
 * passkey either, no sign-in is sufficient. Where `needsSecondFactor` says no, a passkey that was added by choice is
 * not required.
 */
export async function lacksSecondFactor(
  { pool, needsSecondFactor }: Pick<IdentityOptions, 'pool' | 'needsSecondFactor'>,
  account: string,
  amr: readonly string[],
): Promise<boolean> {
  if ((await secondFactorOf(pool, account)) !== undefined) return !amr.includes('mfa')
  if (!(await needsSecondFactor(account))) return false
  return (await passkeysOf(pool, account)).length === 0 || !amr.includes('mfa')
}

/**
 * Creates the first factor of an account, unless it has one by now: a user who has passed only the first step must
 * not replace a factor. `make` returns undefined if it has created none.
 */
export async function makeFirst<T>(
  pool: pg.Pool,
  account: string,
  make: (rows: Rows) => Promise<T | undefined>,
): Promise<T | undefined> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select from identity_account where subject = $1 for update', [account])
    const { rowCount } = await client.query(
      `select from identity_second_factor where account = $1 union all select from identity_passkey where account = $1`,
      [account],
    )
    const made = rowCount === 0 ? await make(client) : undefined
    await client.query('commit')
    return made
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** The TOTP of a secret: six digits, 30 seconds, HMAC-SHA-1, which all apps support. */
export const appOf = (secret: Buffer, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) })

/**
 * The time step that the code belongs to: that of `timestamp` (ms), the one before or the one after. Undefined if the
 * code belongs to none of these.
 */
export function timeStep(secret: Buffer, code: string, timestamp: number): number | undefined {
  const app = appOf(secret)
  const off = app.validate({ token: code, timestamp, window: 1 })
  return off === null ? undefined : app.counter({ timestamp }) + off
}

/**
 * Accepts at most one code per time step, even from concurrent requests, and no code from a step before the last
 * accepted one.
 */
export async function takeAppCode(
  { pool, now }: Pick<IdentityOptions, 'pool' | 'now'>,
  account: string,
  code: string,
): Promise<'taken' | 'wrong' | 'used'> {
  const { rows } = await pool.query<{ secret: Buffer }>(
    'select secret from identity_second_factor where account = $1',
    [account],
  )
  const secret = rows[0]?.secret
  const step = secret && timeStep(secret, code, now())
  if (step === undefined) return 'wrong'
  const { rowCount } = await pool.query(
    'update identity_second_factor set last_step = $2 where account = $1 and secret = $3 and last_step < $2',
    [account, step, secret],
  )
  return rowCount === 1 ? 'taken' : 'used'
}

type Hashing = Pick<IdentityOptions, 'passwordCost'> & { pool: Rows }

/** Uses up a recovery code. Of concurrent calls with the same code exactly one is accepted. */
export async function takeRecoveryCode(pool: pg.Pool, account: string, code: string): Promise<'taken' | 'wrong'> {
  const { rows } = await pool.query<{ salt: string; recovery: Buffer[] }>(
    'select recovery_salt as salt, recovery from identity_second_factor where account = $1',
    [account],
  )
  const factor = rows[0]
  if (!factor) return 'wrong'
  const given = await hashWith(factor.salt, code)
  const right = factor.recovery.filter(hash => timingSafeEqual(hash, given))[0]
  if (!right) return 'wrong'
  const { rowCount } = await pool.query(
    `update identity_second_factor set recovery = array_remove(recovery, $2) where account = $1 and $2 = any(recovery)`,
    [account, right],
  )
  return rowCount === 1 ? 'taken' : 'wrong'
}

/**
 * Sets the secret of the account's app. `step` is the time step of the first code. Returns the recovery codes;
 * undefined if the account has a factor and `replaces` is false.
 */
export async function turnOn(
  { pool, passwordCost }: Hashing,
  account: string,
  { secret, step, replaces }: { secret: Buffer; step: number; replaces: boolean },
): Promise<string[] | undefined> {
  const { codes, salt, hashes } = await newRecoveryCodes(passwordCost)
  const { rowCount } = await pool.query(
    `insert into identity_second_factor as f (account, secret, last_step, recovery_salt, recovery)
     values ($1, $2, $3, $4, $5)
     on conflict (account) do update set secret = excluded.secret, last_step = excluded.last_step,
       recovery_salt = excluded.recovery_salt, recovery = excluded.recovery, since = now()
     where $6`,
    [account, secret, step, salt, hashes, replaces],
  )
  return rowCount === 1 ? codes : undefined
}

/** Creates new recovery codes, replacing all earlier ones. */
export async function renewRecoveryCodes({ pool, passwordCost }: Hashing, account: string): Promise<string[]> {
  const { codes, salt, hashes } = await newRecoveryCodes(passwordCost)
  await pool.query('update identity_second_factor set recovery_salt = $2, recovery = $3 where account = $1', [
    account,
    salt,
    hashes,
  ])
  return codes
}

/** Removes the app. Returns whether the account had one. */
export async function turnOffApp(pool: pg.Pool, account: string): Promise<boolean> {
  const { rowCount } = await pool.query('delete from identity_second_factor where account = $1', [account])
  return rowCount === 1
}

/** Removes the app and all passkeys, for a user who has lost them. Returns whether there were any. */
export async function turnOff(pool: pg.Pool, account: string): Promise<boolean> {
  const { rows } = await pool.query<{ n: number }>(
    `with app as (delete from identity_second_factor where account = $1 returning 1),
       keys as (delete from identity_passkey where account = $1 returning 1)
     select (select count(*)::int from app) + (select count(*)::int from keys) as n`,
    [account],
  )
  return rows[0]!.n > 0
}

/** 32 characters, without letters that can be mistaken for digits, and without u. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz'

/** Ten codes of 50 random bits each. */
async function newRecoveryCodes(cost: PasswordCost) {
  const codes = Array.from({ length: 10 }, () => Array.from(randomBytes(10), byte => letters[byte % 32]).join(''))
  const salt = newSalt(cost)
  const hashes: Buffer[] = []
  for (const code of codes) hashes.push(await hashWith(salt, code))
  return { codes, salt, hashes }
}

/**
 * The recovery code in what the user typed: with or without a hyphen, o for 0, i or l for 1. Undefined if it cannot
 * be one.
 */
export function recoveryCode(typed: string): string | undefined {
  const code = typed.normalize('NFKC').toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1')
  return /^[0-9a-hjkmnp-tv-z]{10}$/.test(code) ? code : undefined
}
