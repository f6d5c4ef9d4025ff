import type { ExchangeId } from '@finlist/domain/markets'
import type { Reason } from './faults.ts'

export type ImportKind = 'stocks' | 'prices' | 'finlist' | 'markettrend'
export type SourceFile = { path: string; name: string }

/** What to load. `files` by the form's name of each. */
export type ImportAsked = {
  kind: ImportKind
  exchange: ExchangeId
  stockCode?: string | undefined
  issueDate?: string | undefined
  lotSize?: number | undefined
  files: Record<string, SourceFile | undefined>
  by: { userId: number | null; name: string }
  dryRun?: boolean
  /** Bytes a packed file may unpack to. */
  most?: number
  progress?: (rows: number) => void
  now: number
}

export type Loaded = {
  /** Rows of the files, all of which stand now. */
  count: number
  counts: Record<string, number>
  created: string[]
  notes: Reason[]
}

/** What a later upload replaces and a roll-back goes back to. */
export function keyOf({ kind, exchange, stockCode, issueDate }: ImportAsked): string {
  return [kind, exchange, stockCode ?? issueDate].filter(Boolean).join(' ')
}
