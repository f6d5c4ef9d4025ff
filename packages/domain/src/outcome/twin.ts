import type { ExchangeId } from '../markets.ts'
import { hasBase, inCurrency } from '../picking/issue.ts'
import type { Look } from '../picking/look.ts'
import { highest, sumOfRanges } from '../picking/stretch.ts'
import { tickAbove } from '../picking/tick.ts'
import type { Outcome } from './follow.ts'
import { drawSome, drawsOf } from './random.ts'
import { isOpen } from './track.ts'

/** What a twin has in common with its pick. Lengths are bars. */
export const twinRule = {
  most: 16,
  /** Strength ranks apart. */
  rank: 10,
  /** Mean range of twenty bars beside the close: neither is more than a quarter larger. */
  ranges: 20,
  range: 1.25,
  /** Its order stands over its own high of so many bars, which is older than so many and at most so far above the close. */
  high: 60,
  highAge: 5,
  highOver: 1.12,
} as const

/** A stock like a pick but without a base, with the buy point that its own high gives; in the market's currency. */
export type Twin = { code: string; buyPoint: number }

/** What the seed of a pick's draw is the SHA-256 of: all of it stands before anybody can edit the list. */
export const seedText = (made: {
  constants: string
  inputs: string
  market: ExchangeId
  date: string
  code: string
}): string => [made.constants, made.inputs, made.market, made.date, made.code].join('\n')

export type Draw = { seed: string; twins: Twin[] }

/** Of the twins: how many were filled, of how many something can still become, and the means of those filled. */
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

/** What each of the stocks is compared with, by code; nothing for one that is not among the looks. */
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

/** Draws a pick's twins from the looks of its issue's day, which are in order of code. */
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

/** The high of the bars before the newest ones, if those have not passed it and it is near. */
function ownHigh({ bars: { high, last }, close }: Look): number | undefined {
  const top = highest(high, last - twinRule.high, last)
  if (last - top < twinRule.highAge || high[top]! > twinRule.highOver * close) return undefined
  return high[top]
}
