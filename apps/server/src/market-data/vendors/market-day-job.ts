import { addDays, type Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { dailyAt } from '../../background/daily-at.ts'
import type { Job } from '../../background/jobs.ts'
import type { Database } from '../../db/database.ts'
import { daysToTake, readyTime } from './market-days.ts'
import { type LeftOut, type NightlySource, SourceError } from './source.ts'
import { keepFailure, type TakeParts, takeDay } from './take-day.ts'
import { loadLists } from './take-lists.ts'

/** Age, in days, beyond which a missing day is requested only once a night, without retries. */
const patientDays = 7

/**
 * Nightly job that runs after an exchange's close and imports the day, and earlier missing days, from the source. A
 * missing day does not stop the others; if it is in the last week, the job fails and is retried. If the source rejects
 * the API key or is unreachable, the remaining days wait for the next run.
 */
export function marketDayJob(
  database: Database,
  { exchange, open }: { exchange: ExchangeId; open: () => NightlySource },
): Job {
  return {
    name: `prices-${exchange}`,
    next: dailyAt(exchange, readyTime(exchange)),
    async run(now) {
      const parts = { database, exchange, source: open(), now }
      const { newest, missing, again } = await daysToTake(database, exchange, now)
      let failed: unknown
      let rows = 0
      let told: readonly LeftOut[] = []
      const attempt = async (work: () => Promise<number>, isDue: boolean) => {
        try {
          rows += await work()
        } catch (error) {
          if (error instanceof SourceError && error.isLasting) throw error
          if (isDue) failed ??= error
        }
      }
      await attempt(async () => {
        const lists = await takeLists(parts, newest)
        told = lists.refused
        return lists.rows
      }, true)
      for (const day of again === undefined ? missing : [...missing, again])
        await attempt(
          async () => {
            const taken = await takeDay(parts, day, day === newest ? told : [])
            if (!taken.isWhole)
              throw new SourceError('source.half', { source: parts.source.name, date: day, count: taken.rows })
            return taken.rows
          },
          day > addDays(newest, -patientDays) && day !== again,
        )
      if (failed) throw failed
      return { rows, asAt: newest }
    },
  }
}

async function takeLists(parts: TakeParts, day: Day) {
  try {
    const given = await parts.source.lists(day)
    return { rows: await loadLists(parts, given, day), refused: given.refused }
  } catch (error) {
    await keepFailure(parts, day, error)
    throw error
  }
}
