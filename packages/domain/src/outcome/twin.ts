import type { ExchangeId } from '../markets.ts'
import { hasBase, inCurrency } from '../picking/issue.ts'
import type { Look } from '../picking/look.ts'
import { highest, sumOfRanges } from '../picking/stretch.ts'
import { tickAbove } from '../picking/tick.ts'
import type { Outcome } from './follow.ts'
import { drawSome, drawsOf } from './random.ts'
import { isOpen } from './track.ts'

/** How a twin (comparison stock) must resemble its pick. Lengths are in bars. */
export const twinRule = {
  most: 16,
  /** The maximum difference in strength ranks. */
  rank: 10,
  /**
   * Compared over twenty bars: the mean range relative to the close. Neither stock's may be more than a quarter larger
   * than the other's.
   */
  ranges: 20,
  range: 1.25,
  /**
   * A twin's buy point is above its high of the last `high` bars, which must be at least `highAge` bars old and at most
   * `highOver` times the close.
   */
  high: 60,
  highAge: 5,
  highOver: 1.12,
} as const

/** A stock that resembles a pick but has no base; its buy point is above its own high, in the market's currency. */
export type Twin = { code: string; buyPoint: number }

/** The text whose SHA-256 is the seed of a pick's draw. All of it is fixed before the list can be edited. */
export const seedText = (made: {
  constants: string
  inputs: string
  market: ExchangeId
  date: string
  code: string
}): string => [made.constants, made.inputs, made.market, made.date, made.code].join('\n')

export type Draw = { seed: string; twins: Twin[] }

/** The number of twins filled, the number whose outcome can still change, and the means of those filled. */
export type TwinsOutcome = { twins: number; twinsOpen: number; twinWorst: number | null; twinBest: number | null }

export function outcomeOfTwins(followed: readonly { worst: Outcome; best: Outcome }[]): TwinsOutcome {
  const filled = followed.filter(({ worst }) => worst.net !== null)
  const mean = (which: 'worst' | 'best') =>
    filled.length === 0 ? null : filled.reduce((sum, one) => sum + one[which].net!, 0) / filled.length
  return {
    twins: filled.length,
    twinsOpen: followed.filter(({ worst, best }) => isOpen(worst) || isOpen(best)).length,
    twinWorst: mean('worst'),
    twinBest: mean('best'),
  }
}

/** The twins of each stock, by code; none for a stock that was not evaluated. */
export function drawsOfPicks(
  exchange: ExchangeId,
  looks: readonly Look[],
  codes: readonly string[],
  seedOf: (code: string) => string,
): Record<string, Draw> {
  const lookOf = new Map(looks.map(look => [look.code, look]))
  return Object.fromEntries(
    codes.flatMap(code => {
      const look = lookOf.get(code)
      if (!look) return []
      const seed = seedOf(code)
      return [[code, { seed, twins: twinsOf(exchange, looks, look, seed) }]]
    }),
  )
}

/** Draws a pick's twins from the stocks evaluated on the day, which are sorted by code. */
function twinsOf(exchange: ExchangeId, looks: readonly Look[], pick: Look, seed: string): Twin[] {
  const range = rangeOf(pick)
  const alike = looks.flatMap(look => {
    if (look.code === pick.code || hasBase(look) || Math.abs(look.rank - pick.rank) > twinRule.rank) return []
    const own = rangeOf(look)
    if (own > twinRule.range * range || range > twinRule.range * own) return []
    const high = ownHigh(look)
    return high === undefined ? [] : [{ code: look.code, buyPoint: inCurrency(tickAbove(exchange, high)) }]
  })
  return drawSome(alike, twinRule.most, drawsOf(seed))
}

const rangeOf = ({ bars, close }: Look) => sumOfRanges(bars, bars.last - twinRule.ranges + 1, bars.last) / close

/** The high of the bars before the newest ones, if the newest have not passed it and it is near the close. */
function ownHigh({ bars: { high, last }, close }: Look): number | undefined {
  const top = highest(high, last - twinRule.high, last)
  if (last - top < twinRule.highAge || high[top]! > twinRule.highOver * close) return undefined
  return high[top]
}
