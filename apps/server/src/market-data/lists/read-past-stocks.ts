import { addDays, type Day } from '@finlist/domain/calendar'
import { dayNumber } from '@finlist/domain/market-trend/breadth'
import { type ExchangeId, marketIndex } from '@finlist/domain/markets'
import { placeUntil, type Stock } from '@finlist/domain/picking/bars'
import { isoDay } from '@finlist/domain/picking/days'
import { method } from '@finlist/domain/picking/method'
import { escapeLiteral } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Tx } from '../../db/database.ts'
import { isHeld, isHeldBar } from '../quality/doubts.ts'
import { copiedRows, doubles, integers } from '../store/copied-arrays.ts'
import { copyStocks, type StockInOrder, splitsUntil, withSplits } from './read-picking-stocks.ts'

type Columns = Record<'high' | 'low' | 'close' | 'volume', Float64Array>
/** Earlier versions of a stock's bars that were replaced or deleted; each was valid from `since` to `until`, in ms. */
type Versions = Columns & { days: Int32Array; since: Float64Array; until: Float64Array }

/** A period of a market's history, with each day as it was known at the time. */
export type Past = {
  /** The stocks on the day, as from `readPickingStocks`, but with the bars known at the instant `known`, in ms. */
  stocksOn(day: Day, known: number): Stock[]
  /** The last trading day from `from` to `to`. Days with few stocks are taken for data errors and skipped. */
  lastDay(from: Day, to: Day): Day | undefined
}

/**
 * A day counts as a trading day if the number of stocks that traded is at least this share of that on the period's
 * busiest day.
 */
const tradedPart = 0.5

/**
 * The market's stocks for the days from `from` to `until`. Each bar is the version known at the time or, if it was
 * imported later, the current one. Unconfirmed moves are those known today. `known` is the earliest instant that will be
 * requested, in ms.
 */
export async function readPast(
  tx: Pick<Tx, 'query'>,
  exchange: ExchangeId,
  { from, until, known }: { from: Day; until: Day; known: number },
): Promise<Past> {
  const oldest = addDays(from, -method.history.days)
  const stretch = { exchange, oldest, until }
  const stocks = new Map((await copyStocks(tx, barsOf(stretch))).map(stock => [stock.code, stock]))
  const before = await readVersions(tx, stretch, known)
  const splits = await splitsUntil(tx, exchange, until)
  const isOff = await readOff(tx, exchange)
  const codes = new Set([...stocks.keys(), ...before.keys()])
  const counts = countDays(stocks.values())

  return {
    stocksOn(day, at) {
      const today = dayNumber(day)
      return [...codes].flatMap(code => {
        if (isOff(code, day)) return []
        const stood = asStood(stocks.get(code) ?? none(code), before.get(code), at)
        const part = between(stood, today - method.history.days + 1, today)
        if (part.days.length === 0) return []
        const own = splits.get(code)?.filter(({ exDay }) => exDay <= today)
        return [withSplits(part, own?.length ? own : undefined)]
      })
    },
    lastDay(first, last) {
      const days = [...counts].filter(([day]) => day >= dayNumber(first) && day <= dayNumber(last))
      const busiest = Math.max(0, ...days.map(([, count]) => count))
      const traded = days.flatMap(([day, count]) => (count >= tradedPart * busiest ? [day] : []))
      return traded.length > 0 ? isoDay(Math.max(...traded)) : undefined
    },
  }
}

