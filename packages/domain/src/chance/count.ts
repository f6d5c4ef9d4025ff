import type { ExchangeId } from '../markets.ts'
import type { Stock } from '../picking/bars.ts'
import { looksOf } from '../picking/look.ts'
import { blocks } from './blocks.ts'
import { addFires, type ChanceWorld, type Fires, firesOf, noFires } from './fires.ts'
import { walks } from './walks.ts'
import { weekEnds } from './week-ends.ts'

/**
 * Every `everyWeeks`-th week of the last year is evaluated. `worlds` is the number of simulated markets of each kind,
 * with at most `stocks` stocks each.
 */
export type ChanceCount = { seed: string; everyWeeks: number; worlds: number; stocks: number }

const weeks = 52

/**
 * Counts how often each kind of base is found in the market's last year, and in the same year of simulated random
 * markets. All stocks of the real market are evaluated; simulated markets are made from stocks that are eligible now,
 * picked evenly across the list of codes.
 */
export function countChance(
  exchange: ExchangeId,
  stocks: readonly Stock[],
  { seed, everyWeeks, worlds, stocks: most }: ChanceCount,
): Record<ChanceWorld, Fires> {
  const days = lookDays(stocks, everyWeeks)
  const few = eligibleOn(exchange, stocks, { day: days.at(-1) ?? 0, most })
  const all = (world: (stocks: readonly Stock[], seed: string) => Stock[]) =>
    Array.from({ length: worlds }, (_, number) => firesOf(exchange, world(few, `${seed} ${number}`), days)).reduce(
      addFires,
      noFires(),
    )
  return { real: firesOf(exchange, stocks, days), walks: all(walks), blocks: all(blocks) }
}

/** The last day of every `everyWeeks`-th week of the last year, counted back from the newest week; newest last. */
function lookDays(stocks: readonly Stock[], everyWeeks: number): number[] {
  const newest = weekEnds(stocks).slice(-weeks)
  return newest.filter((_, at) => (newest.length - 1 - at) % everyWeeks === 0)
}

/** At most `most` of the stocks eligible on a day, picked evenly across the list of codes. */
export function eligibleOn(
  exchange: ExchangeId,
  stocks: readonly Stock[],
  { day, most }: { day: number; most: number },
): Stock[] {
  const codes = looksOf(exchange, stocks, day).map(({ code }) => code)
  const step = Math.max(1, Math.ceil(codes.length / most))
  const chosen = new Set(codes.filter((_, at) => at % step === 0))
  return stocks.filter(({ code }) => chosen.has(code))
}
