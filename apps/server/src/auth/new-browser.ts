import type { FastifyRequest } from 'fastify'
import type { Tx } from '../db/database.ts'
import type { SendNotice } from '../notifications/messenger.ts'
import { readUserAgent } from './user-agent.ts'

type Parts = {
  send: SendNotice
  /** The approximate location of an IP address. */
  placeOf: (ip: string) => string
  /** Whether to notify this address; false for demo accounts, which anyone can enter. */
  isTold: (email: string) => boolean
}

/** Notifies a user by e-mail and inbox of a sign-in from a browser that is new to the account. */
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
