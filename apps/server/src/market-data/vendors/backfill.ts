import type { Day } from '@finlist/domain/calendar'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { ClientError } from '../../http/client-errors.ts'
import { type Load, loadBatch } from './load-given.ts'
import { type Batch, type LeftOut, type Source, SourceError } from './source.ts'
import { forgetReading } from './store.ts'
import { refusalsOf, type TakeParts } from './take-day.ts'
import { loadGone, loadLists } from './take-lists.ts'

export type BackfillProgress = {
  part: string
  done: number
  parts: number
  rows: number
  refused: readonly LeftOut[]
}

type Asked = { from: Day; to: Day; tell: (progress: BackfillProgress) => void }

/**
 * Imports a market's history in parts, marking each in the transaction that imports it, so that a repeated backfill of
 * the same days resumes an interrupted one. A complete backfill also re-enables a source that was disabled because it
 * crashed its reader.
 */
export async function backfill(
  parts: TakeParts & { source: Source },
  { from, to, tell }: Asked,
): Promise<{ rows: number; refused: number }> {
  const { database, source, exchange, now } = parts
  await loadLists(parts, await source.lists(to), to)
  const history = await source.history(from, to)
  const done = await partsDone(parts, { from, to })
  let [rows, refused] = [0, 0]
  for (const [at, { key, take }] of history.entries()) {
    if (done.has(key)) continue
    const given = await take()
    const left = [...given.refused]
    let loaded = 0
    for (const batch of given.batches.toSorted((a, b) => Number(a.kind === 'prices') - Number(b.kind === 'prices'))) {
      const part = `${key} ${batch.kind}`
      if (done.has(part)) continue
      const keep = (tx: Database['db'], rows: number) => keepPart(tx, parts, { from, to, part, rows })
      const load = { exchange, by: source.name, what: key, now }
      try {
        loaded += (await loadBatch(database, batch, { ...load, also: tx => keep(tx, batch.rows.length) })).count
      } catch (error) {
        const byDay = await loadDays(database, batch, load, error)
        await keep(database.db, byDay.loaded)
        loaded += byDay.loaded
        left.push(...byDay.left)
      }
    }
    if (given.gone) await loadGone(parts, given.gone, to)
    await keepPart(database.db, parts, { from, to, part: key, rows: loaded })
    rows += loaded
    refused += left.length + (given.refusedBeyond ?? 0)
    tell({ part: key, done: at + 1, parts: history.length, rows, refused: left })
  }
  if (history.length === 0) throw new SourceError('source.no-history', { source: source.name })
  await forgetReading(database.db, { exchange, source: source.name })
  return { rows, refused }
}

/**
 * Loads a rejected batch of prices day by day, and reports the days that are rejected. Throws if no day can be loaded.
 */
async function loadDays(database: Database, batch: Batch, load: Load, whole: unknown) {
  const at = batch.columns.indexOf('date')
  const days = Map.groupBy(batch.rows, row => String(row[at]))
  if (!(whole instanceof ClientError) || batch.kind !== 'prices' || days.size < 2) throw whole
  const left: LeftOut[] = []
  let loaded = 0
  for (const [day, rows] of days)
    try {
      loaded += (await loadBatch(database, { ...batch, rows }, load)).count
    } catch (error) {
      const refusals = refusalsOf(error, day)
      if (!refusals) throw error
      left.push(...refusals)
    }
  if (loaded === 0) throw whole
  return { loaded, left }
}

type Part = { from: Day; to: Day; part: string; rows: number }

async function partsDone({ database, exchange, source }: TakeParts, { from, to }: { from: Day; to: Day }) {
  const rows = await database.db
    .selectFrom('backfill_part')
    .select('part')
    .where('exchange', '=', exchange)
    .where('source', '=', source.name)
    .where('first_day', '=', from)
    .where('last_day', '=', to)
    .execute()
  return new Set(rows.map(({ part }) => part))
}

async function keepPart(tx: Database['db'], { exchange, source }: TakeParts, { from, to, part, rows }: Part) {
  await sql`insert into backfill_part (exchange, source, first_day, last_day, part, rows)
    values (${exchange}, ${source.name}, ${from}, ${to}, ${part}, ${rows}) on conflict do nothing`.execute(tx)
}
