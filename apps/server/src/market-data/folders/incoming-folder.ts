import { existsSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { ProgramName } from '@finlist/contract/staff/admin'
import { type ImportKind, importKinds, importOf } from '@finlist/contract/staff/imports'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import type { Job } from '../../background/jobs.ts'
import type { Database, Tx } from '../../db/database.ts'
import { ClientError } from '../../http/client-errors.ts'
import { translate } from '../../http/translate.ts'
import { translateReason } from '../import/import-errors.ts'
import { type ImportResult, importFiles } from '../import/import-files.ts'
import type { SourceFile } from '../import/import-request.ts'
import { dropFolder } from './drop-folder.ts'
import { takeOnce, Unmovable } from './take-once.ts'

const everyMs = 60_000
const usualQuietMs = 30_000
/** Maximum number of files per folder and run; the rest wait for the next run. */
const mostFiles = 100
/** Maximum unpacked size of a file, in bytes. */
const mostBytes = 4 * 1_024 * 1_048_576
const by = { userId: null, name: 'folder' satisfies ProgramName }

/**
 * Imports files from `<folder>/<market>/<kind>/`, for every importable kind, once they have stopped growing. A rejected
 * file does not stop the others. Links are not followed.
 */
export function takeIncoming(folder: string, database: Database, quietMs = usualQuietMs): Job {
  return {
    name: 'incoming',
    next: (last, now) => (last === undefined ? now : last + everyMs),
    async run(now) {
      let rows = 0
      const stuck: Error[] = []
      for (const { path, kind, exchange } of foldersIn(folder)) {
        const link = [join(folder, exchange), path].find(isLink)
        if (link) {
          stuck.push(new Error(`${link}: is a link, which is not followed; make it a folder`))
          continue
        }
        const feed = dropFolder(path, quietMs)
        for (const file of (await feed.waiting()).slice(0, mostFiles))
          rows += await takeOnce(database, feed, file, async also => {
            const result = await take(database, { kind, exchange, file, now }, also)
            return { rows: result.count, report: reportOf(result) }
          }).catch(error => {
            if (!(error instanceof Unmovable)) throw error
            stuck.push(error)
            return 0
          })
      }
      if (stuck[0]) throw stuck[0]
      return { rows }
    },
  }
}

const foldersIn = (folder: string) =>
  exchangeIds
    .flatMap(exchange => importKinds.map(kind => ({ exchange, kind, path: join(folder, exchange, kind) })))
    .filter(
      ({ path, kind, exchange }) =>
        existsSync(path) && [undefined, exchange].includes(importOf(kind).only as ExchangeId),
    )

const isLink = (path: string) => lstatSync(path).isSymbolicLink()

async function take(
  database: Database,
  { kind, exchange, file, now }: { kind: ImportKind; exchange: ExchangeId; file: SourceFile; now: number },
  also: (tx: Tx) => Promise<unknown>,
): Promise<ImportResult> {
  const { asks, files } = importOf(kind)
  const asked = {
    kind,
    exchange,
    ...(asks.includes('issueDate') && { issueDate: dayInName(file.name) }),
    keepsDoubts: kind === 'corporate-actions',
    files: { [Object.keys(files)[0]!]: file },
    by,
    most: mostBytes,
    now,
  }
  return await importFiles(database, asked, also)
}

/** The date in a file's name, such as `20260717.csv` or `list-2026-07-17.csv`. */
function dayInName(name: string): string {
  const [, year, month, day] = /(\d{4})-?(\d{2})-?(\d{2})/.exec(name) ?? []
  if (year === undefined) throw new ClientError(400, 'source.no-day-in-name', { values: { name: name.slice(0, 100) } })
  return `${year}-${month}-${day}`
}

function reportOf({ count, counts, notes, uploadId }: ImportResult): string {
  const { inserted, updated } = counts
  return [
    translate('en', 'source.taken', { count, uploadId: uploadId ?? '' }),
    ...(inserted === undefined || updated === undefined
      ? []
      : [translate('en', 'import.rows', { inserted, updated, same: count - inserted - updated })]),
    ...notes.map(note => translateReason('en', note)),
  ].join('\n')
}
