import type { ExchangeId } from '../markets.ts'
import { cellsOf } from '../outcome/cells.ts'
import type { Interval } from '../outcome/interval.ts'
import type { Costs } from '../outcome/rule.ts'
import { type Widening, wideningOf } from '../outcome/widening.ts'
import { blocks } from './blocks.ts'
import { type RecordAsked, recordOf } from './record.ts'
import { walks } from './walks.ts'
import type { World } from './world.ts'

/** The minimum number of picks for an interval in a simulated market, which has fewer stocks than the real one. */
const fewestPicks = 50

/** `worlds` simulated markets, alternately random walks and shuffled blocks, each with `weeks` weekly lists. */
export type WideningCount = { seed: string; worlds: number; weeks: number; costs: Costs }

/**
 * The factor by which a market's confidence intervals have to be widened, estimated from simulations with its stocks.
 */
export function countWidening(
  exchange: ExchangeId,
  stocks: World,
  { seed, worlds, weeks, costs }: WideningCount,
  sha256: (text: string) => string,
): Widening {
  const intervals = Array.from({ length: worlds }, (_, number) => {
    const name = `${seed} record ${number}`
    const world = (number % 2 === 0 ? walks : blocks)(stocks, name)
    return intervalsOf(exchange, world, { weeks, costs, seedOf: text => sha256(`${name}\n${text}`) })
  })
  return wideningOf(intervals.flat())
}

/** The confidence intervals that the track record would show for a simulated market, widened by the factor `widen`. */
export function intervalsOf(exchange: ExchangeId, world: World, asked: RecordAsked & { widen?: number }): Interval[] {
  const { all, cells } = cellsOf(recordOf(exchange, world, asked), { ...asked, fewest: fewestPicks })
  return [all, ...cells.map(({ interval }) => interval)].filter(interval => interval !== null)
}
