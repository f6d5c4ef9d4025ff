import { sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'

export async function readUser(db: Db, userId: number) {
  return await db.selectFrom('users').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow()
}

/** The user's plan with an unpaid renewal; if there are several, the one that ends first. */
export async function readPastDue(db: Db, userId: number) {
  return await db
    .selectFrom('subscription as s')
    .innerJoin('plan_grant as h', join =>
      join.onRef('h.user_id', '=', 's.user_id').onRef('h.subscription_id', '=', 's.subscription_id'),
    )
    .select(['s.subscription_id', 's.product_id', 'h.ends_at'])
    .where('s.user_id', '=', userId)
    .where('s.status', 'in', ['past_due', 'unpaid'])
    .where('s.renews', '=', true)
    .orderBy('h.ends_at')
    .limit(1)
    .executeTakeFirst()
}

export async function changeUser(tx: Tx, userId: number, change: Updateable<Tables['users']>) {
  await tx.updateTable('users').set(change).where('user_id', '=', userId).execute()
}

export async function saveRegistration(
  tx: Tx,
  userId: number,
  facts: { name: string; phone: string; referral: object; at: Date },
) {
  await tx
    .updateTable('users')
    .set({
      name: facts.name,
      phone: facts.phone,
      referral: JSON.stringify(facts.referral),
      registered_at: facts.at,
      // A correction of a completed registration does not bring back first steps that were dismissed.
      first_steps: sql`first_steps or registered_at is null`,
    })
    .where('user_id', '=', userId)
    .execute()
}

export async function saveProofCode(tx: Tx, userId: number, email: string, codeHash: Buffer, expiresAt: Date) {
  await tx.deleteFrom('email_proof').where('user_id', '=', userId).execute()
  await tx
    .insertInto('email_proof')
    .values({ user_id: userId, email: email.toLowerCase(), code_hash: codeHash, expires_at: expiresAt })
    .execute()
}

/**
 * Counts an attempt and returns the code's hash; undefined if the code has expired or has no attempts left. Atomic, in
 * one statement.
 */
export async function tryProofCode(db: Db, userId: number, email: string, tries: number, now: Date) {
  const { rows } = await sql<{ code_hash: Buffer }>`
    update email_proof set tries = tries + 1
    where user_id = ${userId} and email = ${email.toLowerCase()} and tries < ${tries} and expires_at > ${now}
    returning code_hash`.execute(db)
  return rows[0]?.code_hash
}

/** Deletes the code; returns false if a concurrent request has already used it. */
export async function useProofCode(tx: Tx, userId: number, email: string, codeHash: Buffer): Promise<boolean> {
  const { rows } = await sql`delete from email_proof
    where user_id = ${userId} and email = ${email.toLowerCase()} and code_hash = ${codeHash} returning 1`.execute(tx)
  return rows.length > 0
}

/** Records that the code was right: the address may be adopted until `until`. */
export async function keepProvedEmail(tx: Tx, userId: number, email: string, at: Date, until: Date) {
  await tx
    .updateTable('email_proof')
    .set({ proved_at: at, expires_at: until, tries: sql`32767` })
    .where('user_id', '=', userId)
    .where('email', '=', email.toLowerCase())
    .execute()
}

/** Uses up the verification of the address; returns false if there is none or it has expired. */
export async function takeProvedEmail(tx: Tx, userId: number, email: string, now: Date): Promise<boolean> {
  const { rows } = await sql`delete from email_proof
    where user_id = ${userId} and email = ${email.toLowerCase()} and proved_at is not null and expires_at > ${now}
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Sets a notification switch, or toggles it when no value is given; atomic. */
export async function flipSwitch(
  tx: Tx,
  userId: number,
  name: 'marketing_notifications' | 'product_notifications',
  value?: boolean,
) {
  return await tx
    .updateTable('users')
    .set({ [name]: value ?? sql`not ${sql.ref(name)}` })
    .where('user_id', '=', userId)
    .returning(['marketing_notifications', 'product_notifications'])
    .executeTakeFirstOrThrow()
}
