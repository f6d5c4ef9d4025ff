import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../../db/database.ts'
import { TooMany } from '../../http/client-errors.ts'

const day = 86_400
/** Maximum time, in seconds, for which an export whose process died blocks the next one. */
const longest = 600

/** Limits a user to one export at a time and five a day, across all processes. Throws TooMany. */
export function exportLimits({ pool }: Database) {
  const limit = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      tableName: 'rate_limit',
      tableCreated: true,
      keyPrefix,
      points,
      duration,
    })
  const underWay = limit('export-under-way', 1, longest)
  const daily = limit('export-day', 5, day)
  return async <T>(userId: number, make: () => Promise<T>): Promise<T> => {
    const key = `person ${userId}`
    await underWay.consume(key).catch(tooMany)
    try {
      await daily.consume(key).catch(tooMany)
      return await make()
    } finally {
      await underWay.delete(key)
    }
  }
}

function tooMany(reason: unknown): never {
  if (reason instanceof RateLimiterRes) throw new TooMany(reason.msBeforeNext / 1_000)
  throw reason
}
