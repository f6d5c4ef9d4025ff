import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { auditData } from '../../db/audit.ts'
import type { Database, Tx } from '../../db/database.ts'
import { publish } from '../../db/topics.ts'
import { BadRequest, NotFound } from '../../http/client-errors.ts'
import type { TextKey } from '../../http/translate.ts'
import { keptFile } from './archive-upload.ts'
import { load, takeTurns } from './import-files.ts'
import type { SourceFile } from './import-request.ts'
import type { Upload } from './importer.ts'
import { importers } from './importers.ts'
import { putBackReplaced } from './replaced-rows.ts'

/**
 * SQL: whether a later upload depends on the upload `u`. For prices: one that replaced some of its bars, each of which
 * stores its own upload. For other data: one with the same key.
 */
export const isBuiltOn = `exists (select from upload n where n.upload_id > u.upload_id and n.rolled_back_at is null
  and (n.replaced_uploads @> to_jsonb(u.upload_id) or u.kind <> 'prices' and n.kind = u.kind and n.key = u.key))`

/** The reason why the upload cannot be rolled back exactly; undefined if it can. */
export function rollBackObstacle(upload: Upload, previous: Upload | undefined, builtOn: boolean): TextKey | undefined {
  if (upload.rolled_back_at) return 'import.roll-back.done'
  if (builtOn) return upload.kind === 'prices' ? 'import.roll-back.replaced' : 'import.roll-back.not-newest'
  return importers[upload.kind].rollBack.obstacle(upload, previous)
}

/**
 * Restores what the upload replaced, in one transaction: from stored rows, or by importing the previous upload again.
 * Throws NotFound if there is no such upload, and BadRequest (409, code `roll_back`) if it cannot be reverted exactly.
 */
export async function rollBack(
  database: Database,
  uploadId: number,
  { by, now }: { by: { userId: number; name: string }; now: number },
) {
  const folder = await mkdtemp(join(tmpdir(), 'finlist-roll-back-'))
  try {
    await database.load(tx => undo(tx, { uploadId, folder, by, now }), { keep: true })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Undoing = { uploadId: number; folder: string; by: { userId: number; name: string }; now: number }

async function undo(tx: Tx, { uploadId, folder, by, now }: Undoing) {
  const asked = await tx.query<Upload>('select * from upload where upload_id = $1', [uploadId])
  const exchange = asked.rows[0]?.files.exchange
  if (!exchange) throw new NotFound()
  await takeTurns(tx, exchange)
  const { rows } = await tx.query<Upload & { is_built_on: boolean }>(
    `select u.*, ${isBuiltOn} as is_built_on from upload asked join upload u using (kind, key)
     where asked.upload_id = $1 and (u.upload_id = $1 or u.rolled_back_at is null and u.upload_id < $1)
     order by upload_id desc limit 2`,
    [uploadId],
  )
  const [upload, previous] = rows as [Upload & { is_built_on: boolean }, Upload | undefined]
  const { rollBack, topics } = importers[upload.kind]
  const obstacle =
    rollBackObstacle(upload, previous, upload.is_built_on) ?? (await rollBack.changedSince?.(tx, upload, previous))
  if (obstacle) throw new BadRequest(obstacle, { httpStatus: 409, code: 'roll_back' })

  await rollBack.undo?.(tx, upload, async () => {
    if (previous) await loadAgain(tx, previous, { folder, now, again: upload.keeps_replaced })
    return previous
  })
  await putBackReplaced(tx, uploadId)
  await tx.query('update upload set rolled_back_at = product_now() where upload_id = $1', [uploadId])
  await auditData(tx, by, { action: 'data-rolled-back', facts: { uploadId, key: upload.key } })
  await publish(tx, ...topics(exchange))
}

async function loadAgain(
  tx: Tx,
  { upload_id, kind, files }: Upload,
  { folder, now, again }: { folder: string; now: number; again: boolean },
) {
  const sources: Record<string, SourceFile> = {}
  for (const field of files.fields) {
    const path = join(folder, field)
    const { rows } = await tx.query<{ name: string }>(
      'select name from upload_file where upload_id = $1 and field = $2',
      [upload_id, field],
    )
    // Zips and workbooks are recognised only in their original form; other files can be read gzipped.
    const unpacking = /\.(?:xlsx|zip)$/i.test(rows[0]?.name ?? '') ? [createGunzip()] : []
    const kept = Readable.from(keptFile(tx, upload_id, field))
    await pipeline([kept, ...unpacking, createWriteStream(path, { mode: 0o600 })])
    sources[field] = { path, name: field }
  }
  await load(tx, { kind, ...files, files: sources, by: { userId: null, name: '' }, now, again })
}
