import type { Stock } from '../picking/bars.ts'

/** Stocks with openings, by which orders can be followed. */
export type World = (Stock & { open: ArrayLike<number> })[]
