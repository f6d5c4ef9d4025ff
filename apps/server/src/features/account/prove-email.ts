import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { type Language } from '@finlist/i18n/languages'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../../db/database.ts'
import type { Key, KeyRing } from '../../db/keys.ts'
import { BadRequest, TooMany } from '../../http/client-errors.ts'
import type { SendNotice } from '../../notifications/messenger.ts'
import { changeUser, keepProvedEmail, readUser, saveProofCode, tryProofCode, useProofCode } from './store.ts'

const minutes = 10
const tries = 5

export type EmailProof = {
  start(userId: number, email: string, language: Language): Promise<void>
  confirm(userId: number, email: string, code: string): Promise<void>
}

/**
 * Verifies an e-mail address with a six-digit code: valid for ten minutes, single use, five attempts. Codes are limited
 * to one a minute, five an hour and ten a day, both by address and by user.
 */
export function emailProof(parts: {
  database: Database
  ring: () => KeyRing
  send: SendNotice
  /** Makes the verified address the user's sign-in address; rejects an address that another account signs in with. */
  adopt: (userId: number, email: string) => Promise<void>
  now: () => number
}): EmailProof {
  const { database, ring, send, adopt, now } = parts
  const limit = (name: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: database.pool,
      tableName: 'rate_limit',
      tableCreated: true,
      keyPrefix: name,
      points,
      duration,
    })
  const limits = [
    limit('email-proof-minute', 1, 60),
    limit('email-proof-hour', 5, 3_600),
    limit('email-proof-day', 10, 86_400),
  ]
  const hashOf = (key: Key, userId: number, email: string, code: string) =>
    createHmac('sha256', key.value).update(`${userId}\n${email.toLowerCase()}\n${code}`).digest()

  return {
    async start(userId, email, language) {
      for (const key of [`person ${userId}`, `address ${email.toLowerCase()}`]) {
        for (const limiter of limits) await limiter.consume(key).catch(tooMany)
      }
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const hash = hashOf(ring().signing, userId, email, code)
      await database.write(async tx => {
        await saveProofCode(tx, userId, email, hash, new Date(now() + minutes * 60_000))
        await send(tx, 'prove-email', { to: email, language, values: { code } })
      })
    },

    async confirm(userId, email, code) {
      const stored = await tryProofCode(database.db, userId, email, tries, new Date(now()))
      const given = ring()
        .accepted.map(key => hashOf(key, userId, email, code))
        .find(hash => stored && timingSafeEqual(stored, hash))
      if (!given) throw new BadRequest('wrong-code', { field: 'code', code: 'wrong_code' })
      const at = new Date(now())
      const registering = (await readUser(database.db, userId)).registered_at === null
      if (registering) await adopt(userId, email)
      await database.write(async tx => {
        if (!registering) return await keepProvedEmail(tx, userId, email, at, new Date(now() + minutes * 60_000))
        if (!(await useProofCode(tx, userId, email, given)))
          throw new BadRequest('wrong-code', { field: 'code', code: 'wrong_code' })
        await changeUser(tx, userId, { email, email_proved_at: at })
      })
    },
  }
}

function tooMany(reason: unknown): never {
  if (reason instanceof RateLimiterRes) throw new TooMany(reason.msBeforeNext / 1_000)
  throw reason
}
