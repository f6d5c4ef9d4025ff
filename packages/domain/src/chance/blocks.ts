import type { Stock } from '../picking/bars.ts'
import { Random } from '../random.ts'
import { type Move, movesByDay, onGrid } from './moves.ts'
import type { World } from './world.ts'

/** Mean length of a block, in trading days. */
const meanDays = 10
/** Minimum share of the market's days on which a stock must have bars to be included. */
const wholeShare = 0.9

/**
 * Simulates a market by shuffling its own days in blocks of about two weeks, with the same order for all stocks. Each
 * day occurs once: with days drawn repeatedly, stocks whose days happened to be drawn often would have a drift of their
 * own, which past prices predict. Any pattern longer than a block is due to chance. Deterministic for a seed.
 */
export function blocks(stocks: readonly Stock[], seed: string): World {
  const known = stocks.map(stock => ({ stock, moves: movesByDay(stock) }))
  const days = [...new Set(known.flatMap(({ moves }) => [...moves.keys()]))].toSorted((one, other) => one - other)
  const order = shuffled(days, new Random(seed, 'blocks'))
  return known
    .filter(({ moves }) => moves.size >= wholeShare * days.length)
    .map(({ stock, moves }) => relived(stock, { days, order, moves }))
}

/** The stock's bars in the shuffled order; a day without a trade has no bar. */
function relived(
  { code, close: levels }: Stock,
  { days, order, moves }: { days: readonly number[]; order: readonly number[]; moves: ReadonlyMap<number, Move> },
): World[number] {
  const lived: Move[] = []
  const on: number[] = []
  for (const [at, day] of order.entries()) {
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

/** The days in random order, except within blocks of consecutive days. */
function shuffled(days: readonly number[], random: Random): number[] {
  const cut: number[][] = []
  for (const day of days) {
    if (cut.length === 0 || random.uniform() < 1 / meanDays) cut.push([])
    cut.at(-1)!.push(day)
  }
  for (let last = cut.length - 1; last > 0; last--) {
    const other = random.whole(0, last)
    ;[cut[last], cut[other]] = [cut[other]!, cut[last]!]
  }
  return cut.flat()
}
