import type { ImportKind } from '@finlist/contract/imports'
import type { Day } from '@finlist/domain/calendar'
import type { TextKey } from '../../http/translate.ts'
import { translate } from '../../http/translate.ts'
import type { Reason } from '../import/import-errors.ts'

type Cell = string | number | null

/** Rows of one import kind, in the columns of its file. */
export type Batch = { kind: ImportKind; columns: readonly string[]; rows: readonly (readonly Cell[])[] }

/** A batch as a CSV file, which costs the event loop nothing when it comes from a thread. */
export type PackedBatch = { kind: ImportKind; count: number; csv: Uint8Array }

/** One row that is left out, or with neither stock nor day a whole answer. */
export type LeftOut = { reason: Reason; stockCode?: string; date?: Day }

export type Given<B = Batch> = {
  batches: B[]
  refused: LeftOut[]
  /** How many more were refused than `refused` has. */
  refusedBeyond?: number
  /** Stocks that are listed no longer; without a day, since their last bar. */
  gone?: readonly { stockCode: string; on?: Day }[]
}

/** A piece of history that is asked for and kept as one. */
export type HistoryPart = { key: string; take(): Promise<Given> }

/** A supplier of one market's data, as a night needs it. An adapter only reads; loading is the importer's part. */
export type NightlySource<B = Batch | PackedBatch> = {
  /** Appears in the record of uploads. */
  name: string
  /** The bars of a trading day, and the corporate actions from that day on. Throws SourceError when it is not there. */
  day(day: Day): Promise<Given<B>>
  /** What is listed, what no longer, and which days are closed. */
  lists(today: Day): Promise<Given>
}

export type Source = NightlySource<Batch> & {
  /** The history from day to day, both counted, in an order that is the same whenever it is asked for. */
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

/** Why a source gave nothing. It names no address with a key in it. */
export class SourceError extends Error {
  readonly reason: Reason
  /** The same request may succeed a moment later; after so many ms, where the source says it. */
  readonly passing: { afterMs?: number } | undefined

  /** The next request would fail as well. */
  get isLasting(): boolean {
    return lasting.has(this.reason.text)
  }

  /** An error as it passed from a thread. */
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
