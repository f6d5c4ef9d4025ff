import type { ImportKind } from '@finlist/contract/imports'
import type { Topic } from '@finlist/contract/topics'
import type { ChartExchange } from '@finlist/domain/chart/padded'
import type { Tx } from '../../db/database.ts'
import type { TextKey } from '../../http/translate.ts'
import type { ReadDate } from './date.ts'
import type { ImportErrors } from './import-errors.ts'
import type { askedBeside, ImportRequest, Loaded } from './import-request.ts'
import type { Incoming, Staged } from './stage.ts'

/** How one kind of data is loaded, and how an upload of it is rolled back. */
export type Importer = {
  /** Reads the values typed in addition to the files, strictly. Throws CellError. */
  read?(asked: ImportRequest): Partial<ImportRequest>
  /** What the load changes. A kind whose topics depend on its rows publishes them itself as it writes. */
  topics(exchange: ChartExchange): Topic[]
  /** Checks the load and returns its expected results, using only reads. */
  plan(tx: Tx, asked: ImportRequest, steps: Steps): Promise<Planned>
  rollBack: RollBack
}

type Steps = {
  staging(incoming: Incoming): Promise<Staged>
  /** After this no other import of the market runs; in a dry run, nothing can be written. */
  staged(): Promise<void>
  readDate: ReadDate
  faults: ImportErrors
  /**
   * Lets a thread read the existing data; undefined: an earlier upload is being restored, and nothing is recomputed.
   */
  databaseUrl: string | undefined
}
type Planned = Loaded & { write(): Promise<void> }

export type RollBack = {
  /** Why the upload cannot be rolled back exactly, according to its own record and that of the previous upload. */
  obstacle(upload: Upload, previous: Upload | undefined): TextKey | undefined
  /** The same, according to changes in the data since. */
  changedSince?(tx: Tx, upload: Upload, previous: Upload | undefined): Promise<TextKey | undefined>
  /** Undoes replacements that are not kept row by row. `reload` loads the previous upload again and returns it. */
  undo?(tx: Tx, upload: Upload, reload: () => Promise<Upload | undefined>): Promise<void>
}

/** An upload as it was recorded. */
export type Upload = {
  upload_id: number
  kind: ImportKind
  key: string
  files: Pick<ImportRequest, (typeof askedBeside)[number] | 'prices'> & { fields: string[] }
  counts: Record<string, number>
  /** Every row that it replaced was kept (`replaced-rows.ts`). */
  keeps_replaced: boolean
  /** The uploads whose bars it replaced; null if those were not kept (before `bar_history`). */
  replaced_uploads: number[] | null
  uploaded_at: Date
  rolled_back_at: Date | null
}

/** For lists of rows that several uploads share. */
export const byReplacedRows: Pick<RollBack, 'obstacle'> = {
  obstacle: ({ keeps_replaced }) => (keeps_replaced ? undefined : 'import.roll-back.overwrote'),
}

/** For data that an upload replaces as a whole: exact if there was nothing before, or if it came from an upload. */
export const byTheUploadBefore = (before: string): Pick<RollBack, 'obstacle'> => ({
  obstacle: ({ counts }, previous) => (previous || !counts[before] ? undefined : 'import.roll-back.not-ours'),
})
