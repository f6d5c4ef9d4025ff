import type { ImportKind } from '@finlist/contract/imports'
import type { Day } from '@finlist/domain/calendar'
import type { TextKey } from '../../http/translate.ts'
import { translate } from '../../http/translate.ts'
import type { Reason } from '../import/import-errors.ts'

type Cell = string | number | null

/** Rows of one import kind, with the columns of its file. */
export type Batch = { kind: ImportKind; columns: readonly string[]; rows: readonly (readonly Cell[])[] }

/** A batch as a CSV file, which costs the event loop nothing when it comes from a thread. */
export type PackedBatch = { kind: ImportKind; count: number; csv: Uint8Array }

/** A row that was left out, or a whole response if it has neither stock nor day. */
export type LeftOut = { reason: Reason; stockCode?: string; date?: Day }

export type Given<B = Batch> = {
  batches: B[]
  refused: LeftOut[]
  /** How many more were refused than are in `refused`. */
  refusedBeyond?: number
  /** Delisted stocks; without a day, since their last bar. */
  gone?: readonly { stockCode: string; on?: Day }[]
}

/** A part of the history that is requested and stored as a unit. */
export type HistoryPart = { key: string; take(): Promise<Given> }

/** A supplier of one market's data, as needed for a nightly run. An adapter only reads; the importer loads. */
export type NightlySource<B = Batch | PackedBatch> = {
  /** Shown in the record of uploads. */
  name: string
  /**
   * The bars of a trading day, and the corporate actions that go ex on it. Throws SourceError if the day is not
   * available.
   */
  day(day: Day): Promise<Given<B>>
  /** The stocks that are listed and delisted, and the days that are closed. */
  lists(today: Day): Promise<Given>
}

export type Source = NightlySource<Batch> & {
  /** The history from one day to another, both inclusive, in an order that is the same for every request. */
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

/** Why a source gave no data. Never contains an address with a key in it. */
export class SourceError extends Error {
  readonly reason: Reason
  /** The same request may succeed later; after this many ms, if the source says so. */
  readonly passing: { afterMs?: number } | undefined

  /** The next request would also fail. */
  get isLasting(): boolean {
    return lasting.has(this.reason.text)
  }

  /** Recreates an error passed from a thread. */
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
