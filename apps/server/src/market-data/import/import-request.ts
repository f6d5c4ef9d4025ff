import type { FileEncoding } from '@finlist/contract/staff/admin'
import type { ImportKind } from '@finlist/contract/staff/imports'
import { type ChartExchange, isPractice } from '@finlist/domain/chart/padded'
import type { ExchangeId } from '@finlist/domain/markets'
import type { PriceKind } from '@finlist/domain/prices/kinds'
import type { Language } from '@finlist/i18n/languages'
import { BadRequest } from '../../http/client-errors.ts'
import type { Reason } from './import-errors.ts'

export type SourceFile = { path: string; name: string }

/**
 * Progress of an import. While reading: the number of rows, and the share of the file's bytes, that have been read (0
 * to 1). After reading: the current step.
 */
export type ImportProgress =
  | { step: 'reading'; rows: number; share: number }
  | { step: 'checking' | 'writing' | 'settling' | 'archiving' }

/** What to load. `files` is keyed by form field. */
export type ImportRequest = {
  kind: ImportKind
  /** The market, or for prices also a practice space. Videos count as Hong Kong's. */
  exchange: ChartExchange
  stockCode?: string | undefined
  issueDate?: string | undefined
  lotSize?: number | undefined
  /** For movers: YYYY-MM-DD HH:MM in Hong Kong time. */
  takenAt?: string | undefined
  /** How the source's prices are adjusted. If undefined, as in the market's last load. */
  prices?: PriceKind | undefined
  /** Imports the files even if they are probably a mistake. */
  confirm?: boolean | undefined
  /** Instead of requesting confirmation, leaves doubtful corporate actions for staff to decide, and loads the rest. */
  keepsDoubts?: boolean | undefined
  files: Record<string, SourceFile | undefined>
  /** Imports the valid lines and skips the invalid ones. */
  skipBadLines?: boolean | undefined
  /** Returns the path to write a file's invalid lines to, by form field. */
  refusedPath?: ((field: string) => string) | undefined
  /** The headers that the file uses for our columns: open=First,close=Last. Stored for the kind and market. */
  columns?: string | undefined
  /** Detected from the file if omitted. */
  encoding?: FileEncoding | undefined
  /** The language of texts for people, such as the reasons for rejected lines. */
  language?: Language
  by: { userId: number | null; name: string }
  dryRun?: boolean
  /** Set while an earlier upload is restored; its changes to stocks are restored separately. */
  again?: boolean
  /** Maximum unpacked bytes of a gzipped file. */
  most?: number
  progress?: (progress: ImportProgress) => void
  now: number
}

/** Parameters that are stored with an upload, so that its files can be read again in the same way. */
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

/** The market of an import. Practice has only its own prices and stocks. */
export function marketIn({ exchange }: Pick<ImportRequest, 'exchange'>): ExchangeId {
  if (isPractice(exchange)) throw new BadRequest('import.not-a-market', { field: 'exchange', values: { exchange } })
  return exchange
}

export type Issue = { exchange: ExchangeId; issueDate: string }

/** The market and issue date, for kinds of data that have an issue date. */
export const issueOf = (asked: Pick<ImportRequest, 'exchange' | 'issueDate'>): Issue => ({
  exchange: marketIn(asked),
  issueDate: asked.issueDate!,
})

export type Loaded = {
  /** The number of accepted rows. Except after a dry run, all of them are now stored. */
  count: number
  counts: Record<string, number>
  created: string[]
  notes: Reason[]
  /** The price adjustment of the loaded prices. */
  prices?: PriceKind
}

/** A file's rejected lines. */
export type LeftOut = { field: string; path: string | undefined; count: number }

/**
 * Key of an upload. A later upload with the same key replaces this one's data; rolling back the later one restores the
 * data.
 */
export function keyOf({ kind, exchange, stockCode, issueDate, takenAt }: ImportRequest): string {
  if (kind === 'videos' || kind === 'rates') return kind
  return [kind, exchange, stockCode ?? issueDate ?? takenAt].filter(Boolean).join(' ')
}
