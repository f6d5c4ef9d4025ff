import { type ChartExchange, isPractice } from '@finlist/domain/chart/symbol'
import type { ExchangeId } from '@finlist/domain/markets'
import { BadRequest } from '../../http/client-errors.ts'
import type { Reason } from './import-errors.ts'

export type ImportKind =
  | 'stocks'
  | 'prices'
  | 'finlist'
  | 'markettrend'
  | 'simulator-stocks'
  | 'game-levels'
  | 'patterns'
  | 'movers'
  | 'profit-alerts'
  | 'shareholding'
  | 'videos'
export type SourceFile = { path: string; name: string }

/** What to load. `files` by the form's name of each. */
export type ImportRequest = {
  kind: ImportKind
  /** Prices may be practice's; everything else is a market's, and videos are of Hong Kong's for want of one. */
  exchange: ChartExchange
  stockCode?: string | undefined
  issueDate?: string | undefined
  lotSize?: number | undefined
  /** Of movers: YYYY-MM-DD HH:MM by the clock of Hong Kong. */
  takenAt?: string | undefined
  files: Record<string, SourceFile | undefined>
  by: { userId: number | null; name: string }
  dryRun?: boolean
  /** An upload that stands already, put back: what it once told of the stocks has its own way back. */
  again?: boolean
  /** Bytes a packed file may unpack to. */
  most?: number
  progress?: (rows: number) => void
  now: number
}

/** Practice has prices and stocks of its own, and nothing else. */
export function marketIn({ exchange }: Pick<ImportRequest, 'exchange'>): ExchangeId {
  if (isPractice(exchange)) throw new BadRequest('import.not-a-market', { field: 'exchange', values: { exchange } })
  return exchange
}

export type Loaded = {
  /** Rows of the files, all of which stand now. */
  count: number
  counts: Record<string, number>
  created: string[]
  notes: Reason[]
}

/** What a later upload replaces and a roll-back goes back to. */
export function keyOf({ kind, exchange, stockCode, issueDate, takenAt }: ImportRequest): string {
  if (kind === 'videos') return kind
  return [kind, exchange, stockCode ?? issueDate ?? takenAt].filter(Boolean).join(' ')
}
