import type pg from 'pg'

/** A passkey as its owner sees it. */
export type Passkey = { id: string; name: string; madeAt: Date; usedAt: Date | null; transports: string[] }
/** A passkey with the public key and counter by which its answers are verified. */
export type StoredPasskey = Passkey & { account: string; publicKey: Buffer; counter: number }
export type NewPasskey = Pick<StoredPasskey, 'id' | 'name' | 'publicKey' | 'counter' | 'transports'>

export type Rows = Pick<pg.Pool, 'query'>

export const mostPasskeys = 20
export const longestName = 60

const columns = `id, name, made_at as "madeAt", used_at as "usedAt", transports`

/** The account's passkeys, oldest first. */
export async function passkeysOf(pool: Rows, account: string): Promise<Passkey[]> {
  const { rows } = await pool.query<Passkey>(
    `select ${columns} from identity_passkey where account = $1 order by made_at, id limit ${mostPasskeys}`,
    [account],
  )
  return rows
}

export async function passkeyById(pool: Rows, id: string): Promise<StoredPasskey | undefined> {
  const { rows } = await pool.query<StoredPasskey & { counter: string }>(
    `select ${columns}, account, public_key as "publicKey", counter from identity_passkey where id = $1`,
    [id],
  )
  return rows[0] && { ...rows[0], counter: Number(rows[0].counter) }
}

/**
 * Saves a passkey. Returns false, and saves nothing, if the account has the maximum number of passkeys, or if the
 * passkey is registered already.
 */
export async function addPasskey(pool: Rows, account: string, passkey: NewPasskey): Promise<boolean> {
  const { id, name, publicKey, counter, transports } = passkey
  const { rowCount } = await pool.query(
    `insert into identity_passkey (id, account, name, public_key, counter, transports)
     select $1, $2, $3, $4, $5, $6
     where (select count(*) from identity_passkey where account = $2) < ${mostPasskeys}
     on conflict (id) do nothing`,
    [id, account, name, publicKey, counter, transports],
  )
  return rowCount === 1
}

/**
 * Records a use of the passkey. Returns false if the counter has not increased since the last use, which means that the
 * passkey was copied. A counter that is always 0 is accepted.
 */
export async function countPasskey(pool: Rows, id: string, counter: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update identity_passkey set counter = $2, used_at = now() where id = $1 and (counter < $2 or counter = 0 and $2 = 0)`,
    [id, counter],
  )
  return rowCount === 1
}

export async function renamePasskey(pool: Rows, account: string, id: string, name: string): Promise<void> {
  await pool.query('update identity_passkey set name = $3 where account = $1 and id = $2', [account, id, name])
}

/** Removes a passkey and returns its name; undefined if the account has no such passkey. */
export async function removePasskey(pool: Rows, account: string, id: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ name: string }>(
    'delete from identity_passkey where account = $1 and id = $2 returning name',
    [account, id],
  )
  return rows[0]?.name
}

/** Uses up a challenge. Of concurrent answers to it exactly one is accepted. */
export async function spendChallenge(pool: Rows, challenge: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into identity_spent_challenge (challenge, expires_at) values ($1, now() + interval '1 hour')
     on conflict do nothing`,
    [challenge],
  )
  return rowCount === 1
}
