import { addDays, type Day, dayAt } from '@finlist/domain/calendar'
import type { ChanceCount } from '@finlist/domain/chance/count'
import type { ChanceWorld, Fires } from '@finlist/domain/chance/fires'
import type { WideningCount } from '@finlist/domain/chance/widen'
import type { StateRates } from '@finlist/domain/market-trend/state-rates'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import type { Costs } from '@finlist/domain/outcome/rule'
import type { Widening } from '@finlist/domain/outcome/widening'
import { dailyAt } from '../../background/daily-at.ts'
import { inThread } from '../../background/in-thread.ts'
import type { Job } from '../../background/jobs.ts'
import type { Database, Db } from '../../db/database.ts'
import { readChance, writeChance } from './figures.ts'
import { readStateRates, writeStateRates } from './state-rates.ts'
import { readRecordWeeks, readWidening, writeWidening } from './widening.ts'

export type CountAsked = {
  databaseUrl: string
  exchange: ExchangeId
  day: Day
  since: Day
  count: ChanceCount
  widening: WideningCount & { stocks: number }
}
export type Counted = {
  worlds: Record<ChanceWorld, Fires>
  /** `stocks`: the number of stocks in each simulated market. */
  widening: Widening & { stocks: number }
  rates: StateRates
}

type Parts = {
  database: Database
  databaseUrl: string
  /** Runs fewer simulations, because a demo has only a few hundred stocks and its machine is busy at start. */
  demo: boolean
  costs: Costs
}

const usual = { everyWeeks: 1, worlds: 4, stocks: 500 }
const ofDemo = { everyWeeks: 4, worlds: 4, stocks: 150 }
/** With 20 simulated markets the widening factor varies between 1 and 2.3, with 100 between 1.1 and 1.8. */
const worldsOfRecord = { usual: { worlds: 100, stocks: 500 }, ofDemo: { worlds: 20, stocks: 300 } }
/**
 * Limits for the number of weeks per simulated market, which is about that of the track record: a short record needs a
 * larger widening factor.
 */
const weeks = { fewest: 26, usual: 52, most: 156 }
const yearDays = 364
/** Delay after the server's start, because the server is busy then. The markets begin `turnMs` apart. */
const startMs = 3 * 60_000
const turnMs = 30_000
const thread = new URL('../../workers/chance.ts', import.meta.url)
/** Limits of the simulation thread, which needs minutes on an otherwise idle machine. */
const limits = { seconds: 3_600, megabytes: 1_536 }

/**
 * Job that simulates random markets, in each month's first night (or the first night in which the market has prices).
 * Determines how often each base occurs by chance, the factor by which the track record's confidence intervals are
 * widened, and the index's performance after each market state. Runs in a separate thread while the exchange is closed.
 */
export function chanceJob(exchange: ExchangeId, { database, databaseUrl, demo, costs }: Parts): Job {
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
      const month = monthOf(today)
      if (!(await hasPrices(database.db, exchange)) || (await isCounted(database.db, exchange, month)))
        return { rows: 0 }
      const seed = `${exchange} ${month}`
      const asked: CountAsked = {
        databaseUrl,
        exchange,
        day: today,
        since: addDays(today, -yearDays),
        count: { seed, ...(demo ? ofDemo : usual) },
        widening: {
          seed,
          costs,
          weeks: weeksOfWorlds(await readRecordWeeks(database.db, exchange)),
          ...(demo ? worldsOfRecord.ofDemo : worldsOfRecord.usual),
        },
      }
      const { worlds, ...counted } = await inThread<Counted>(thread, asked, limits)
      if (worlds.real.stockWeeks === 0) return { rows: 0 }
      const rows = await database.write(async tx => {
        await writeWidening(tx, exchange, asked.widening, counted.widening)
        await writeStateRates(tx, exchange, { rates: counted.rates, seed })
        return await writeChance(tx, exchange, { seed, worlds })
      })
      return { rows, asAt: today }
    },
  }
}

/** A cheap check before starting a thread, since a market without prices is retried every night. */
const hasPrices = async (db: Db, exchange: ExchangeId): Promise<boolean> =>
  Boolean(await db.selectFrom('bar').select('exchange').where('exchange', '=', exchange).limit(1).executeTakeFirst())

/** Whether everything was computed this month with the current method. */
async function isCounted(db: Db, exchange: ExchangeId, month: string): Promise<boolean> {
  const counts = [await readChance(db, exchange), await readWidening(db, exchange), await readStateRates(db, exchange)]
  return counts.every(counted => counted && monthOf(dayAt(exchange, Date.parse(counted.countedAt))) === month)
}

const weeksOfWorlds = (ofRecord: number) => Math.min(weeks.most, Math.max(weeks.fewest, ofRecord || weeks.usual))

const monthOf = (day: Day) => day.slice(0, 7)
