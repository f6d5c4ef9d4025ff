import type { DoubtKind } from './doubt-kinds.ts'

/** A stock that a list leaves out because its prices are in doubt. `evidence`: SHA-256 of the doubt's evidence. */
export type LeftOut = { code: string; kind: DoubtKind; date: string; evidence: string }
