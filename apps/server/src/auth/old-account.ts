import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** An account made before the operator changed the sign-in provider. `subject` is its subject at the old provider. */
export type OldAccount = { userId: number; issuer: string; subject: string; openedAt: Date }

/**
 * The user's older account: the only other account with the same e-mail address, from another issuer. The address must
 * be verified in both accounts, so that no account is revealed to someone who does not own its address. Undefined if
 * there is no such account, if there are several, or if the deletion of either account is scheduled.
 */
export async function findOldAccount(db: Db, userId: number): Promise<OldAccount | undefined> {
  const { rows } = await sql<OldAccount & { newIssuer: string; isLeaving: boolean }>`
    select old.user_id as "userId", old.issuer, old.subject, old.created_at as "openedAt", me.issuer as "newIssuer",
      me.deletion_at is not null or old.deletion_at is not null as "isLeaving"
    from users me join users old on lower(old.email) = lower(me.email) and old.user_id <> me.user_id
    where me.user_id = ${userId} and me.email <> ''
      and me.email_proved_at is not null and old.email_proved_at is not null
    limit 2`.execute(db)
  const [old, ...others] = rows
  if (!old || others.length > 0 || old.isLeaving || old.issuer === old.newIssuer || old.userId > userId)
    return undefined
  const { issuer, subject, openedAt } = old
  return { userId: old.userId, issuer, subject, openedAt }
}

type Asking = { userId: number; sessionId: string; ip: string }
type OldProofs = { password: boolean; appCode: boolean; passkey: boolean }
export type ProofGiven = { password: string; code: string } | { passkey: { question: string; answer: string } }

/** Verifies, in the new account's browser, that the user owns the older account. */
export type OldAccountProof = {
  /** The available methods; if all are false, ownership cannot be verified here. */
  proofs(old: OldAccount): Promise<OldProofs>
  /** Returns undefined if there is no passkey. */
  askPasskey(old: OldAccount, asking: Asking): Promise<{ options: unknown; sealed: string } | undefined>
  /** 'busy': the hashing queue is full. */
  prove(
    old: OldAccount,
    asking: Asking,
    given: ProofGiven,
  ): Promise<'proved' | 'wrong' | 'busy' | { waitSeconds: number }>
}
