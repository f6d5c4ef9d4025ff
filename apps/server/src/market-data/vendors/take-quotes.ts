import { type Day, dayAt } from '@finlist/domain/calendar'
import { snapshotTimes } from '@finlist/domain/movers/snapshot-times'
import { sql } from 'kysely'
import type { Job } from '../../background/jobs.ts'
import type { Database, Db } from '../../db/database.ts'
import { afterSnapshots } from '../folders/after-snapshots.ts'
import { hongKongMinute } from '../import/files/moment.ts'
import { readClosings } from '../store/closings.ts'
import type { Quote, Quotes } from './eodhd-quotes.ts'
import { loadBatch } from './load-given.ts'
import { SourceError } from './source.ts'

const minuteMs = 60_000
const halfHourMs = 30 * minuteMs
/** Longest delay of the quotes, in ms. A half hour's quotes are requested this long after it. */
const delayMs = 20 * minuteMs
/** How much earlier than its half hour, in ms, the moment of a snapshot may be. */
const nearMs = 5 * minuteMs
/** Maximum time, in minutes, to read a snapshot, because its prices are shown as those of one moment. */
const mostMinutes = 10
/**
 * Maximum number of stocks. A day has thirteen snapshots with one call per stock, and a plan has 100,000 calls a day.
 */
const mostStocks = 5_000
/** Time, in ms, by which the source's clock may be ahead of ours. */
const graceMs = 5 * minuteMs
/**
 * A snapshot's moment is the newest time that this share of its quotes has reached, so that no single quote determines
 * it.
 */
const reached = 0.01
/** Minimum number of stocks in a snapshot, as a share of those in the day's previous snapshot. */
const fewest = 0.8

/**
 * Job that loads a snapshot of the Hong Kong market from delayed quotes for every half hour of trading, once the quotes
 * have reached it. Requests nothing outside of trading. Quotes of earlier days are left out. If any response is faulty,
 * the job fails and stores nothing of the snapshot.
 */
export function takeQuotes(database: Database, source: Quotes): Job {
  const { db } = database
  return {
    name: 'movers',
    next: async (last, now) => afterSnapshots(last, now, await readClosings(db), delayMs),
    async run(now) {
      const day = dayAt('HKEX', now)
      const due = snapshotTimes(day, await readClosings(db)).findLast(time => time + delayMs <= now)
      if (due === undefined || now >= due + delayMs + halfHourMs) return { rows: 0 }
      const last = await lastSnapshot(db, day)
      if (last && last.takenAt.getTime() >= due - nearMs) return { rows: 0, asAt: day }

      const asked = await askedCodes(db, source)
      const quotes = await read(source, asked)
      const ofToday = ([, { at }]: [string, Quote]) => dayAt('HKEX', at) === day && at <= now + graceMs
      const todays = new Map([...quotes].filter(ofToday))
      const takenAt = momentOf(todays)
      assertOfHalfHour(source, { due, takenAt, found: newest(quotes) })
      if (last && todays.size < last.stocks * fewest)
        throw new SourceError('source.few-quotes', { source: source.name, count: todays.size, before: last.stocks })
      const batch = {
        kind: 'movers' as const,
        columns: ['stockCode', 'price', 'volume'],
        rows: asked.map(code => [code, todays.get(code)?.price ?? null, todays.get(code)?.volume ?? 0]),
      }
      const what = hongKongMinute(takenAt).replace(':', '')
      const load = { exchange: 'HKEX', by: source.name, what, now } as const
      const { count } = await loadBatch(database, batch, load)
      return { rows: count, asAt: day }
    },
  }
}

/** Reads all quotes, by stock. Throws if that takes, or would take, too long. */
async function read(source: Quotes, codes: readonly string[]): Promise<Map<string, Quote>> {
  const { name, perMinute, requests } = source
  const tooSlow = () =>
    new SourceError('source.quotes-slow', { source: name, count: codes.length, perMinute, minutes: mostMinutes })
  if (requests(codes.length) > perMinute * mostMinutes) throw tooSlow()
  const begun = performance.now()
  const found = new Map<string, Quote>()
  for await (const some of source.quotes(codes)) {
    for (const [code, quote] of some) if (quote) found.set(code, quote)
    if (performance.now() - begun > mostMinutes * minuteMs) throw tooSlow()
  }
  return found
}

const newest = (quotes: ReadonlyMap<string, Quote>) => Math.max(0, ...[...quotes.values()].map(({ at }) => at))

/** The moment of the quotes, in ms, rounded down to the minute; 0 if there are none. */
function momentOf(quotes: ReadonlyMap<string, Quote>): number {
  const times = [...quotes.values()].map(({ at }) => at).toSorted((a, b) => b - a)
  return Math.floor((times[Math.floor(times.length * reached)] ?? 0) / minuteMs) * minuteMs
}

type OfHalfHour = { due: number; takenAt: number; found: number }
function assertOfHalfHour({ name }: Quotes, { due, takenAt, found }: OfHalfHour) {
  if (takenAt >= due - nearMs) return
  if (found === 0) throw new SourceError('source.no-quotes', { source: name }, {})
  const values = { source: name, due: hongKongMinute(due), found: hongKongMinute(takenAt || found) }
  throw new SourceError('source.old-quotes', values, {})
}

/** The codes of the market's listed stocks, in order. */
async function askedCodes(db: Db, { name }: Quotes): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select stock_code as code from stock
    where exchange = 'HKEX' and not is_index and stock_code ~ '^\\d+$' and not exists
      (select from listing l where l.exchange = 'HKEX' and l.stock_code = stock.stock_code and l.delisted_on is not null)
    order by stock_code limit ${mostStocks + 1}`.execute(db)
  if (rows.length === 0) throw new SourceError('source.no-stocks', { source: name })
  if (rows.length > mostStocks) throw new SourceError('source.too-many-stocks', { source: name, most: mostStocks })
  return rows.map(({ code }) => code)
}

/** The day's last snapshot and its number of stocks. */
async function lastSnapshot(db: Db, day: Day): Promise<{ takenAt: Date; stocks: number } | undefined> {
  const { rows } = await sql<{ takenAt: Date; stocks: number }>`
    select taken_at as "takenAt", (select count(*) from market_snapshot_price price
      where price.exchange = 'HKEX' and price.taken_at = snapshot.taken_at)::int as stocks
    from market_snapshot snapshot where exchange = 'HKEX' and date = ${day} order by taken_at desc limit 1`.execute(db)
  return rows[0]
}
