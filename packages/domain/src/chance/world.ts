import type { Stock } from '../picking/bars.ts'

/** Stocks with opening prices, which are needed to follow orders. */
export type World = (Stock & { open: ArrayLike<number> })[]
