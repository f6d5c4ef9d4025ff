import type { ExchangeId } from '@finlist/domain/markets'
import type { Costs } from '@finlist/domain/outcome/rule'
import { dailyAt } from '../../background/daily-at.ts'
import type { Job } from '../../background/jobs.ts'
import type { Database } from '../../db/database.ts'
import { followPicks } from './follow-picks.ts'

/** Every night, when the day's prices are there: what became of the market's picks. */
export const followJob = (database: Database, exchange: ExchangeId, costs: Costs): Job => ({
  name: `follow-${exchange}`,
  brings: true,
  next: dailyAt(exchange, '23:30'),
  run: () => followPicks(database, exchange, costs),
})
