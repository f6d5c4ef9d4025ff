import type { Stock } from '../picking/bars.ts'

/**
 * A bar without its price level: its prices divided by the previous close, all in shares of the bar's day. An unknown
 * open counts as the previous close.
 */
export type Move = { day: number; open: number; high: number; low: number; close: number; volume: number }

/** Moves are cached by stock, because many simulated markets are made from the same stocks. */
const made = new WeakMap<Stock, { moves: Move[]; byDay: ReadonlyMap<number, Move> }>()

/** The moves of a stock's days with trades, oldest first; a split does not count as a move. */
export const movesOf = (stock: Stock): readonly Move[] => movesMade(stock).moves

export const movesByDay = (stock: Stock): ReadonlyMap<number, Move> => movesMade(stock).byDay

function movesMade(stock: Stock) {
  const known = made.get(stock)
  if (known) return known
  const moves = makeMoves(stock)
  const both = { moves, byDay: new Map(moves.map(move => [move.day, move])) }
  made.set(stock, both)
  return both
}

function makeMoves({ days, open, high, low, close, volume, splits = [] }: Stock): Move[] {
  const moves: Move[] = []
  let before: { day: number; close: number } | undefined
  for (let at = 0; at < days.length; at++) {
    if (!(volume[at]! > 0)) continue
    const day = days[at]!
    if (before) {
      const from = before.close * splitBetween(splits, before.day, day)
      const to = (price: number) => price / from
      moves.push({
        day,
        open: open ? to(open[at]!) : 1,
        high: to(high[at]!),
        low: to(low[at]!),
        close: to(close[at]!),
        volume: volume[at]!,
      })
    }
    before = { day, close: close[at]! }
  }
  return moves
}

/** The factor that converts a price of one day to shares of a later day. */
function splitBetween(splits: NonNullable<Stock['splits']>, from: number, to: number): number {
  let step = 1
  for (const { exDay, numerator, denominator } of splits)
    if (exDay > from && exDay <= to) step *= denominator / numerator
  return step
}

/** Rounds a price to four decimals; at least 0.0001. */
export const onGrid = (price: number) => Math.max(1, Math.round(price * 10_000)) / 10_000
