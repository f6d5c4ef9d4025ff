import type { FileEncoding } from '@finlist/contract/admin'
import type { ImportKind } from '@finlist/contract/imports'
import { type ChartExchange, isPractice } from '@finlist/domain/chart/padded'
import type { ExchangeId } from '@finlist/domain/markets'
import type { PriceKind } from '@finlist/domain/prices/kinds'
import type { Language } from '@finlist/i18n/languages'
import { BadRequest } from '../../http/client-errors.ts'
import type { Reason } from './import-errors.ts'

export type SourceFile = { path: string; name: string }

/** What to load. `files` are keyed by the form's field names. */
export type ImportRequest = {
  kind: ImportKind
  /** Prices may be for practice; everything else belongs to a market, and videos count as Hong Kong's. */
  exchange: ChartExchange
  stockCode?: string | undefined
  issueDate?: string | undefined
  lotSize?: number | undefined
  /** For movers: YYYY-MM-DD HH:MM by the clock of Hong Kong. */
  takenAt?: string | undefined
  /** How the source of prices gives them; undefined: as the market's last load did. */
  prices?: PriceKind | undefined
  /** Loads what is probably not meant so. */
  confirm?: boolean | undefined
  files: Record<string, SourceFile | undefined>
  /** Loads the right lines, and leaves the bad ones out. */
  skipBadLines?: boolean | undefined
  /** Where the bad lines of a file are written to, by its field. */
  refusedPath?: ((field: string) => string) | undefined
  /** The heads of columns that the file calls otherwise: open=First,close=Last. Remembered for the kind and market. */
  columns?: string | undefined
  /** Seen from the file where it is not told. */
  encoding?: FileEncoding | undefined
  /** Of what is written for a person: the reasons of refused lines. */
  language?: Language
  by: { userId: number | null; name: string }
  dryRun?: boolean
  /** An earlier upload, put back: what it changed of the stocks is restored separately. */
  again?: boolean
  /** Bytes that a gzipped file may unpack to. */
  most?: number
  progress?: (rows: number) => void
  now: number
}

/** What is asked beside the files, and kept with an upload for the files to be read alike once more. */
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

/** Practice has prices and stocks of its own, and nothing else. */
export function marketIn({ exchange }: Pick<ImportRequest, 'exchange'>): ExchangeId {
  if (isPractice(exchange)) throw new BadRequest('import.not-a-market', { field: 'exchange', values: { exchange } })
  return exchange
}

/** The issue of a kind that is dated. */
export const issueOf = (asked: Pick<ImportRequest, 'exchange' | 'issueDate'>) => ({
  exchange: marketIn(asked),
  issueDate: asked.issueDate!,
})

export type Loaded = {
  /** Rows of the files, all of which stand now. */
  count: number
  counts: Record<string, number>
  created: string[]
  notes: Reason[]
  /** How its source gives the prices that were loaded. */
  prices?: PriceKind
}

/** The lines of a file that were left out. */
export type LeftOut = { field: string; path: string | undefined; count: number }

/** What a later upload replaces and a roll-back goes back to. */
export function keyOf({ kind, exchange, stockCode, issueDate, takenAt }: ImportRequest): string {
  if (kind === 'videos' || kind === 'rates') return kind
  return [kind, exchange, stockCode ?? issueDate ?? takenAt].filter(Boolean).join(' ')
}
