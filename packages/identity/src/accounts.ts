import type pg from 'pg'

export type Account = {
  subject: string
  email: string
  emailVerified: boolean
  name: string | null
  phone: string | null
  phoneVerified: boolean
  passwordHash: string | null
}

export type AccountFacts = {
  email: string
  emailVerified: boolean
  name?: string
  /** If omitted, an existing account keeps its password. */
  passwordHash?: string
  /** E.164. A changed number counts as verified only with `phoneVerified: true`. */
  phone?: string
  phoneVerified?: boolean
}

/**
 * Creates an account for an e-mail address, or updates the existing one with the given facts. Addresses are compared
 * case-insensitively. A verified address stays verified. Passing a phone number invalidates pending SMS codes.
 */
export async function createAccount(pool: pg.Pool, facts: AccountFacts): Promise<{ subject: string }> {
  const { rows } = await pool.query<{ subject: string }>(
    `with kept as (
     insert into identity_account as a (email, email_display, email_verified, name, phone, phone_verified, password_hash)
     values ($1, $2, $3, $4, $5::text, $6::boolean and $5::text is not null, $7)
     on conflict (email) do update set
       email_display = excluded.email_display,
       email_verified = a.email_verified or excluded.email_verified,
       name = coalesce(excluded.name, a.name),
       phone = coalesce(excluded.phone, a.phone),
       phone_verified = case
         when excluded.phone is null or excluded.phone = a.phone then a.phone_verified or excluded.phone_verified
         else excluded.phone_verified end,
       password_hash = coalesce(excluded.password_hash, a.password_hash)
     returning subject),
     dead as (delete from identity_code where $5::text is not null and channel = 'sms'
       and account in (select subject from kept))
     select subject from kept`,
    [
      emailKey(facts.email),
      plainEmail(facts.email),
      facts.emailVerified,
      facts.name ?? null,
      facts.phone ?? null,
      facts.phoneVerified ?? false,
      facts.passwordHash ?? null,
    ],
  )
  return { subject: rows[0]!.subject }
}

export async function findSubject(pool: pg.Pool, email: string): Promise<string | undefined> {
  return (await accountByEmail(pool, email))?.subject
}

/** Deletes the account and all data that the provider has about it. Its sessions end immediately. */
export async function deleteAccount(pool: pg.Pool, subject: string): Promise<void> {
  await pool.query(
    `with gone as (delete from identity_account where subject = $1)
     delete from identity_provider_row where account = $1`,
    [subject],
  )
}

/** Ends all provider sessions of the account, and all sign-ins to it that are in progress. */
export async function endSessions(pool: pg.Pool, subject: string): Promise<void> {
  await endOthers(pool, subject)
}

/**
 * An address for display and e-mail. Look-alike characters, such as the Kelvin sign, are normalized to plain letters.
 */
export const plainEmail = (email: string) => email.normalize('NFKC').trim()

/** An address for comparison and rate limits. */
export const emailKey = (email: string) => plainEmail(email).toLowerCase()

const columns = `subject, email_display as email, email_verified as "emailVerified", name, phone,
  phone_verified as "phoneVerified", password_hash as "passwordHash"`

export async function accountByEmail(pool: pg.Pool, email: string): Promise<Account | undefined> {
  const found = await pool.query<Account>(`select ${columns} from identity_account where email = $1`, [emailKey(email)])
  return found.rows[0]
}

export async function accountBySubject(pool: pg.Pool, subject: string): Promise<Account | undefined> {
  const found = await pool.query<Account>(`select ${columns} from identity_account where subject = $1`, [subject])
  return found.rows[0]
}

export async function proveEmail(pool: pg.Pool, subject: string): Promise<void> {
  await pool.query('update identity_account set email_verified = true where subject = $1 and not email_verified', [
    subject,
  ])
}

/** Saves the number as verified, and invalidates pending SMS codes of the account. */
export async function setProvedPhone(pool: pg.Pool, subject: string, phone: string): Promise<void> {
  await pool.query(
    `with changed as (update identity_account set phone = $2, phone_verified = true where subject = $1)
     delete from identity_code where account = $1 and channel = 'sms'`,
    [subject, phone],
  )
}

/**
 * What survives when an account's other sessions and sign-ins end: the session with this uid, and the codes and second
 * step of `owner` (a sign-in or a session).
 */
export type Kept = { session?: string | undefined; owner?: string }

/** Sets the password, and ends all sessions and sign-ins of the account except those kept. */
export async function changePassword(pool: pg.Pool, subject: string, passwordHash: string, kept: Kept = {}) {
  await pool.query(
    `with changed as (update identity_account set password_hash = $4 where subject = $1),
     ${withoutOthers}`,
    [...othersThan(subject, kept), passwordHash],
  )
}

