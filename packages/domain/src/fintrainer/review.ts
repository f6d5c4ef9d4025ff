import type { GameDay, Trade } from './play.ts'

/** A base of the level, priced and timed as its chart shows it; `pivot` null where nobody told it. */
export type Base = { pivot: number | null; points: readonly { time: number; price: number }[] }

export type Review = {
  days: number
  daysHeld: number
  buyAndHoldReturn: number
  trades: { stopKept: boolean; chaseKept: boolean | null }[]
}

/** A loss is cut at 7 to 8 % below what was paid. */
const stop = 0.92
/** A base is bought from its pivot to 5 % above. */
const chase = 1.05
/** Below so much of the pivot a trade has nothing to do with the breakout. */
const near = 0.95

/** What can be learned from a level of which the days until `lastDay` were played. */
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

/** Sold at the first open after a close 8 % or more below what was paid. */
function keptStop(days: readonly GameDay[], { buyDay, buyPrice, sellDay }: Trade): boolean {
  for (let day = buyDay; day < sellDay - 1; day++) if (days[day - 1]!.close <= buyPrice * stop) return false
  return true
}

function keptChase(days: readonly GameDay[], { buyDay, buyPrice }: Trade, base: Base | undefined): boolean | null {
  const end = base?.points.at(-1)?.time
  if (!base?.pivot || end === undefined || days[buyDay - 1]!.time <= end || buyPrice < base.pivot * near) return null
  return buyPrice <= base.pivot * chase
}
