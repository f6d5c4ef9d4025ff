import { type Audited, audit } from '../db/audit.ts'
import type { Tx } from '../db/database.ts'
import type { SignInAccount } from './sign-in-account.ts'

/**
 * Ends every session of the user, at the sign-in provider and here, and records it in the audit log. Returns the number
 * of sessions that ended here.
 */
export async function signOutEverywhere(
  tx: Tx,
  account: SignInAccount,
  word: Pick<Audited, 'byUserId' | 'reason' | 'at' | 'askedKey'> & { aboutUserId: number },
): Promise<number> {
  await account.signOut(word.aboutUserId)
  const { numDeletedRows } = await tx
    .deleteFrom('session')
    .where('user_id', '=', word.aboutUserId)
    .executeTakeFirstOrThrow()
  const ended = Number(numDeletedRows)
  await audit(tx, { ...word, action: 'signed-out', facts: { ended } })
  return ended
}
