import type { Stock } from '../picking/bars.ts'
import { Random } from '../random.ts'
import { type Move, movesByDay, onGrid } from './moves.ts'
import type { World } from './world.ts'

/** Mean length of a block, in trading days. */
const meanDays = 10
/** Minimum share of the market's days on which a stock must have bars to be included. */
const wholeShare = 0.9

/**
 * Simulates a market by resampling its own days in blocks of about two weeks, with the same days for all stocks (the
 * stationary bootstrap of Politis and Romano). Any pattern longer than a block is due to chance. Deterministic for a
 * seed.
 */
export function blocks(stocks: readonly Stock[], seed: string): World {
  const known = stocks.map(stock => ({ stock, moves: movesByDay(stock) }))
  const days = [...new Set(known.flatMap(({ moves }) => [...moves.keys()]))].toSorted((one, other) => one - other)
  const drawn = drawnDays(days, new Random(seed, 'blocks'))
  return known
    .filter(({ moves }) => moves.size >= wholeShare * days.length)
    .map(({ stock, moves }) => relived(stock, { days, drawn, moves }))
}

/** The stock's bars on the resampled days; a day without a trade has no bar. */
function relived(
  { code, close: levels }: Stock,
  { days, drawn, moves }: { days: readonly number[]; drawn: readonly number[]; moves: ReadonlyMap<number, Move> },
): World[number] {
  const lived: Move[] = []
  const on: number[] = []
  for (const [at, day] of drawn.entries()) {
    const move = moves.get(day)
    if (!move) continue
    lived.push(move)
    on.push(days[at]!)
  }
  const column = () => new Float64Array(lived.length)
  const [open, high, low, close] = [column(), column(), column(), column()]
  let price = levels[0]!
  for (const [at, move] of lived.entries()) {
    open[at] = onGrid(price * move.open)
    high[at] = onGrid(price * move.high)
    low[at] = onGrid(price * move.low)
    price = onGrid(price * move.close)
    close[at] = price
  }
  const volume = Float64Array.from(lived, move => move.volume)
  return { code, days: Int32Array.from(on), open, high, low, close, volume }
}

/**
 * Draws a sequence of the same length as `days`, in blocks of consecutive days. A block begins on a random day and
 * wraps around at the end.
 */
function drawnDays(days: readonly number[], random: Random): number[] {
  let at = 0
  return days.map((_, number) => {
    at = number === 0 || random.uniform() < 1 / meanDays ? random.whole(0, days.length - 1) : (at + 1) % days.length
    return days[at]!
  })
}
