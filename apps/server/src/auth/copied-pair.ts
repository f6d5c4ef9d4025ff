import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'
import type { SendNotice } from '../notifications/messenger.ts'
import type { SignInAccount } from './sign-in-account.ts'

type Parts = {
  database: Database
  account: SignInAccount
  send: SendNotice
  log: FastifyBaseLogger
}

/**
 * Called when a device key is used from too many networks at the same time. Ends its session here and all of the user's
 * sessions at the sign-in provider, so that the user has to sign in again. The user is notified once, even if several
 * processes detect it.
 */
export function endCopied({ database, account, send, log }: Parts) {
  return async (userId: number, sessionId: string): Promise<void> => {
    await account.signOut(userId)
    const isFirst = await database.write(async tx => {
      const { numDeletedRows } = await tx
        .deleteFrom('session')
        .where('user_id', '=', userId)
        .where('session_id', '=', sessionId)
        .executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) return false
      const { email: to, language } = await tx
        .selectFrom('users')
        .select(['email', 'language'])
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      if (to) await send(tx, 'device-copied', { to, language: language ?? 'en', values: {}, userId })
      return true
    })
    if (isFirst)
      log.warn(
        { event: 'device-copied', user: userId },
        'one device was seen from many networks; its session was ended',
      )
  }
}
