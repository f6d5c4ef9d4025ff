import { addDays, type Day, dayAt } from '@finlist/domain/calendar'
import type { ChanceCount } from '@finlist/domain/chance/count'
import type { ChanceWorld, Fires } from '@finlist/domain/chance/fires'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { dailyAt } from '../../background/daily-at.ts'
import { inThread } from '../../background/in-thread.ts'
import type { Job } from '../../background/jobs.ts'
import type { Database } from '../../db/database.ts'
import { readChance, writeChance } from './figures.ts'

export type CountAsked = { databaseUrl: string; exchange: ExchangeId; day: Day; since: Day; count: ChanceCount }

type Parts = {
  database: Database
  databaseUrl: string
  /** A demo counts less: it has a few hundred stocks, and a machine that is busy starting. */
  demo: boolean
}

const usual = { everyWeeks: 1, worlds: 4, stocks: 500 }
const ofDemo = { everyWeeks: 4, worlds: 4, stocks: 150 }
const yearDays = 364
/** A server that has just started has other work; after it one market begins after the other. */
const startMs = 3 * 60_000
const turnMs = 30_000
const thread = new URL('../../workers/chance.ts', import.meta.url)
/** Half a minute of computing, on a machine that has nothing else to do. */
const limits = { seconds: 3_600, megabytes: 1_536 }

/**
 * Counts, on the first night of a month or the first one with prices, how often the market and chance show each base. It
 * runs when the exchange sleeps, in a thread of its own.
 */
export function chanceJob(exchange: ExchangeId, { database, databaseUrl, demo }: Parts): Job {
  const nightly = dailyAt(exchange, '03:30')
  const turn = exchangeIds.indexOf(exchange)
  let startedAt: number | undefined
  return {
    name: `chance-${exchange}`,
    brings: true,
    next(last, now) {
      startedAt ??= now
      return Math.max(nightly(last, now), startedAt + startMs + turn * turnMs)
    },
    async run(now) {
      const today = dayAt(exchange, now)
      const counted = await readChance(database.db, exchange)
      if (counted && monthOf(dayAt(exchange, Date.parse(counted.countedAt))) === monthOf(today)) return { rows: 0 }
      const seed = `${exchange} ${monthOf(today)}`
      const count = { seed, ...(demo ? ofDemo : usual) }
      const asked: CountAsked = { databaseUrl, exchange, day: today, since: addDays(today, -yearDays), count }
      const worlds = await inThread<Record<ChanceWorld, Fires>>(thread, asked, limits)
      if (worlds.real.stockWeeks === 0) return { rows: 0 }
      return { rows: await database.write(tx => writeChance(tx, exchange, { seed, worlds })), asAt: today }
    },
  }
}

const monthOf = (day: Day) => day.slice(0, 7)