const none = (code: string): StockInOrder => {
  const [high, low, close, volume] = [0, 0, 0, 0].map(() => new Float64Array(0)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  return { code, days: new Int32Array(0), high, low, close, volume }
}

type Stretch = { exchange: ExchangeId; oldest: Day; until: Day }

const ofStocks = (table: string, { exchange, oldest, until }: Stretch) =>
  `${table}.exchange = ${escapeLiteral(exchange)} and ${table}.date > ${escapeLiteral(oldest)} and ${table}.date <= ${escapeLiteral(until)}
    and ${table}.stock_code <> ${escapeLiteral(marketIndex[exchange])}
    and ${table}.stock_code <> all(array(select stock_code from stock where exchange = ${escapeLiteral(exchange)} and is_index))`

const barsOf = (stretch: Stretch) => `bar where ${ofStocks('bar', stretch)} and volume > 0 and not ${isHeldBar}`

/**
 * Replaced and deleted versions of bars, by stock. A bar without an import time counts as always known. Omits bars that
 * a rename moved, because their old code may belong to another stock by now.
 */
async function readVersions(tx: Pick<Tx, 'query'>, stretch: Stretch, known: number): Promise<Map<string, Versions>> {
  const isHeldOne = isHeld({ exchange: 'old.exchange', stockCode: 'old.stock_code', date: 'old.date' })
  const rows = tx.query(
    copyTo(`copy (
      select old.stock_code, array_agg(old.date - date '1970-01-01'), array_agg(high), array_agg(low), array_agg(close),
        array_agg(volume::double precision), array_agg(coalesce(extract(epoch from uploaded_at) * 1000, 0)::double precision),
        array_agg((extract(epoch from until) * 1000)::double precision)
      from bar_history old left join upload on upload.upload_id = old.brought_by
      where ${ofStocks('old', stretch)} and until > to_timestamp(${known / 1_000}) and not ${isHeldOne}
        and not exists (select from upload renaming where renaming.upload_id = old.upload_id and renaming.kind = 'renames')
      group by old.stock_code
    ) to stdout (format binary)`),
  )
  const versions = new Map<string, Versions>()
  for await (const cells of copiedRows(rows as AsyncIterable<Buffer>)) {
    const [code, days, high, low, close, volume, since, until] = cells as [
      Buffer,
      Buffer,
      Buffer,
      Buffer,
      Buffer,
      Buffer,
      Buffer,
      Buffer,
    ]
    versions.set(code.toString(), {
      days: integers(days),
      high: doubles(high),
      low: doubles(low),
      close: doubles(close),
      volume: doubles(volume),
      since: doubles(since),
      until: doubles(until),
    })
  }
  return versions
}

/** Whether a stock is left out of the market on a day: delisted, or held back by a doubt. */
async function readOff(tx: Pick<Tx, 'query'>, exchange: ExchangeId): Promise<(code: string, day: Day) => boolean> {
  const listings = await tx.query<{ code: string; listed: Day; gone: Day | null }>(
    'select stock_code as code, listed_on as listed, delisted_on as gone from listing where exchange = $1',
    [exchange],
  )
  const doubts = await tx.query<{ code: string; date: Day; until: Day }>(
    `select stock_code as code, date, least(held_until, '9999-12-31') as until from doubt
     where exchange = $1 and ended_at is null`,
    [exchange],
  )
  const listingsOf = Map.groupBy(listings.rows, ({ code }) => code)
  const doubtsOf = Map.groupBy(doubts.rows, ({ code }) => code)
  return (code, day) => {
    const known = (listingsOf.get(code) ?? []).filter(({ listed }) => listed <= day)
    if (known.length > 0 && known.every(({ gone }) => gone !== null && gone <= day)) return true
    return (doubtsOf.get(code) ?? []).some(({ date, until }) => date <= day && day <= until)
  }
}

/** The stock with its bars as of the instant instead of the current ones. */
function asStood(now: StockInOrder, before: Versions | undefined, known: number): StockInOrder {
  if (!before) return now
  const stood = new Map<number, number>()
  for (const [at, day] of before.days.entries()) {
    if (before.since[at]! > known || before.until[at]! <= known) continue
    const other = stood.get(day)
    if (other === undefined || before.until[at]! < before.until[other]!) stood.set(day, at)
  }
  if (stood.size === 0) return now
  type Place = { day: number; of: Columns; at: number }
  const places: Place[] = [
    ...Array.from(now.days, (day, at) => ({ day, of: now, at })).filter(({ day }) => !stood.has(day)),
    ...[...stood].flatMap(([day, at]) => (before.volume[at]! > 0 ? [{ day, of: before, at }] : [])),
  ].sort((one, other) => one.day - other.day)
  const column = (name: keyof Columns) => Float64Array.from(places, ({ of, at }) => of[name][at]!)
  return {
    code: now.code,
    days: Int32Array.from(places, ({ day }) => day),
    high: column('high'),
    low: column('low'),
    close: column('close'),
    volume: column('volume'),
  }
}

/** The bars of the days from `first` to `last`. */
function between({ code, days, high, low, close, volume }: StockInOrder, first: number, last: number): StockInOrder {
  const [from, to] = [placeUntil(days, first - 1) + 1, placeUntil(days, last) + 1]
  const part = <Column extends Int32Array | Float64Array>(column: Column) => column.subarray(from, to) as Column
  return { code, days: part(days), high: part(high), low: part(low), close: part(close), volume: part(volume) }
}

/** The number of stocks that traded on each day. */
function countDays(stocks: Iterable<Stock & { days: Int32Array }>): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { days } of stocks) for (const day of days) counts.set(day, (counts.get(day) ?? 0) + 1)
  return counts
}
