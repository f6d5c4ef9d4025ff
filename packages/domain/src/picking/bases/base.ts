type Pattern = 'CWH' | 'CUP' | 'DB' | 'FB' | 'BASE'
export type Variant = 'saucer' | 'high-tight-flag' | 'ascending' | 'consolidation'

/** A base as of the newest bar. Places are of bars, prices whole parts, `depth` thousandths of the high. */
export type Base = {
  pattern: Pattern
  variant: Variant | null
  from: number
  pivot: number
  low: number
  depth: number
  length: number
  quality: number
  /** Where its turns are, in order of time. */
  points: Record<string, number>
  /** What was measured: days, thousandths. */
  facts: Record<string, number>
}
