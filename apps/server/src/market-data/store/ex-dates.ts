import type { ExchangeId } from '@finlist/domain/markets'
import { dailyAt } from '../../background/daily-at.ts'
import type { Job } from '../../background/jobs.ts'
import type { Database } from '../../db/database.ts'
import { publish } from '../../db/topics.ts'

/**
 * Job that republishes a market's prices on the day a corporate action takes effect or a stock is delisted, so that
 * caches drop figures computed from adjusted prices. Adjusted prices change at 00:00 UTC, before any market opens.
 */
export const exDates = (database: Database): Job => ({
  name: 'ex-dates',
  next: dailyAt('HKEX', '08:01'),
  run: async () => ({
    rows: await database.write(async tx => {
      const { rows } = await tx.query<{ exchange: ExchangeId }>(
        `with today as (select (product_now() at time zone 'UTC')::date as day)
         select exchange from corporate_action, today where not cancelled and ex_date = day
         union all select exchange from listing, today where delisted_on = day`,
      )
      const markets = new Set(rows.map(({ exchange }) => exchange))
      if (markets.size > 0) await publish(tx, ...[...markets].map(exchange => `prices:${exchange}` as const))
      return rows.length
    }),
  }),
})
