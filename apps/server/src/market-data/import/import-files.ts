import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChartExchange } from '@finlist/domain/chart/padded'
import type { Database, Tx } from '../../db/database.ts'
import { publish } from '../../db/topics.ts'
import { BadRequest } from '../../http/client-errors.ts'
import { archiveUpload, givenFiles, refusedFile } from './archive-upload.ts'
import { dateReader } from './files/date.ts'
import { readColumnHeads } from './files/given-headers.ts'
import { type PackedFile, packFile } from './files/pack-file.ts'
import { CellError, ImportErrors } from './import-errors.ts'
import type { ImportRequest, LeftOut, Loaded, SourceFile } from './import-request.ts'
import { importers } from './importers.ts'
import { RefusedLines } from './refused-lines.ts'
import { beginKeeping } from './replaced-rows.ts'
import { type Incoming, stage } from './stage.ts'

export type ImportResult = Loaded & { uploadId: number | null; refused: LeftOut[] }

/**
 * Imports files in one transaction: a single invalid line rejects everything, unless `skipBadLines` is set. Rows with
 * an existing key are replaced, so that importing a file twice gives the same result. Stores the originals and the
 * rejected lines. Throws ImportRefused. `also` runs at the end of the same transaction.
 */
export async function importFiles(
  database: Database,
  asked: ImportRequest,
  also?: (tx: Tx) => Promise<unknown>,
): Promise<ImportResult> {
  const folder = await mkdtemp(join(tmpdir(), 'finlist-import-'))
  try {
    const refusedPath = asked.refusedPath ?? (field => join(folder, field))
    return await importKnown(database, { ...asked, ...readAsked(asked), refusedPath }, folder, also)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function importKnown(
  database: Database,
  asked: ImportRequest,
  folder: string,
  also?: (tx: Tx) => Promise<unknown>,
): Promise<ImportResult> {
  let packing: Promise<PackedFile[]> = Promise.resolve([])
  const pack = async (files: (SourceFile & { field: string })[]) =>
    await Promise.all(files.map(file => packFile(file, folder)))
  try {
    return await database.load(
      async tx => {
        const uploadId = asked.dryRun ? null : await beginKeeping(tx)
        const beforeWriting = () => {
          packing = pack(givenFiles(asked))
          packing.catch(() => undefined)
        }
        const databaseUrl = database.url
        const { refused, ...loaded } = await load(tx, asked, { beforeWriting, databaseUrl })
        if (uploadId !== null) {
          asked.progress?.({ step: 'archiving' })
          const left = await pack(refused.flatMap(file => refusedFile(asked, file)))
          await archiveUpload(tx, uploadId, asked, loaded, [...(await packing), ...left])
        }
        await also?.(tx)
        return { ...loaded, refused, uploadId }
      },
      { keep: !asked.dryRun },
    )
  } finally {
    await packing.catch(() => undefined)
  }
}

function readAsked(asked: ImportRequest): Partial<ImportRequest> {
  try {
    return importers[asked.kind].read?.(asked) ?? {}
  } catch (error) {
    if (!(error instanceof CellError)) throw error
    const { text, values } = error.reason
    throw new BadRequest(text, { field: String(values?.['column'] ?? ''), ...(values && { values }) })
  }
}

/**
 * Imports files in the caller's transaction: parses and checks them, plans the changes using reads only, and then
 * writes. A dry run stops before the writes; its transaction is read-only. Imports of one market are serialised. Work
 * started by `beforeWriting` continues during the writes.
 */
export async function load(
  tx: Tx,
  asked: ImportRequest,
  { beforeWriting, databaseUrl }: { beforeWriting?: () => void; databaseUrl?: string | undefined } = {},
): Promise<Loaded & { refused: LeftOut[] }> {
  const faults = new ImportErrors()
  const refused: LeftOut[] = []
  const importer = importers[asked.kind]
  // Enough to compare a hundred thousand keys in memory.
  await tx.query(`set local work_mem = '32MB'`)
  const heads = await readColumnHeads(tx, asked)
  const staging = async (incoming: Incoming) => {
    const file = asked.files[incoming.field]
    if (!file) throw new BadRequest('missing', { field: incoming.field, values: { field: incoming.field } })
    const { most = Number.POSITIVE_INFINITY, encoding, language = 'en' } = asked
    const lines = asked.skipBadLines
      ? new RefusedLines(asked.refusedPath?.(incoming.field), language, faults.linesOf(incoming.field))
      : undefined
    const known = { ...incoming, columns: heads.apply(incoming.columns) }
    const progress = (read: { rows: number; share: number }) => asked.progress?.({ step: 'reading', ...read })
    const staged = await stage(tx, file, known, { faults, refused: lines, encoding, most, progress })
    if (lines && lines.count > 0) refused.push({ field: incoming.field, path: lines.path, count: lines.count })
    return staged
  }
  const staged = async () => {
    faults.refuse()
    asked.progress?.({ step: 'checking' })
    if (asked.dryRun) await tx.query('set transaction read only')
    else await takeTurns(tx, asked.exchange)
  }
  const steps = { staging, staged, readDate: dateReader(asked.now), faults, databaseUrl }
  const { write, ...told } = await importer.plan(tx, asked, steps)
  if (asked.dryRun) return { ...told, refused }
  beforeWriting?.()
  asked.progress?.({ step: 'writing' })
  await write()
  await heads.remember()
  await publish(tx, ...importer.topics(asked.exchange))
  return { ...told, refused }
}

/** Holds the market's import lock until the end of the transaction. */
export async function takeTurns(tx: Pick<Tx, 'query'>, exchange: ChartExchange) {
  await tx.query(`select pg_advisory_xact_lock(hashtext('import'), hashtext($1))`, [exchange])
}
