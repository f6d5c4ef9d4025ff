import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { listUploads, rollBackUpload, uploadedFile, type uploadPrices } from '@finlist/contract/staff/admin'
import { freeSeminar, setConfig } from '@finlist/contract/staff/config-entries'
import { importKinds, importOf } from '@finlist/contract/staff/imports'
import { type Language } from '@finlist/i18n/languages'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import { BadRequest, NotFound } from '../../http/client-errors.ts'
import { Download } from '../../http/download.ts'
import { serve } from '../../http/serve.ts'
import { translate } from '../../http/translate.ts'
import { keptFile } from '../../market-data/import/archive-upload.ts'
import { translateReason } from '../../market-data/import/import-errors.ts'
import { importFiles } from '../../market-data/import/import-files.ts'
import { rollBack, rollBackObstacle } from '../../market-data/import/roll-back.ts'
import { seminarDate, setConfigEntry } from './config-entry.ts'
import { type ListedUpload, readUploadedName, readUploader, readUploads } from './store.ts'

/** Maximum unpacked size of the largest upload, in bytes. */
const gigabyte = 1_073_741_824

/** Content types of originals that are not CSV, by file extension. */
const types: Record<string, string> = {
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
}

export function uploadRoutes(app: FastifyInstance, { database, now }: { database: Database; now: () => number }) {
  for (const kind of importKinds) {
    const { call, only } = importOf(kind)
    // The other parameters are in the URL's query, parsed by the call's own schema.
    serve(
      app,
      call as typeof uploadPrices,
      async ({ query: { dryRun, skipBadLines, confirm, ...asked }, files, caller, language }) => {
        const by = { userId: caller.userId, name: await readUploader(database, caller.userId) }
        const { count, counts, created, notes, uploadId } = await importFiles(database, {
          kind,
          ...asked,
          ...(only && { exchange: only }),
          files,
          by,
          dryRun: dryRun === 'true',
          skipBadLines: skipBadLines === 'true',
          language,
          confirm: confirm === 'true',
          most: gigabyte,
          now: now(),
        })
        const { finListCount, fundamentalCount } = counts
        return {
          count,
          ...(finListCount !== undefined && { finListCount, fundamentalCount }),
          created: created.length,
          notes: notes.map(note => translateReason(language, note)),
          uploadId,
        }
      },
    )
  }

  serve(app, listUploads, async ({ language }) =>
    (await readUploads(database)).map(upload => sayUpload(language, upload)),
  )

  serve(app, rollBackUpload, async ({ params, caller }) => {
    const by = { userId: caller.userId, name: await readUploader(database, caller.userId) }
    await rollBack(database, params.uploadId, { by, now: now() })
  })

  serve(app, setConfig, ({ body, caller }) => setConfigEntry(database, body, { byUserId: caller.userId, now: now() }))
  serve(app, freeSeminar, async () => ({ seminarDate: await seminarDate(database.db) }))

  serve(app, uploadedFile, async ({ params: { uploadId, field } }) => {
    const known = await readUploadedName(database, uploadId, field)
    if (!known) throw new NotFound()
    if (!known.is_kept) throw new BadRequest('import.original-gone', { httpStatus: 410 })
    const { name } = known
    const packed = Readable.from(keptFile(database.pool, uploadId, field))
    if (name.toLowerCase().endsWith('.gz')) return new Download(name, 'application/gzip', packed)
    const unpacking = createGunzip()
    packed.on('error', error => unpacking.destroy(error))
    const [, ending = ''] = /\.(json|xlsx|zip)$/i.exec(name) ?? []
    return new Download(name, types[ending.toLowerCase()] ?? 'text/csv; charset=utf-8', packed.pipe(unpacking))
  })
}

function sayUpload(language: Language, upload: ListedUpload) {
  const obstacle = rollBackObstacle(upload, upload.previous ?? undefined, upload.is_built_on)
  return {
    uploadId: upload.upload_id,
    kind: upload.kind,
    key: upload.key,
    by: upload.by_name,
    uploadedAt: upload.uploaded_at.toISOString(),
    rolledBackAt: upload.rolled_back_at?.toISOString() ?? null,
    files: upload.kept,
    counts: upload.counts,
    notes: upload.notes.map(note => translateReason(language, note)),
    mayBeRolledBack: obstacle === undefined,
    whyNotRolledBack: obstacle ? translate(language, obstacle) : '',
  }
}
