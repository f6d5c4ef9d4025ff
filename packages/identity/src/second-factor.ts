import { randomBytes, timingSafeEqual } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type pg from 'pg'
import type { IdentityOptions } from './identity.ts'
import { hashWith, newSalt } from './password.ts'

/** An account's authenticator app (TOTP, RFC 6238) and the codes for the day it is not at hand. */
export type SecondFactor = { since: Date; recoveryLeft: number }

export async function secondFactorOf(pool: pg.Pool, account: string): Promise<SecondFactor | undefined> {
  const { rows } = await pool.query<SecondFactor>(
    `select since, cardinality(recovery) as "recoveryLeft" from identity_second_factor where account = $1`,
    [account],
  )
  return rows[0]
}

/** Whether a sign-in proved by `amr` alone is not enough: the account has a factor, or must have one. */
export async function lacksSecondFactor(
  { pool, needsSecondFactor }: Pick<IdentityOptions, 'pool' | 'needsSecondFactor'>,
  account: string,
  amr: readonly string[],
): Promise<boolean> {
  const has = (await secondFactorOf(pool, account)) !== undefined
  return has ? !amr.includes('mfa') : await needsSecondFactor(account)
}

/** The app's side of a secret: six digits of 30 seconds by HMAC-SHA-1, which is all that every app can do. */
export const appOf = (secret: Buffer, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) })

/** The time step whose code this is, of the present one and one on either side; undefined when it is of none. */
export function timeStep(secret: Buffer, code: string): number | undefined {
  const app = appOf(secret)
  const timestamp = Date.now()
  const off = app.validate({ token: code, timestamp, window: 1 })
  return off === null ? undefined : app.counter({ timestamp }) + off
}

/** Each time step takes one code, also of two that come at the same time, and none after a later one. */
export async function takeAppCode(pool: pg.Pool, account: string, code: string): Promise<'taken' | 'wrong' | 'used'> {
  const { rows } = await pool.query<{ secret: Buffer }>(
    'select secret from identity_second_factor where account = $1',
    [account],
  )
  const secret = rows[0]?.secret
  const step = secret && timeStep(secret, code)
  if (step === undefined) return 'wrong'
  const { rowCount } = await pool.query(
    'update identity_second_factor set last_step = $2 where account = $1 and secret = $3 and last_step < $2',
    [account, step, secret],
  )
  return rowCount === 1 ? 'taken' : 'used'
}

/** Of parallel calls with one code exactly one is taken. */
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
 * Makes the secret that of the account; `step` is that of its first code. Answers the recovery codes, or undefined
 * when there is a factor that was not to be replaced.
 */
export async function turnOn(
  pool: pg.Pool,
  account: string,
  { secret, step, replaces }: { secret: Buffer; step: number; replaces: boolean },
): Promise<string[] | undefined> {
  const { codes, salt, hashes } = await newRecoveryCodes()
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

/** New recovery codes in place of all earlier ones. */
export async function renewRecoveryCodes(pool: pg.Pool, account: string): Promise<string[]> {
  const { codes, salt, hashes } = await newRecoveryCodes()
  await pool.query('update identity_second_factor set recovery_salt = $2, recovery = $3 where account = $1', [
    account,
    salt,
    hashes,
  ])
  return codes
}

/** Answers whether there was one. */
export async function turnOff(pool: pg.Pool, account: string): Promise<boolean> {
  const { rowCount } = await pool.query('delete from identity_second_factor where account = $1', [account])
  return rowCount === 1
}

/** Without letters that are taken for digits. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz'

/** 50 random bits each. */
async function newRecoveryCodes() {
  const codes = Array.from({ length: 10 }, () => Array.from(randomBytes(10), byte => letters[byte % 32]).join(''))
  const salt = newSalt()
  return { codes, salt, hashes: await Promise.all(codes.map(code => hashWith(salt, code))) }
}

/** A recovery code as it was typed: with or without its hyphen, o for 0, i or l for 1; undefined when it cannot be one. */
export function recoveryCode(typed: string): string | undefined {
  const code = typed.normalize('NFKC').toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1')
  return /^[0-9a-hjkmnp-tv-z]{10}$/.test(code) ? code : undefined
}
