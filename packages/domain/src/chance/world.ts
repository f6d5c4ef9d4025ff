import type { Stock } from '../picking/bars.ts'

/** Stocks with opening prices, which are needed to simulate orders. */
export type World = (Stock & { open: ArrayLike<number> })[]