/**
 * Ends all sessions and sign-ins of the account except those kept. The kept session counts as a two-step session from
 * now on.
 */
export async function keepOnly(pool: pg.Pool, subject: string, kept: Kept) {
  await pool.query(
    `with two as (
       update identity_provider_row set payload = jsonb_set(payload, '{amr}', coalesce(payload->'amr', '[]') || '["mfa"]')
       where account = $1 and model = 'Session' and uid = $2 and not coalesce(payload->'amr', '[]') ? 'mfa'),
     ${withoutOthers}`,
    othersThan(subject, kept),
  )
}

/**
 * Secures an account that somebody else has used since `since`. Ends all of its sessions and sign-ins. If its address
 * is verified, also removes the sign-in methods that the intruder may know or have added: the password, the phone
 * number as a sign-in method, and passkeys added since then. The owner can then sign in with a code sent to that
 * address. Without a verified address the methods stay, because the owner would have no way to sign in.
 */
export async function secureAccount(pool: pg.Pool, subject: string, since: Date): Promise<void> {
  await endOthers(pool, subject)
  await pool.query(
    `with secured as (
       update identity_account set password_hash = null, phone_verified = false
       where subject = $1 and email_verified returning subject)
     delete from identity_passkey where made_at >= $2 and account in (select subject from secured)`,
    [subject, since],
  )
}

/** Ends the provider session with this uid. */
export async function endSession(pool: pg.Pool, subject: string, session: string) {
  await pool.query(
    `delete from identity_provider_row where account = $1 and coalesce(payload->>'sessionUid', uid) = $2`,
    [subject, session],
  )
}

/** Ends all sessions and sign-ins of the account except those kept. */
export async function endOthers(pool: pg.Pool, subject: string, kept: Kept = {}) {
  await pool.query(`with ${withoutOthers}`, othersThan(subject, kept))
}

/**
 * SQL that deletes the sessions of an account and its sign-ins in progress: those that wait for a second step, for a
 * code, or for the browser to return to the client. A sign-in in progress could otherwise still open the account.
 */
const withoutOthers = `steps as (delete from identity_second_step where account = $1 and owner <> $3),
     codes as (delete from identity_code where account = $1 and owner <> $3)
     delete from identity_provider_row where account = $1 and coalesce(payload->>'sessionUid', uid, '') <> $2`
const othersThan = (subject: string, { session = 'none', owner = 'none' }: Kept) => [subject, session, owner]

/**
 * Replaces the account's password hash with another hash of the same password. Does nothing if the password has been
 * changed since the account was read.
 */
export async function renewHash(pool: pg.Pool, { subject, passwordHash }: Account, renewed: string) {
  await pool.query('update identity_account set password_hash = $3 where subject = $1 and password_hash = $2', [
    subject,
    passwordHash,
    renewed,
  ])
}

/**
 * Makes the verified address the sign-in address of the account, and invalidates codes sent to the previous one.
 * Returns false, and changes nothing, if another account has the address.
 */
export async function changeEmail(pool: pg.Pool, subject: string, email: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `with changed as (
       update identity_account set email = $2, email_display = $3, email_verified = true
       where subject = $1 and not exists (select 1 from identity_account where email = $2 and subject <> $1)
       returning subject),
     codes as (delete from identity_code where channel = 'email' and account in (select subject from changed))
     select subject from changed`,
    [subject, emailKey(email), email.trim()],
  )
  return rowCount === 1
}

/**
 * Saves a phone number that was entered elsewhere. It cannot be used to sign in until it is verified here. If the
 * account has the number already, nothing changes.
 */
export async function setUnprovedPhone(pool: pg.Pool, subject: string, phone: string): Promise<void> {
  await pool.query(
    `with changed as (
       update identity_account set phone = $2, phone_verified = false
       where subject = $1 and phone is distinct from $2 returning subject)
     delete from identity_code where channel = 'sms' and account in (select subject from changed)`,
    [subject, phone],
  )
}

/** The data that the provider has about an account, without secrets. */
export async function accountFacts(pool: pg.Pool, subject: string): Promise<Record<string, unknown> | undefined> {
  const { rows } = await pool.query<Record<string, unknown>>(
    `select email_display as email, email_verified, name, phone, phone_verified, password_hash is not null as has_password, created_at,
       since as second_factor_since,
       (select coalesce(json_agg(json_build_object('name', k.name, 'made_at', k.made_at) order by k.made_at), '[]')
        from identity_passkey k where k.account = subject) as passkeys
     from identity_account left join identity_second_factor on account = subject where subject = $1`,
    [subject],
  )
  return rows[0]
}
