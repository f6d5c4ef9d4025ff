import type { GameDay, Trade } from './play.ts'

/** A base of the level. Prices and times are those of the level's chart; `pivot` is null if unknown. */
export type Base = { pivot: number | null; points: readonly { time: number; price: number }[] }

export type Review = {
  days: number
  daysHeld: number
  buyAndHoldReturn: number
  trades: { stopKept: boolean; chaseKept: boolean | null }[]
}

/** Losses are cut no lower than 8% below the buy price. */
const stop = 0.92
/** A breakout is bought between the pivot of the base and 5% above it. */
const chase = 1.05
/** A purchase below this fraction of the pivot does not count as buying a breakout. */
const near = 0.95

/** The review of a level that was played to `lastDay`. */
export function reviewOf(
  days: readonly GameDay[],
  { lastDay, trades, base }: { lastDay: number; trades: readonly Trade[]; base: Base | undefined },
): Review {
  const first = days[1]?.open
  return {
    days: lastDay,
    daysHeld: trades.reduce((sum, { buyDay, sellDay }) => sum + Math.max(1, sellDay - buyDay), 0),
    buyAndHoldReturn: first === undefined || lastDay < 2 ? 0 : days[lastDay - 1]!.close / first - 1,
    trades: trades.map(trade => ({ stopKept: keptStop(days, trade), chaseKept: keptChase(days, trade, base) })),
  }
}

/**
 * Whether the stock was sold at the open after its first close 8% or more below the buy price; true if there was no
 * such close.
 */
function keptStop(days: readonly GameDay[], { buyDay, buyPrice, sellDay }: Trade): boolean {
  for (let day = buyDay; day < sellDay - 1; day++) if (days[day - 1]!.close <= buyPrice * stop) return false
  return true
}

function keptChase(days: readonly GameDay[], { buyDay, buyPrice }: Trade, base: Base | undefined): boolean | null {
  const end = base?.points.at(-1)?.time
  if (!base?.pivot || end === undefined || days[buyDay - 1]!.time <= end || buyPrice < base.pivot * near) return null
  return buyPrice <= base.pivot * chase
}
