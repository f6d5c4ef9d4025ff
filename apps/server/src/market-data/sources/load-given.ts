import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ImportKind, importOf } from '@finlist/contract/imports'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Database, Tx } from '../../db/database.ts'
import { importFiles } from '../import/import-files.ts'
import type { Batch } from './source.ts'

type Load = {
  exchange: ExchangeId
  /** Who loads, in the record of uploads. */
  by: string
  /** Of what, for the file's name. */
  what: string
  now: number
  /** In the transaction of the load, so that what was loaded is known to be if and only if it was. */
  also?: (tx: Tx) => Promise<unknown>
}

/** Loads a batch through the importer of its kind, as a file would be: with its checks, history and undo. */
export async function loadBatch(database: Database, batch: Batch, { exchange, by, what, now, also }: Load) {
  const folder = await mkdtemp(join(tmpdir(), 'finlist-source-'))
  try {
    const path = join(folder, 'rows.csv')
    await writeCsv(path, batch)
    const name = `${batch.kind} ${what}.csv`
    return await importFiles(
      database,
      {
        kind: batch.kind,
        exchange,
        // No adapter reads a vendor's adjusted prices.
        ...(batch.kind === 'prices' && { prices: 'as-traded' as const }),
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

export const fieldOf = (kind: ImportKind): string => Object.keys(importOf(kind).files)[0]!

const enoughToWrite = 65_536

async function writeCsv(path: string, { columns, rows }: Batch) {
  const file = createWriteStream(path)
  let gathered = `${columns.join(',')}\n`
  for (const row of rows) {
    gathered += `${row.map(cellOf).join(',')}\n`
    if (gathered.length < enoughToWrite) continue
    if (!file.write(gathered)) await once(file, 'drain')
    gathered = ''
  }
  file.end(gathered)
  await once(file, 'finish')
}

function cellOf(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return plain(value)
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

/** Digits and a point: the importer reads no exponent. */
const plain = (value: number): string => {
  const text = String(value)
  return text.includes('e') ? value.toFixed(12).replace(/\.?0+$/, '') : text
}
