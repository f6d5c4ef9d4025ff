import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type ChartExchange, isPractice } from '@finlist/domain/chart/symbol'
import type { VideoList } from '@finlist/domain/education/video-lists'
import { auditData } from '../../db/audit.ts'
import type { Database, Tx } from '../../db/database.ts'
import { publish } from '../../db/topics.ts'
import { BadRequest, NotFound } from '../../http/client-errors.ts'
import type { TextKey } from '../../http/translate.ts'
import { breadthIsDue } from '../breadth-worker.ts'
import { firstDay } from '../compute-breadth.ts'
import { keptFile } from './archive-upload.ts'
import { deleteIssue } from './finlist.ts'
import { load, takeTurns, topicsOf } from './import-files.ts'
import { type ImportKind, marketIn, type SourceFile } from './import-request.ts'
import { deleteMarketTrend, putBackInPlace } from './market-trend.ts'
import { deleteSnapshot } from './movers.ts'
import { countBars, deleteBars } from './prices.ts'
import { isPlayed, keysReplaced, movedAnIndex, putBackReplaced } from './replaced-rows.ts'
import { undoShareholdings } from './shareholding.ts'
import { publishVideos } from './videos.ts'

type Asked = {
  exchange: ChartExchange
  stockCode?: string
  issueDate?: string
  lotSize?: number
  takenAt?: string
  fields: string[]
}
export type Upload = {
  upload_id: number
  kind: ImportKind
  key: string
  files: Asked
  counts: Record<string, number>
  keeps_replaced: boolean
  uploaded_at: Date
  rolled_back_at: Date | null
}

/**
 * Why the upload cannot be rolled back exactly; undefined when it can: an issue goes back to the upload before it, or
 * is deleted; so do breadth, and holdings, which keep what they replace; and the prices of one stock, when they came
 * from uploads of that stock alone. Stocks, and lists of rows shared by uploads, are restored by `replaced-rows.ts`. A
 * whole market's prices have overwritten bars that were not kept.
 */
export function rollBackObstacle(upload: Upload, previous: Upload | undefined, newest: boolean): TextKey | undefined {
  if (upload.rolled_back_at) return 'import.roll-back.done'
  if (!newest) return 'import.roll-back.not-newest'
  const { kind, counts } = upload
  if (kind === 'markettrend' || kind === 'shareholding') return undefined
  if (kind === 'movers') return previous || !counts['stocksBefore'] ? undefined : 'import.roll-back.not-ours'
  if (kind === 'finlist') return previous || !counts['picksBefore'] ? undefined : 'import.roll-back.not-ours'
  if (kind !== 'prices') return upload.keeps_replaced ? undefined : 'import.roll-back.overwrote'
  if (upload.files.stockCode === undefined) return 'import.roll-back.overwrote'
  const alone = previous === undefined || previous.counts['after'] === previous.counts['count']
  const before = previous?.counts['count'] ?? 0
  return alone && counts['before'] === before ? undefined : 'import.roll-back.not-ours'
}

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
  const { rows } = await tx.query<Upload>(
    `select u.* from upload asked join upload u using (kind, key)
     where asked.upload_id = $1 and (u.rolled_back_at is null or u.upload_id = $1) and u.upload_id >= coalesce(
       (select max(upload_id) from upload p where p.kind = asked.kind and p.key = asked.key
          and p.rolled_back_at is null and p.upload_id < $1), $1)
     order by upload_id desc`,
    [uploadId],
  )
  const upload = rows.find(row => row.upload_id === uploadId)!
  const previous = rows.find(row => row.upload_id < uploadId)
  const obstacle = rollBackObstacle(upload, previous, rows[0] === upload) ?? (await changedSince(tx, upload, previous))
  if (obstacle) throw new BadRequest(obstacle, { httpStatus: 409, code: 'roll_back' })

  const { stockCode, issueDate, takenAt } = upload.files
  if (issueDate !== undefined) {
    const remove = upload.kind === 'markettrend' ? deleteMarketTrend : deleteIssue
    await remove(tx, { exchange: marketIn(upload.files), issueDate })
  }
  if (stockCode !== undefined) {
    await deleteBars(tx, exchange, stockCode)
    if (!isPractice(exchange)) await breadthIsDue(tx, exchange, firstDay)
  }
  if (takenAt !== undefined) await deleteSnapshot(tx, takenAt)
  if (upload.kind === 'shareholding') await undoShareholdings(tx, uploadId)
  else if (previous && !sharesRows(upload)) await loadAgain(tx, previous, { folder, now, again: upload.keeps_replaced })
  if (previous && issueDate !== undefined && upload.kind === 'markettrend')
    await putBackInPlace(tx, { exchange: marketIn(upload.files), issueDate }, previous.uploaded_at)
  if (upload.kind === 'stocks' && (await movedAnIndex(tx, uploadId)))
    await breadthIsDue(tx, marketIn(upload.files), firstDay)
  const videos = await keysReplaced<{ list: VideoList }>(tx, uploadId, 'video')
  await putBackReplaced(tx, uploadId)
  await publishVideos(
    tx,
    videos.map(({ list }) => list),
  )
  await tx.query('update upload set rolled_back_at = product_now() where upload_id = $1', [uploadId])
  await auditData(tx, by, { action: 'data-rolled-back', facts: { uploadId, key: upload.key } })
  await publish(tx, ...topicsOf({ kind: upload.kind, exchange }))
}

/** Kinds whose upload is part of a list that others add to: only `replaced_row` says what it changed. */
const sharesRows = ({ kind }: Upload) =>
  ['stocks', 'simulator-stocks', 'game-levels', 'patterns', 'videos', 'profit-alerts'].includes(kind)

/** Prices that came another way since would be lost, and so would a level that is played. */
async function changedSince(tx: Tx, upload: Upload, previous: Upload | undefined) {
  if (upload.kind === 'game-levels' && (await isPlayed(tx, upload.upload_id))) return 'import.roll-back.played'
  const { exchange, stockCode } = upload.files
  if (stockCode === undefined) return undefined
  const others = await tx.query(`select from upload where kind = 'prices' and key = $1 and upload_id > $2 limit 1`, [
    `prices ${exchange}`,
    previous?.upload_id ?? upload.upload_id,
  ])
  const same = (await countBars(tx, exchange, stockCode)) === upload.counts['after']
  return same && others.rowCount === 0 ? undefined : ('import.roll-back.not-ours' as const)
}

async function loadAgain(
  tx: Tx,
  { upload_id, kind, files }: Upload,
  { folder, now, again }: { folder: string; now: number; again: boolean },
) {
  const sources: Record<string, SourceFile> = {}
  for (const field of files.fields) {
    const path = join(folder, field)
    await pipeline(keptFile(tx, upload_id, field), createWriteStream(path, { mode: 0o600 }))
    sources[field] = { path, name: field }
  }
  await load(tx, { kind, ...files, files: sources, by: { userId: null, name: '' }, now, again })
}
