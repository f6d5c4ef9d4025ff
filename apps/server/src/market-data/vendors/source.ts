import type { ImportKind } from '@finlist/contract/staff/imports'
import type { Day } from '@finlist/domain/calendar'
import type { TextKey } from '../../http/translate.ts'
import { translate } from '../../http/translate.ts'
import type { Reason } from '../import/import-errors.ts'

type Cell = string | number | null

/** Rows for one kind of import, with the columns of its file. */
export type Batch = { kind: ImportKind; columns: readonly string[]; rows: readonly (readonly Cell[])[] }

/** A batch as a CSV file, which a thread can transfer without blocking the event loop. */
export type PackedBatch = { kind: ImportKind; count: number; csv: Uint8Array }

/** A rejected row, or a rejected response if there is neither a stock nor a day. */
export type LeftOut = { reason: Reason; stockCode?: string; date?: Day }

export type Given<B = Batch> = {
  batches: B[]
  refused: LeftOut[]
  /** The number of rejected rows beyond those in `refused`. */
  refusedBeyond?: number
  /** Delisted stocks. Without a day, they count as delisted after their last bar. */
  gone?: readonly { stockCode: string; on?: Day }[]
}

/** A part of the history that is requested and imported as a unit. */
export type HistoryPart = { key: string; take(): Promise<Given> }

/** A supplier of a market's data for nightly imports. Adapters only read; the importer writes. */
export type NightlySource<B = Batch | PackedBatch> = {
  /** The source's name, shown in the upload history. */
  name: string
  /**
   * A trading day's bars, and the corporate actions with that ex-date. Throws SourceError if the day is not available.
   */
  day(day: Day): Promise<Given<B>>
  /** Listed and delisted stocks, and the exchange's closings. */
  lists(today: Day): Promise<Given>
}

export type Source = NightlySource<Batch> & {
  /** Makes one small request for a trading day. Throws SourceError if the source cannot be used. */
  probe(day: Day): Promise<void>
  /** The history from one day to another, inclusive, in parts that are the same on every call. */
  history(from: Day, to: Day): Promise<HistoryPart[]>
}

const lasting = new Set<TextKey>([
  'source.key',
  'source.contact',
  'source.used-up',
  'source.too-often',
  'source.lost',
  'source.slow',
  'source.redirect',
  'source.not-https',
  'source.ended',
  'source.ended-before',
])

/** Thrown if a source returned no usable data. Never contains a URL with an API key. */
export class SourceError extends Error {
  readonly reason: Reason
  /** Set for a temporary error; `afterMs` if the source says when to retry. */
  readonly passing: { afterMs?: number } | undefined

  /** Whether the next request would also fail. */
  get isLasting(): boolean {
    return lasting.has(this.reason.text)
  }

  /** Recreates an error sent by a thread. */
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
