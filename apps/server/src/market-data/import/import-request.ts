import type { FileEncoding } from '@finlist/contract/admin'
import type { ImportKind } from '@finlist/contract/imports'
import { type ChartExchange, isPractice } from '@finlist/domain/chart/padded'
import type { ExchangeId } from '@finlist/domain/markets'
import type { PriceKind } from '@finlist/domain/prices/kinds'
import type { Language } from '@finlist/i18n/languages'
import { BadRequest } from '../../http/client-errors.ts'
import type { Reason } from './import-errors.ts'

export type SourceFile = { path: string; name: string }

/** What to load. `files` is keyed by the form's field names. */
export type ImportRequest = {
  kind: ImportKind
  /** Prices may be for practice; everything else belongs to a market, and videos count as Hong Kong's. */
  exchange: ChartExchange
  stockCode?: string | undefined
  issueDate?: string | undefined
  lotSize?: number | undefined
  /** For movers: YYYY-MM-DD HH:MM in Hong Kong time. */
  takenAt?: string | undefined
  /** How the source gives its prices; undefined: same as the market's last load. */
  prices?: PriceKind | undefined
  /** Loads the files even if they are probably a mistake. */
  confirm?: boolean | undefined
  files: Record<string, SourceFile | undefined>
  /** Loads the valid lines and leaves the bad ones out. */
  skipBadLines?: boolean | undefined
  /** Where to write the bad lines of a file, by its field. */
  refusedPath?: ((field: string) => string) | undefined
  /**
   * The headers of columns that the file names differently: open=First,close=Last. Remembered for the kind and market.
   */
  columns?: string | undefined
  /** Detected from the file if not given. */
  encoding?: FileEncoding | undefined
  /** The language of texts written for a person: the reasons for refused lines. */
  language?: Language
  by: { userId: number | null; name: string }
  dryRun?: boolean
  /** An earlier upload is being restored: its changes to the stocks are restored separately. */
  again?: boolean
  /** Maximum unpacked bytes of a gzipped file. */
  most?: number
  progress?: (rows: number) => void
  now: number
}

/**
 * The parameters given in addition to the files, stored with an upload so that the files can be read the same way
 * again.
 */
export const askedBeside = [
  'exchange',
  'stockCode',
  'issueDate',
  'lotSize',
  'takenAt',
  'skipBadLines',
  'columns',
  'encoding',
] as const satisfies (keyof ImportRequest)[]

/** Practice has only its own prices and stocks. */
export function marketIn({ exchange }: Pick<ImportRequest, 'exchange'>): ExchangeId {
  if (isPractice(exchange)) throw new BadRequest('import.not-a-market', { field: 'exchange', values: { exchange } })
  return exchange
}

/** The issue, for a dated kind. */
export const issueOf = (asked: Pick<ImportRequest, 'exchange' | 'issueDate'>) => ({
  exchange: marketIn(asked),
  issueDate: asked.issueDate!,
})

export type Loaded = {
  /** The number of rows in the files, all of which are now stored. */
  count: number
  counts: Record<string, number>
  created: string[]
  notes: Reason[]
  /** How the source gives the prices that were loaded. */
  prices?: PriceKind
}

/** The lines of a file that were left out. */
export type LeftOut = { field: string; path: string | undefined; count: number }

/** The key whose data a later upload replaces and a roll-back restores. */
export function keyOf({ kind, exchange, stockCode, issueDate, takenAt }: ImportRequest): string {
  if (kind === 'videos' || kind === 'rates') return kind
  return [kind, exchange, stockCode ?? issueDate ?? takenAt].filter(Boolean).join(' ')
}
