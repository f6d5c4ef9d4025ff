import { setTimeout as wait } from 'node:timers/promises'
import { dayAt } from '@finlist/domain/calendar'
import { dailyAt } from '../../background/daily-at.ts'
import type { Job } from '../../background/jobs.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { SourceError } from '../vendors/source.ts'
import { figuresInThread } from './figures-in-thread.ts'
import type { FiguresSource } from './figures-source.ts'
import { type MarketWithFigures, marketsWithFigures } from './open-figures.ts'
import { addNewest, addReported, keepAsked, stocksDue } from './store.ts'

/**
 * Local time of the job: after the sources, EDGAR included, have finished their day, and after the market's list is
 * proposed.
 */
const at = '22:30'
const named = 5

/** A job for each market with a configured source of company figures. */
export function fundamentalsJobs(config: Config, database: Database): Job[] {
  return marketsWithFigures.flatMap(exchange => {
    const source = figuresInThread(config, exchange)
    return source ? [fundamentalsJob(database, { exchange, source })] : []
  })
}

type Parts = {
  exchange: MarketWithFigures
  source: FiguresSource
  /** Test override for the delay between requests. */
  pause?: (ms: number) => Promise<unknown>
}

/**
 * Nightly job that requests the figures of each company on a recent or proposed list once, and adds the new figures.
 * After an interruption, it skips the companies that it has already requested that day. A faulty response makes the job
 * fail, but only after all other companies have been requested. The retry then requests only the faulty ones.
 */
export function fundamentalsJob(database: Database, { exchange, source, pause = wait }: Parts): Job {
  return {
    name: `fundamentals-${exchange}`,
    next: dailyAt(exchange, at),
    async run(now) {
      const day = dayAt(exchange, now)
      const due = await stocksDue(database.db, exchange, day)
      if (due.length === 0) return { rows: 0, asAt: day }
      const companies = new Map(await source.companies(due.map(({ code }) => code)))
      const faulty: { code: string; error: SourceError }[] = []
      let rows = 0
      for (const { code, validator } of due) {
        const of = { exchange, stockCode: code, source: source.name, day } as const
        const id = companies.get(code)
        try {
          if (id !== undefined) await pause(source.pauseMs)
          const found = id === undefined ? undefined : await source.figures(id, { validator, day })
          rows += await database.transaction(async tx => {
            await keepAsked(tx, { ...of, validator: found?.validator ?? validator })
            const add = source.hasEveryVersion ? addReported : addNewest
            return await add(tx, of, found?.figures ?? [])
          })
        } catch (error) {
          if (!(error instanceof SourceError) || error.isLasting) throw error
          if (error.reason.text === 'source.unknown')
            await database.transaction(tx => keepAsked(tx, { ...of, validator }))
          else faulty.push({ code, error })
        }
      }
      if (faulty.length > 0) throw faultyOf(faulty, { source: source.name, of: due.length })
      return { rows, asAt: day }
    },
  }
}

function faultyOf(
  faulty: readonly { code: string; error: SourceError }[],
  { source, of }: { source: string; of: number },
): SourceError {
  const list = faulty.slice(0, named).map(({ code }) => code)
  return new SourceError(
    'source.companies',
    { source, count: faulty.length, of, list: list.join(', '), said: faulty[0]!.error.message },
    {},
  )
}
