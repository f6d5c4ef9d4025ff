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
  /** Reads what was typed beside the files, strictly. Throws CellError. */
  read?(asked: ImportRequest): Partial<ImportRequest>
  /** What changes. A kind whose topics depend on its rows publishes them itself as it writes. */
  topics(exchange: ChartExchange): Topic[]
  /** Checks, and tells what a load will have done, by reading alone. */
  plan(tx: Tx, asked: ImportRequest, steps: Steps): Promise<Planned>
  rollBack: RollBack
}

type Steps = {
  staging(incoming: Incoming): Promise<Staged>
  /** After this no other import of the market runs; in a dry run, nothing can be written. */
  staged(): Promise<void>
  readDate: ReadDate
  faults: ImportErrors
  /** Where a thread may read what is there already; undefined: an earlier upload is put back, and nothing is made anew. */
  databaseUrl: string | undefined
}
type Planned = Loaded & { write(): Promise<void> }

export type RollBack = {
  /** Why the upload cannot be rolled back exactly, by what its row and the row of the upload before it tell. */
  obstacle(upload: Upload, previous: Upload | undefined): TextKey | undefined
  /** The same by what the data have become since. */
  changedSince?(tx: Tx, upload: Upload, previous: Upload | undefined): Promise<TextKey | undefined>
  /** Undoes what no row keeps that was replaced. `reload` loads the upload before it once more, and answers it. */
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
  /** The uploads of which it replaced bars; null: what it replaced was not kept (before `bar_history`). */
  replaced_uploads: number[] | null
  uploaded_at: Date
  rolled_back_at: Date | null
}

/** For lists of rows that several uploads share. */
export const byReplacedRows: Pick<RollBack, 'obstacle'> = {
  obstacle: ({ keeps_replaced }) => (keeps_replaced ? undefined : 'import.roll-back.overwrote'),
}

/** For what an upload replaced as a whole: exact where nothing was there, or what was there came by an upload. */
export const byTheUploadBefore = (before: string): Pick<RollBack, 'obstacle'> => ({
  obstacle: ({ counts }, previous) => (previous || !counts[before] ? undefined : 'import.roll-back.not-ours'),
})
