import type { ExchangeId } from '../markets.ts'
import { hasBase, inCurrency } from '../picking/issue.ts'
import type { Look } from '../picking/look.ts'
import { highest, sumOfRanges } from '../picking/stretch.ts'
import { tickAbove } from '../picking/tick.ts'
import type { Outcome } from './follow.ts'
import { drawSome, drawsOf } from './random.ts'
import { isOpen } from './track.ts'

/** The limits within which a twin (comparison stock) must resemble its pick. Lengths are in bars. */
export const twinRule = {
  most: 16,
  /** The maximum difference in strength ranks. */
  rank: 10,
  /**
   * The number of bars over which the mean range, relative to the close, is compared. Neither stock's mean range may be
   * more than a quarter larger than the other's.
   */
  ranges: 20,
  range: 1.25,
  /**
   * A twin's buy point is above its high of the last `high` bars. That high must be at least `highAge` bars old and at
   * most `highOver` times the close.
   */
  high: 60,
  highAge: 5,
  highOver: 1.12,
} as const

/** A stock that resembles a pick but has no base. Its buy point, in the market's currency, is above its recent high. */
export type Twin = { code: string; buyPoint: number }

/** The text whose SHA-256 is the seed of a pick's draw. Every part of it is fixed before staff can edit the list. */
export const seedText = (made: {
  constants: string
  inputs: string
  market: ExchangeId
  date: string
  code: string
}): string => [made.constants, made.inputs, made.market, made.date, made.code].join('\n')

export type Draw = { seed: string; twins: Twin[] }

/**
 * `twins`: the number of twins whose order was filled. `twinsOpen`: the number of all twins whose outcome can still
 * change. `twinWorst` and `twinBest`: the mean returns of the filled twins in each reading.
 */
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

/** Draws each stock's twins, by code. Stocks that were not evaluated are left out. */
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

/** Draws a pick's twins from `looks`, the stocks evaluated on the day, sorted by code. */
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

/** The high that a twin's buy point must exceed; undefined if it is too recent, or too far above the close. */
function ownHigh({ bars: { high, last }, close }: Look): number | undefined {
  const top = highest(high, last - twinRule.high, last)
  if (last - top < twinRule.highAge || high[top]! > twinRule.highOver * close) return undefined
  return high[top]
}
