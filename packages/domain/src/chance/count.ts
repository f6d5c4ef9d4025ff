import type { ExchangeId } from '../markets.ts'
import type { Stock } from '../picking/bars.ts'
import { looksOf } from '../picking/look.ts'
import { blocks } from './blocks.ts'
import { addFires, type ChanceWorld, type Fires, firesOf, noFires } from './fires.ts'
import { walks } from './walks.ts'

/** `everyWeeks`: of so many weeks of the last year one is looked at. `worlds` of each kind, of `stocks` at most. */
export type ChanceCount = { seed: string; everyWeeks: number; worlds: number; stocks: number }

const weeks = 52

/**
 * How often each base is seen in the market's last year, and in the year of worlds of chance that are drawn from it. The
 * market is looked at whole, a world is of stocks that are eligible now, evenly by code.
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

/** The last day with a bar of every so many weeks of the last year, the newest last. */
function lookDays(stocks: readonly Stock[], everyWeeks: number): number[] {
  const ofWeek = new Map<number, number>()
  for (const { days } of stocks)
    for (let at = 0; at < days.length; at++) {
      // 1970-01-01 was a Thursday.
      const week = Math.floor((days[at]! + 3) / 7)
      if (days[at]! > (ofWeek.get(week) ?? -1)) ofWeek.set(week, days[at]!)
    }
  const newest = [...ofWeek.values()].toSorted((one, other) => one - other).slice(-weeks)
  return newest.filter((_, at) => (newest.length - 1 - at) % everyWeeks === 0)
}

function eligibleOn(
  exchange: ExchangeId,
  stocks: readonly Stock[],
  { day, most }: { day: number; most: number },
): Stock[] {
  const codes = looksOf(exchange, stocks, day).map(({ code }) => code)
  const step = Math.max(1, Math.ceil(codes.length / most))
  const chosen = new Set(codes.filter((_, at) => at % step === 0))
  return stocks.filter(({ code }) => chosen.has(code))
}
