import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Language } from '@finlist/contract/account'
import {
  type Imported,
  listUploads,
  rollBackUpload,
  uploadedFile,
  uploadFinList,
  uploadPatterns,
  uploadPrices,
  uploadSimulatorStocks,
  uploadStocks,
} from '@finlist/contract/admin'
import { freeSeminar, setConfig } from '@finlist/contract/config-entries'
import { uploadVideos } from '@finlist/contract/education'
import { uploadGameLevels } from '@finlist/contract/fintrainer'
import { uploadMarketTrend } from '@finlist/contract/market-trend'
import { uploadMovers } from '@finlist/contract/movers'
import { uploadProfitAlerts } from '@finlist/contract/profit-alerts'
import { uploadShareholdings } from '@finlist/contract/shareholding'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import { NotFound } from '../../http/client-errors.ts'
import { Download } from '../../http/download.ts'
import { type Caller, serve } from '../../http/serve.ts'
import { translate } from '../../http/translate.ts'
import { keptFile } from '../../market-data/import/archive-upload.ts'
import { translateReason } from '../../market-data/import/import-errors.ts'
import { importFiles } from '../../market-data/import/import-files.ts'
import type { ImportRequest } from '../../market-data/import/import-request.ts'
import { rollBack, rollBackObstacle } from '../../market-data/import/roll-back.ts'
import { seminarDate, setConfigEntry } from './config-entry.ts'
import { type ListedUpload, readUploadedName, readUploader, readUploads } from './store.ts'

/** What the largest upload may unpack to. */
const gigabyte = 1_073_741_824

export function adminRoutes(app: FastifyInstance, { database, now }: { database: Database; now: () => number }) {
  serve(app, uploadFinList, ({ query, ...asked }) => load(asked, { kind: 'finlist', ...query }))
  serve(app, uploadStocks, ({ query, ...asked }) => load(asked, { kind: 'stocks', ...query }))
  serve(app, uploadPrices, ({ query, ...asked }) => load(asked, { kind: 'prices', ...query }))
  serve(app, uploadMarketTrend, ({ query, ...asked }) => load(asked, { kind: 'markettrend', ...query }))
  serve(app, uploadSimulatorStocks, ({ query, ...asked }) =>
    load(asked, { kind: 'simulator-stocks', exchange: 'PRAC', ...query }),
  )
  serve(app, uploadMovers, ({ query, ...asked }) => load(asked, { kind: 'movers', exchange: 'HKEX', ...query }))
  serve(app, uploadProfitAlerts, ({ query, ...asked }) =>
    load(asked, { kind: 'profit-alerts', exchange: 'HKEX', ...query }),
  )
  serve(app, uploadShareholdings, ({ query, ...asked }) =>
    load(asked, { kind: 'shareholding', exchange: 'HKEX', ...query }),
  )
  serve(app, uploadGameLevels, ({ query, ...asked }) =>
    load(asked, { kind: 'game-levels', exchange: 'GAME', ...query }),
  )
  serve(app, uploadPatterns, ({ query, ...asked }) => load(asked, { kind: 'patterns', ...query }))
  serve(app, uploadVideos, ({ query, ...asked }) => load(asked, { kind: 'videos', exchange: 'HKEX', ...query }))

  async function load(
    { files, caller, language }: Pick<ImportRequest, 'files'> & { caller: Caller; language: Language },
    {
      dryRun,
      ...asked
    }: Pick<ImportRequest, 'kind' | 'exchange' | 'stockCode' | 'issueDate' | 'lotSize' | 'takenAt'> & {
      dryRun?: 'true' | 'false' | undefined
    },
  ): Promise<Imported> {
    const by = { userId: caller.userId, name: await readUploader(database, caller.userId) }
    const result = await importFiles(database, {
      ...asked,
      files,
      by,
      dryRun: dryRun === 'true',
      most: gigabyte,
      now: now(),
    })
    const { finListCount, fundamentalCount } = result.counts
    return {
      count: result.count,
      ...(finListCount !== undefined && { finListCount, fundamentalCount }),
      created: result.created.length,
      notes: result.notes.map(note => translateReason(language, note)),
      uploadId: result.uploadId,
    }
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
    const name = await readUploadedName(database, uploadId, field)
    if (name === undefined) throw new NotFound()
    const packed = Readable.from(keptFile(database.pool, uploadId, field))
    if (name.toLowerCase().endsWith('.gz')) return new Download(name, 'application/gzip', packed)
    const unpacking = createGunzip()
    packed.on('error', error => unpacking.destroy(error))
    return new Download(name, 'text/csv; charset=utf-8', packed.pipe(unpacking))
  })
}

function sayUpload(language: Language, upload: ListedUpload) {
  const obstacle = rollBackObstacle(upload, upload.previous ?? undefined, upload.is_newest)
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
