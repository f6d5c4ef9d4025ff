import { randomBytes } from 'node:crypto'
import type pg from 'pg'

/**
 * The state of the second step of a sign-in or session. It lasts 15 minutes. `offered` is the secret of an app that is
 * being set up. In a session with `passed`, it may replace the secret in use.
 */
export type SecondStep = { account: string; amr: string[]; offered: Buffer | null; passed: boolean }

const columns = 'account, amr, offered, passed'

/** Begins the second step, once the first step is done. */
export async function beginSecondStep(pool: pg.Pool, owner: string, account: string, amr: string[]): Promise<void> {
  await pool.query(
    `insert into identity_second_step (owner, account, amr, expires_at) values ($1, $2, $3, now() + interval '15 minutes')
     on conflict (owner) do update set account = excluded.account, amr = excluded.amr, offered = null, passed = false,
       expires_at = excluded.expires_at`,
    [owner, account, amr],
  )
}

export async function secondStep(pool: pg.Pool, owner: string): Promise<SecondStep | undefined> {
  const { rows } = await pool.query<SecondStep>(
    `select ${columns} from identity_second_step where owner = $1 and expires_at > now()`,
    [owner],
  )
  return rows[0]
}

/**
 * Returns a secret for setting up an app. It stays the same as long as the owner's second step for this account lasts.
 */
export async function offerSecret(pool: pg.Pool, owner: string, account: string): Promise<Buffer> {
  const alive = 's.expires_at > now() and s.account = excluded.account'
  const { rows } = await pool.query<{ offered: Buffer }>(
    `insert into identity_second_step as s (owner, account, offered, expires_at)
     values ($1, $2, $3, now() + interval '15 minutes')
     on conflict (owner) do update set
       account = excluded.account,
       offered = case when ${alive} then coalesce(s.offered, excluded.offered) else excluded.offered end,
       passed = s.passed and ${alive},
       expires_at = case when ${alive} then s.expires_at else excluded.expires_at end
     returning offered`,
    [owner, account, randomBytes(20)],
  )
  return rows[0]!.offered
}

export async function passSecondStep(pool: pg.Pool, owner: string): Promise<void> {
  await pool.query('update identity_second_step set passed = true where owner = $1', [owner])
}

/** Ends the second step and returns it. Of concurrent calls exactly one gets it; the others get undefined. */
export async function endSecondStep(pool: pg.Pool, owner: string): Promise<SecondStep | undefined> {
  const { rows } = await pool.query<SecondStep>(
    `delete from identity_second_step where owner = $1 and expires_at > now() returning ${columns}`,
    [owner],
  )
  return rows[0]
}
