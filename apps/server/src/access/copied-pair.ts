import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'
import { changeNotice } from '../messaging/change-notice.ts'
import type { Message } from '../messaging/messenger.ts'
import type { SignInAccount } from './sign-in-account.ts'

type Parts = {
  database: Database
  account: SignInAccount
  brand: string
  send: (message: Message) => Promise<void>
  log: FastifyBaseLogger
}

/**
 * Ends the session whose device is used in many networks at once, at the provider too, so that the user has to sign in
 * again; the person is told once, whichever process was first.
 */
export function endCopied({ database, account, brand, send, log }: Parts) {
  return async (userId: number, sessionId: string): Promise<void> => {
    await account.signOut(userId)
    const { numDeletedRows } = await database.write(tx =>
      tx
        .deleteFrom('session')
        .where('user_id', '=', userId)
        .where('session_id', '=', sessionId)
        .executeTakeFirstOrThrow(),
    )
    if (numDeletedRows === 0n) return
    log.warn({ event: 'device-copied', user: userId }, 'one device was seen from many networks; its session was ended')
    const { email, language } = await database.db
      .selectFrom('users')
      .select(['email', 'language'])
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    if (email) await send(changeNotice('device-copied', { to: email, brand, language: language ?? 'en' }))
  }
}
