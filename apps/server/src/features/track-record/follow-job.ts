import type { ExchangeId } from '@finlist/domain/markets'
import { dailyAt } from '../../background/daily-at.ts'
import type { Job } from '../../background/jobs.ts'
import { type Config, tradingCosts } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { readClosings } from '../../market-data/store/closings.ts'
import { newestWeek } from '../../market-data/store/week.ts'
import { checkCorrections } from './corrections.ts'
import { followPicks } from './follow-picks.ts'
import { recordOutcomes } from './record-outcomes.ts'

/** Time of the job in the exchange's time zone. By then the day's prices have arrived. */
export const followingTime = '23:30'

type Parts = { database: Database; config: Config }

/**
 * Nightly job: updates the outcomes of the market's picks, and checks which lists would differ today. After a week's
 * end it records the outcomes that have become final.
 */
export const followJob = ({ database, config }: Parts, exchange: ExchangeId): Job => ({
  name: `follow-${exchange}`,
  brings: true,
  next: dailyAt(exchange, followingTime),
  async run(now) {
    const costs = tradingCosts(config)[exchange]
    const followed = await followPicks(database, exchange, costs)
    if (config.TRACK_RECORD === 'on') {
      const until = newestWeek(exchange, now, await readClosings(database.db))
      await database.write(tx => recordOutcomes(tx, exchange, { until, costs }))
    }
    await checkCorrections(database, exchange)
    return followed
  },
})
