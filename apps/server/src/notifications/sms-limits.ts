import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { SendNotice } from './messenger.ts'
import { parsePhone } from './phone-numbers.ts'
import { staffAddresses } from './staff-addresses.ts'

const newNumbersADay = 3
const dayMs = 86_400_000
const hour = 3_600
const key = 'all'

type Parts = {
  database: Database
  config: Pick<Config, 'SMS_COUNTRIES' | 'SMS_PER_HOUR' | 'ADMIN_EMAILS'>
  send: SendNotice
  now: () => number
  log: FastifyBaseLogger
}

/**
 * Limits on SMS: three new numbers a day per account, the operator's countries, and an hourly total across all
 * processes; staff are notified when the total is reached.
 */
export class SmsLimits {
  readonly #parts: Parts
  readonly #total: RateLimiterPostgres

  constructor(parts: Parts) {
    this.#parts = parts
    this.#total = new RateLimiterPostgres({
      storeClient: parts.database.pool,
      tableName: 'rate_limit',
      tableCreated: true,
      keyPrefix: 'sms-hour',
      points: parts.config.SMS_PER_HOUR,
      duration: hour,
    })
  }

  get countries() {
    return this.#parts.config.SMS_COUNTRIES
  }

  readonly newNumbersADay = newNumbersADay

  async refusal(account: string, phone: string) {
    const { database, now, log } = this.#parts
    if (!this.#isServed(phone)) return { rule: 'country', waitSeconds: 0 } as const
    const hash = createHash('sha256').update(phone).digest()
    const at = now()
    const waitMs = await database.transaction(async tx => {
      // Serialises the account's requests, so that concurrent ones cannot exceed the limit on new numbers.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`sms ${account}`}, 0))`.execute(tx)
      const asked = await tx
        .selectFrom('sms_number')
        .select(['number_hash', 'asked_at'])
        .where('account', '=', account)
        .where('asked_at', '>', new Date(at - dayMs))
        .orderBy('asked_at')
        .execute()
      if (asked.some(({ number_hash }) => number_hash.equals(hash))) return 0
      if (asked.length >= newNumbersADay) return asked[0]!.asked_at.getTime() + dayMs - at
      await tx
        .insertInto('sms_number')
        .values({ account, number_hash: hash, asked_at: new Date(at) })
        .onConflict(conflict => conflict.columns(['account', 'number_hash']).doUpdateSet({ asked_at: new Date(at) }))
        .execute()
      return 0
    })
    if (waitMs === 0) return undefined
    log.warn({ event: 'sms-refused', rule: 'numbers', account }, 'an account asked for codes to too many numbers')
    return { rule: 'numbers', waitSeconds: Math.ceil(waitMs / 1_000) } as const
  }

  async pauseSeconds(): Promise<number> {
    const used = await this.#total.get(key)
    return used !== null && used.remainingPoints <= 0 ? Math.max(1, Math.ceil(used.msBeforeNext / 1_000)) : 0
  }

  /** Counts a message that is about to be sent. Returns false if it must not be sent. */
  async take(phone: string): Promise<boolean> {
    const { log } = this.#parts
    if (!this.#isServed(phone)) {
      log.warn({ event: 'sms-refused', rule: 'country' }, 'a text message to another country was not sent')
      return false
    }
    try {
      const { remainingPoints } = await this.#total.consume(key)
      if (remainingPoints === 0) await this.#tellStaff()
      return true
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason
      log.warn({ event: 'sms-refused', rule: 'total' }, 'a text message was not sent: the total of the hour is reached')
      return false
    }
  }

  #isServed(phone: string): boolean {
    const country = parsePhone(phone)?.country
    return this.countries.length === 0 || (country !== undefined && this.countries.includes(country))
  }

  async #tellStaff() {
    const { config, database, send, log } = this.#parts
    log.warn({ event: 'sms-total-reached', most: config.SMS_PER_HOUR }, 'the total of text messages an hour is reached')
    const values = { most: String(config.SMS_PER_HOUR) }
    await database.transaction(async tx => {
      for (const { email: to, language } of await staffAddresses(tx, config.ADMIN_EMAILS))
        await send(tx, 'sms-total', { to, language: language ?? 'en', values })
    })
  }
}
