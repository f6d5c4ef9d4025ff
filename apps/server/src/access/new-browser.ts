import type { FastifyRequest } from 'fastify'
import type { Tx } from '../db/database.ts'
import type { SendNotice } from '../messaging/messenger.ts'
import { readUserAgent } from './user-agent.ts'

type Parts = {
  send: SendNotice
  /** Approximate location of an address. */
  placeOf: (ip: string) => string
  /** False for demo accounts that anyone can enter. */
  isTold: (email: string) => boolean
}

/**
 * Notifies a person by e-mail and inbox that their account was signed in to in a browser that it was not used in
 * before.
 */
export const tellOfNewBrowser =
  ({ send, placeOf, isTold }: Parts) =>
  async (tx: Tx, userId: number, request: FastifyRequest): Promise<void> => {
    const { email: to, language } = await tx
      .selectFrom('users')
      .select(['email', 'language'])
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    if (!to || !isTold(to)) return
    const { browser, system } = readUserAgent(request.headers['user-agent'] ?? '')
    const values = { browser: [browser, system].filter(Boolean).join(', ') || '-', place: placeOf(request.ip) }
    await send(tx, 'new-browser', { to, language: language ?? 'en', values, userId })
  }
