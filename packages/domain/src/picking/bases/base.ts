type Pattern = 'CWH' | 'CUP' | 'DB' | 'FB' | 'BASE'
export type Variant = 'saucer' | 'high-tight-flag' | 'ascending' | 'consolidation'

/**
 * A base as of the newest bar. `from` and `points` are indexes of bars, prices are in whole parts, and `depth` is in
 * thousandths of the high.
 */
export type Base = {
  pattern: Pattern
  variant: Variant | null
  from: number
  pivot: number
  low: number
  depth: number
  length: number
  quality: number
  /** The indexes of the base's turns, in chronological order. */
  points: Record<string, number>
  /** Measurements, in days or thousandths. */
  facts: Record<string, number>
}
