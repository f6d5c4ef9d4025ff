import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Database } from '../../db/database.ts'
import { ClientError } from '../../http/client-errors.ts'
import { countOf, loadBatch } from './load-given.ts'
import { type Batch, type Given, type LeftOut, type NightlySource, type PackedBatch, SourceError } from './source.ts'
import { keepDay, keepRefusals, rowsBefore } from './store.ts'

/** A day with less than this share of the bars of the last complete day before it counts as incomplete. */
const wholeShare = 0.8

export type TakeParts = { database: Database; exchange: ExchangeId; source: NightlySource; now: number }

/**
 * Requests a market's day from the source and imports it. Imports corporate actions before bars, because an action may
 * explain a price that fell by half. Repeating it gives the same result. For staff, stores the rejected rows, with the
 * earlier ones in `told`, or the reason why nothing was imported.
 */
export async function takeDay(
  parts: TakeParts,
  day: Day,
  told: readonly LeftOut[] = [],
): Promise<{ rows: number; isWhole: boolean }> {
  try {
    const given = await parts.source.day(day)
    return await load(parts, day, { ...given, refused: told.concat(given.refused) })
  } catch (error) {
    await keepFailure(parts, day, error)
    throw error
  }
}

/** Stores why a day was not imported, if the source or the importer gave a reason. */
export async function keepFailure({ database, exchange, source, now }: TakeParts, day: Day, error: unknown) {
  const refused = refusalsOf(error, day)
  if (!refused) return
  await database.transaction(tx => keepRefusals(tx, { exchange, source: source.name, day, at: now }, refused))
}

async function load(parts: TakeParts, day: Day, { batches, refused, refusedBeyond = 0 }: Given<Batch | PackedBatch>) {
  const { database, exchange, source, now } = parts
  const of = { exchange, source: source.name, day, at: now }
  const before = await rowsBefore(database.db, exchange, day)
  const prices = batches.find(({ kind }) => kind === 'prices')
  const rows = prices ? countOf(prices) : 0
  const isWhole = rows > 0 && rows >= (before ?? 0) * wholeShare
  const told: LeftOut[] = isWhole
    ? refused
    : [
        {
          reason: { text: 'source.few', values: { source: source.name, date: day, count: rows, before: before ?? 0 } },
        },
        ...refused,
      ]
  const load = { exchange, by: source.name, what: day, now }
  for (const batch of batches) if (batch !== prices) await loadBatch(database, batch, load)
  if (prices)
    await loadBatch(database, prices, {
      ...load,
      async also(tx) {
        await keepDay(tx, { ...of, rows, refused: refused.length + refusedBeyond, isWhole })
        await keepRefusals(tx, of, told)
      },
    })
  return { rows, isWhole }
}

/** The reasons given by the source or the importer; undefined for any other error. */
export function refusalsOf(error: unknown, day: Day): LeftOut[] | undefined {
  if (error instanceof SourceError) return [{ reason: error.reason, date: day }]
  if (!(error instanceof ClientError)) return undefined
  return error
    .entries('en')
    .map(({ message }) => ({ reason: { text: 'source.refused', values: { said: message.slice(0, 300) } }, date: day }))
}
