import { setTimeout as wait } from 'node:timers/promises'
import { dayAt } from '@finlist/domain/calendar'
import { dailyAt } from '../../background/daily-at.ts'
import type { Job } from '../../background/jobs.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { SourceError } from '../vendors/source.ts'
import { type openSec, type SecSettings, secName } from './sec.ts'
import { secInThread } from './sec-in-thread.ts'
import { addReported, keepAsked, stocksDue } from './store.ts'

const exchange = 'US'
/** Time of the job in New York: after EDGAR's day, and after the market's list is proposed. */
const at = '22:30'
const named = 5

/** The job of the configured source of company figures, if there is one. */
export function fundamentalsJobs(config: Config, database: Database): Job[] {
  if (config.FUNDAMENTALS_US === '') return []
  return [fundamentalsJob(database, { settings: config, open: () => secInThread(config) })]
}

type Parts = {
  settings: SecSettings
  open: () => ReturnType<typeof openSec>
  /** Test override for the delay between requests. */
  pause?: (ms: number) => Promise<unknown>
}

/**
 * Nightly job that requests the figures of each listed or proposed company once and adds new ones. After an
 * interruption, it skips the companies that it has already requested that day. A faulty response makes the job fail,
 * but only after all other companies have been requested; the retry then requests the faulty ones again.
 */
export function fundamentalsJob(database: Database, { settings, open, pause = wait }: Parts): Job {
  return {
    name: `fundamentals-${exchange}`,
    next: dailyAt(exchange, at),
    async run(now) {
      const day = dayAt(exchange, now)
      const due = await stocksDue(database.db, exchange, day)
      if (due.length === 0) return { rows: 0, asAt: day }
      const source = open()
      const companies = new Map(await source.companies(due.map(({ code }) => code)))
      const faulty: { code: string; error: SourceError }[] = []
      let rows = 0
      for (const { code, validator } of due) {
        const of = { exchange, stockCode: code, source: secName, day } as const
        const cik = companies.get(code)
        try {
          if (cik !== undefined) await pause(60_000 / settings.SEC_PER_MINUTE)
          const found = cik === undefined ? undefined : await source.figures(cik, validator)
          rows += await database.transaction(async tx => {
            await keepAsked(tx, { ...of, validator: found?.validator ?? validator })
            return await addReported(tx, of, found?.figures ?? [])
          })
        } catch (error) {
          if (!(error instanceof SourceError) || error.isLasting) throw error
          if (error.reason.text === 'source.unknown')
            await database.transaction(tx => keepAsked(tx, { ...of, validator }))
          else faulty.push({ code, error })
        }
      }
      if (faulty.length > 0) throw faultyOf(faulty, due.length)
      return { rows, asAt: day }
    },
  }
}

function faultyOf(faulty: readonly { code: string; error: SourceError }[], of: number): SourceError {
  const list = faulty.slice(0, named).map(({ code }) => code)
  return new SourceError(
    'source.companies',
    { source: secName, count: faulty.length, of, list: list.join(', '), said: faulty[0]!.error.message },
    {},
  )
}
