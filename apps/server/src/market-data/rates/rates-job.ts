import { addDays, type Day, dayAt } from '@finlist/domain/calendar'
import { dailyAt } from '../../background/daily-at.ts'
import type { Job } from '../../background/jobs.ts'
import type { Config } from '../../config.ts'
import type { Database, Db } from '../../db/database.ts'
import { loadBatch } from '../vendors/load-given.ts'
import { ecbName, openEcb, type Rate } from './ecb.ts'

/** In Hong Kong: after the ECB has published the day's rates, at about 16:00 in Frankfurt. */
const at = '23:30'
/** Number of days to request: more than the bank's longest holidays, because only the newest rate is ever used. */
const daysBack = 10

/** The job of the configured source of exchange rates, if there is one. */
export const ratesJobs = (config: Config, database: Database): Job[] =>
  config.RATES === 'ecb' ? [ratesJob(database, openEcb(config))] : []

/**
 * Nightly job that imports the rates that are not stored yet. Implausible rates make it fail, as they would stop an
 * upload.
 */
export function ratesJob(database: Database, { rates }: Pick<ReturnType<typeof openEcb>, 'rates'>): Job {
  return {
    name: 'exchange-rates',
    next: dailyAt('HKEX', at),
    async run(now) {
      const from = addDays(dayAt('HKEX', now), -daysBack)
      const found = await rates(from)
      const newest = found.reduce((last, { date }) => (date > last ? date : last), '')
      const changed = await notStored(database.db, found, from)
      if (changed.length === 0) return { rows: 0, asAt: newest }
      const batch = {
        kind: 'rates' as const,
        columns: ['currency', 'date', 'rate', 'source'],
        rows: changed.map(({ currency, date, hkd }) => [currency, date, hkd, ecbName]),
      }
      const load = { exchange: 'HKEX', by: ecbName, what: newest, now } as const
      const { count } = await loadBatch(database, batch, load)
      return { rows: count, asAt: newest }
    },
  }
}

async function notStored(db: Db, rates: readonly Rate[], from: Day): Promise<Rate[]> {
  const stored = await db
    .selectFrom('exchange_rate')
    .select(['currency', 'date', 'hkd'])
    .where('source', '=', ecbName)
    .where('date', '>=', from)
    .execute()
  const known = new Map(stored.map(({ currency, date, hkd }) => [`${currency} ${date}`, hkd]))
  return rates.filter(({ currency, date, hkd }) => known.get(`${currency} ${date}`) !== hkd)
}
