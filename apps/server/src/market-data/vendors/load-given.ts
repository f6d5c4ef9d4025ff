import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ImportKind, importOf } from '@finlist/contract/staff/imports'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Database, Tx } from '../../db/database.ts'
import { importFiles } from '../import/import-files.ts'
import type { Batch, PackedBatch } from './source.ts'

export type Load = {
  exchange: ExchangeId
  /** The uploader's name in the upload history. */
  by: string
  /** Description of the data, used in the file name. */
  what: string
  now: number
  /** Runs in the import's transaction, so that the data is loaded and marked as loaded in one step. */
  also?: (tx: Tx) => Promise<unknown>
}

/** Imports a batch as if it were an uploaded file: with the same checks, history and rollback. */
export async function loadBatch(
  database: Database,
  batch: Batch | PackedBatch,
  { exchange, by, what, now, also }: Load,
) {
  const folder = await mkdtemp(join(tmpdir(), 'finlist-source-'))
  try {
    const path = join(folder, 'rows.csv')
    if ('csv' in batch) await writeFile(path, batch.csv)
    else await writeCsv(path, batch)
    const name = `${batch.kind} ${what}.csv`
    return await importFiles(
      database,
      {
        kind: batch.kind,
        exchange,
        // Source adapters never use a vendor's adjusted prices.
        ...(batch.kind === 'prices' && { prices: 'as-traded' as const }),
        keepsDoubts: true,
        files: { [fieldOf(batch.kind)]: { path, name } },
        by: { userId: null, name: by },
        now,
      },
      also,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const fieldOf = (kind: ImportKind): string => Object.keys(importOf(kind).files)[0]!

export const countOf = (batch: Batch | PackedBatch): number => ('csv' in batch ? batch.count : batch.rows.length)

/** Converts the batch to CSV. */
export function packed(batch: Batch): PackedBatch {
  const csv = Buffer.concat([...piecesOf(batch)].map(piece => Buffer.from(piece)))
  return { kind: batch.kind, count: batch.rows.length, csv: new Uint8Array(csv) }
}

async function writeCsv(path: string, batch: Batch) {
  const file = createWriteStream(path)
  for (const piece of piecesOf(batch)) if (!file.write(piece)) await once(file, 'drain')
  file.end()
  await once(file, 'finish')
}

const enoughToWrite = 65_536

function* piecesOf({ columns, rows }: Batch): Generator<string> {
  let gathered = `${columns.join(',')}\n`
  for (const row of rows) {
    gathered += `${row.map(cellOf).join(',')}\n`
    if (gathered.length < enoughToWrite) continue
    yield gathered
    gathered = ''
  }
  yield gathered
}

function cellOf(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return plain(value)
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

/** Formats a number without an exponent, which imports reject. */
const plain = (value: number): string => {
  const text = String(value)
  return text.includes('e') ? value.toFixed(12).replace(/\.?0+$/, '') : text
}
