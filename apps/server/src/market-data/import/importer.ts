import type { ImportKind } from '@finlist/contract/staff/imports'
import type { Topic } from '@finlist/contract/topics'
import type { ChartExchange } from '@finlist/domain/chart/padded'
import type { Tx } from '../../db/database.ts'
import type { TextKey } from '../../http/translate.ts'
import type { ReadDate } from './files/date.ts'
import type { ImportErrors } from './import-errors.ts'
import type { askedBeside, ImportRequest, Loaded } from './import-request.ts'
import type { Incoming, Staged } from './stage.ts'

/** The import and rollback of one kind of data. */
export type Importer = {
  /** Validates the parameters given in addition to the files. Throws CellError. */
  read?(asked: ImportRequest): Partial<ImportRequest>
  /** The topics that the import publishes. A kind whose topics depend on its rows publishes them itself. */
  topics(exchange: ChartExchange): Topic[]
  /** Checks the import and returns the planned changes, using reads only. */
  plan(tx: Tx, asked: ImportRequest, steps: Steps): Promise<Planned>
  rollBack: RollBack
}

type Steps = {
  staging(incoming: Incoming): Promise<Staged>
  /** Takes the market's import lock. In a dry run, writes are impossible from here on. */
  staged(): Promise<void>
  readDate: ReadDate
  faults: ImportErrors
  /**
   * The database's address, so that a worker thread can read existing data. Undefined while an earlier upload is
   * restored, because nothing is recomputed then.
   */
  databaseUrl: string | undefined
}
type Planned = Loaded & { write(): Promise<void> }

export type RollBack = {
  /**
   * The reason why the upload cannot be rolled back exactly, according to its own row and that of the previous upload.
   */
  obstacle(upload: Upload, previous: Upload | undefined): TextKey | undefined
  /** The reason why the upload cannot be rolled back exactly, according to data that has changed since. */
  changedSince?(tx: Tx, upload: Upload, previous: Upload | undefined): Promise<TextKey | undefined>
  /** Restores data that is not stored row by row. `reload` imports the previous upload again and returns it. */
  undo?(tx: Tx, upload: Upload, reload: () => Promise<Upload | undefined>): Promise<void>
}

/** The columns of an upload that a rollback needs. */
export type Upload = {
  upload_id: number
  kind: ImportKind
  key: string
  files: Pick<ImportRequest, (typeof askedBeside)[number] | 'prices'> & { fields: string[] }
  counts: Record<string, number>
  /** Whether every replaced row was stored (`replaced-rows.ts`). */
  keeps_replaced: boolean
  /** The uploads whose bars this one replaced; null for uploads from before `bar_history`. */
  replaced_uploads: number[] | null
  uploaded_at: Date
  rolled_back_at: Date | null
}

/** Roll-back rule for data whose rows are shared by several uploads. */
export const byReplacedRows: Pick<RollBack, 'obstacle'> = {
  obstacle: ({ keeps_replaced }) => (keeps_replaced ? undefined : 'import.roll-back.overwrote'),
}

/**
 * Roll-back rule for data that an upload replaces entirely: exact if there was no previous data, or if it came from an
 * upload.
 */
export const byTheUploadBefore = (before: string): Pick<RollBack, 'obstacle'> => ({
  obstacle: ({ counts }, previous) => (previous || !counts[before] ? undefined : 'import.roll-back.not-ours'),
})
