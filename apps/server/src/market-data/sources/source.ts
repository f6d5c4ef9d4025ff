import type { ImportKind } from '@finlist/contract/imports'
import type { Day } from '@finlist/domain/calendar'
import type { TextKey } from '../../http/translate.ts'
import { translate } from '../../http/translate.ts'
import type { Reason } from '../import/import-errors.ts'

type Cell = string | number | null

/** Rows for one kind of import, with the columns of its file. */
export type Batch = { kind: ImportKind; columns: readonly string[]; rows: readonly (readonly Cell[])[] }

/** A batch as a CSV file, which a thread can pass on without blocking the event loop. */
export type PackedBatch = { kind: ImportKind; count: number; csv: Uint8Array }

/** A rejected row, or a whole response if it has neither stock nor day. */
export type LeftOut = { reason: Reason; stockCode?: string; date?: Day }

export type Given<B = Batch> = {
  batches: B[]
  refused: LeftOut[]
  /** How many more rows were rejected than are in `refused`. */
  refusedBeyond?: number
  /** Delisted stocks. Without a day, they count as delisted after their last bar. */
  gone?: readonly { stockCode: string; on?: Day }[]
}

/** A part of the history that is requested and stored as a unit. */
export type HistoryPart = { key: string; take(): Promise<Given> }

/** A supplier of a market's data, as needed for nightly loads. An adapter only reads; the importer writes. */
export type NightlySource<B = Batch | PackedBatch> = {
  /** Shown in the upload history. */
  name: string
  /**
   * A trading day's bars, and the corporate actions with that ex-date. Throws SourceError if the day is not available.
   */
  day(day: Day): Promise<Given<B>>
  /** Listed and delisted stocks, and the exchange's closings. */
  lists(today: Day): Promise<Given>
}

export type Source = NightlySource<Batch> & {
  /** The history from one day to another, inclusive, as parts in the same order every time. */
  history(from: Day, to: Day): Promise<HistoryPart[]>
}

const lasting = new Set<TextKey>([
  'source.key',
  'source.used-up',
  'source.too-often',
  'source.lost',
  'source.slow',
  'source.redirect',
  'source.not-https',
  'source.ended',
  'source.ended-before',
])

/** Why a source returned no data. Never contains a URL with an API key. */
export class SourceError extends Error {
  readonly reason: Reason
  /** Set if the same request may succeed later; `afterMs` if the source says when. */
  readonly passing: { afterMs?: number } | undefined

  /** Whether the next request would fail too. */
  get isLasting(): boolean {
    return lasting.has(this.reason.text)
  }

  /** Recreates an error that a thread sent. */
  static from({ reason, passing }: Pick<SourceError, 'reason' | 'passing'>): SourceError {
    return new SourceError(reason.text, reason.values ?? {}, passing)
  }

  constructor(text: TextKey, values: Record<string, string | number>, passing?: SourceError['passing']) {
    super(translate('en', text, values))
    this.name = 'SourceError'
    this.reason = { text, values }
    this.passing = passing
  }
}
