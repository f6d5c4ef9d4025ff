import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../db/database.ts'
import { TooMany } from '../http/client-errors.ts'

/** Rate limits per user: ten coupon checks a minute, twenty purchases an hour. Throws TooMany. */
export class Limits {
  readonly #coupons: RateLimiterPostgres
  readonly #purchases: RateLimiterPostgres

  constructor(database: Database) {
    const limit = (keyPrefix: string, points: number, duration: number) =>
      new RateLimiterPostgres({
        storeClient: database.pool,
        tableName: 'rate_limit',
        tableCreated: true,
        keyPrefix,
        points,
        duration,
      })
    this.#coupons = limit('coupon-minute', 10, 60)
    this.#purchases = limit('purchase-hour', 20, 3_600)
  }

  async coupon(userId: number) {
    await this.#coupons.consume(`person ${userId}`).catch(tooMany)
  }

  async purchase(userId: number) {
    await this.#purchases.consume(`person ${userId}`).catch(tooMany)
  }
}

function tooMany(reason: unknown): never {
  if (reason instanceof RateLimiterRes) throw new TooMany(reason.msBeforeNext / 1_000)
  throw reason
}
