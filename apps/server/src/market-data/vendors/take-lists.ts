import { addDays, type Day, nextTradingDay } from '@finlist/domain/calendar'
import { padded } from '@finlist/domain/chart/padded'
import { readClosings } from '../store/closings.ts'
import { loadBatch } from './load-given.ts'
import type { Batch, Given } from './source.ts'
import { barsOfGone, knownCodes } from './store.ts'
import type { TakeParts } from './take-day.ts'

/** A stock that a source reports as delisted is only recorded as such if it has had no bar for this number of days. */
const quietDays = 7

/**
 * Imports the listed stocks, closings and delistings that a source reports and that are not stored yet. Existing stocks
 * keep their names, which staff may have edited.
 */
export async function loadLists(parts: TakeParts, { batches, gone = [] }: Given, today: Day): Promise<number> {
  const { database, exchange, source, now } = parts
  const load = { exchange, by: source.name, what: today, now }
  const known = await knownCodes(database.db, exchange)
  let rows = 0
  for (const batch of batches) {
    const fresh =
      batch.kind === 'stocks'
        ? { ...batch, rows: batch.rows.filter(([code]) => !known.has(padded(exchange, String(code)))) }
        : batch
    if (fresh.rows.length === 0 || (batch.kind === 'closings' && (await areKnown(parts, batch)))) continue
    rows += (await loadBatch(database, fresh, load)).count
  }
  return rows + (await loadGone(parts, gone, today))
}

/**
 * Adds a listing period for each delisted stock, from its first bar to the day that the source gives or, if that is
 * missing or not after its last bar, to the trading day after its last bar.
 */
export async function loadGone(
  { database, exchange, source, now }: TakeParts,
  gone: NonNullable<Given['gone']>,
  today: Day,
): Promise<number> {
  const on = new Map(gone.map(({ stockCode, on }) => [padded(exchange, stockCode), on]))
  const told = await readClosings(database.db)
  const bars = await barsOfGone(database.db, exchange, [...on.keys()])
  const rows = bars
    .filter(({ last }) => last < addDays(today, -quietDays))
    .map(({ stock_code, first, last }) => {
      const said = on.get(stock_code)
      return [stock_code, first, said && said > last ? said : nextTradingDay(exchange, last, told), '', null] as const
    })
  if (rows.length === 0) return 0
  const columns = ['stockCode', 'listedOn', 'delistedOn', 'reason', 'lastValue']
  const load = { exchange, by: source.name, what: today, now }
  return (await loadBatch(database, { kind: 'listings', columns, rows }, load)).count
}

async function areKnown({ database, exchange }: TakeParts, { rows }: Batch): Promise<boolean> {
  const told = await readClosings(database.db)
  return rows.every(([date, kind]) => told.get(`${exchange} ${date}`) === kind)
}
