import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'

export type CodePurpose = 'sign-in' | 'create' | 'reset' | 'phone' | 'confirm'

export type SentCode = {
  owner: string
  purpose: CodePurpose
  channel: 'email' | 'sms'
  /** `typed` is the address as the user typed it, `address` its canonical form. */
  typed: string
  address: string
  account: string | null
}

const columns = 'owner, purpose, channel, typed, address, account'

/**
 * Creates a 6-digit code that is valid for 10 minutes, and replaces an earlier one of the same owner and purpose. With
 * `real: false` it does the same work, but no code will be accepted.
 */
export async function makeCode(pool: pg.Pool, key: string, sent: SentCode, real: boolean): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const right = hashOf(key, sent.owner, sent.purpose, code)
  const nothing = randomBytes(right.length)
  await pool.query(
    `insert into identity_code (${columns}, hash, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, now() + interval '10 minutes')
     on conflict (owner, purpose) do update set channel = excluded.channel, typed = excluded.typed,
       address = excluded.address, account = excluded.account, hash = excluded.hash, tries = 0,
       expires_at = excluded.expires_at, proved_at = null`,
    [sent.owner, sent.purpose, sent.channel, sent.typed, sent.address, sent.account, real ? right : nothing],
  )
  return code
}

/** The owner's code that has not been entered correctly yet, even if it has expired. */
export async function waitingCode(pool: pg.Pool, owner: string, purpose: CodePurpose): Promise<SentCode | undefined> {
  const { rows } = await pool.query<SentCode>(
    `select ${columns} from identity_code where owner = $1 and purpose = $2 and proved_at is null`,
    [owner, purpose],
  )
  return rows[0]
}

/**
 * Uses up one of 5 attempts. Returns the sent code if the answer is right, `wrong`, or `dead` if the code has been
 * used, has expired or has no attempts left. Of concurrent right answers exactly one is accepted.
 */
export async function tryCode(
  pool: pg.Pool,
  keys: string[],
  owner: string,
  purpose: CodePurpose,
  code: string,
): Promise<SentCode | 'wrong' | 'dead'> {
  const tried = await pool.query<{ hash: Buffer; tries: number }>(
    `update identity_code set tries = tries + 1
     where owner = $1 and purpose = $2 and proved_at is null and expires_at > now() and tries < 5
     returning hash, tries`,
    [owner, purpose],
  )
  const row = tried.rows[0]
  if (!row) return 'dead'
  const given = keys.map(key => hashOf(key, owner, purpose, code)).find(hash => timingSafeEqual(hash, row.hash))
  if (!given) return 'wrong'
  const proved = await pool.query<SentCode>(
    `update identity_code set proved_at = now()
     where owner = $1 and purpose = $2 and proved_at is null and hash = $3 returning ${columns}`,
    [owner, purpose, given],
  )
  return proved.rows[0] ?? 'dead'
}

/** Records a proof that needed no code, because the user entered their current password. */
export async function provedOtherwise(pool: pg.Pool, sent: SentCode): Promise<void> {
  await makeCode(pool, randomBytes(32).toString('hex'), sent, false)
  await pool.query('update identity_code set proved_at = now() where owner = $1 and purpose = $2', [
    sent.owner,
    sent.purpose,
  ])
}

const fresh = `owner = $1 and purpose = $2 and proved_at > now() - interval '15 minutes'`

/** The owner's unused proof of the last 15 minutes, if there is one. */
export async function proof(pool: pg.Pool, owner: string, purpose: CodePurpose): Promise<SentCode | undefined> {
  const { rows } = await pool.query<SentCode>(`select ${columns} from identity_code where ${fresh}`, [owner, purpose])
  return rows[0]
}

/** Uses up the proof. Of concurrent calls exactly one gets it. */
export async function spendProof(pool: pg.Pool, owner: string, purpose: CodePurpose): Promise<SentCode | undefined> {
  const { rows } = await pool.query<SentCode>(`delete from identity_code where ${fresh} returning ${columns}`, [
    owner,
    purpose,
  ])
  return rows[0]
}

function hashOf(key: string, owner: string, purpose: CodePurpose, code: string): Buffer {
  return createHmac('sha256', key).update(`${owner}\n${purpose}\n${code}`).digest()
}
