import type { GameDay, Trade } from './play.ts'

/** A trade in the skill test: whether it gained, and the probability that a random trade would have gained. */
export type Bet = { won: boolean; randomRate: number }
export type Skill = {
  verdict: 'not-enough-trades' | 'better-than-chance'
  trades: number
  wins: number
  /** The expected number of wins of a player who trades at random. */
  expectedWins: number
}

/** The prices at which a trade can begin or end: every open but that of day 1, and the last close. */
function prices(days: readonly GameDay[]): number[] {
  return [...days.slice(1).map(({ open }) => open), days.at(-1)!.close]
}

/**
 * The share of all possible trades of the level, as long as this one, that gain. This is the probability that a player
 * who buys at random wins.
 */
export function randomRate(days: readonly GameDay[], { buyDay, sellDay, sellPrice }: Trade): number {
  const all = prices(days)
  const from = buyDay - 2
  const to = sellDay === days.length && sellPrice !== days[sellDay - 1]!.open ? all.length - 1 : sellDay - 2
  const held = Math.max(1, to - from)
  let won = 0
  for (let at = 0; at + held < all.length; at++) if (all[at + held]! > all[at]!) won++
  return won / (all.length - held)
}

/**
 * The odds ratios to bet on, each with the same stake. A ratio above 1 describes a player who is better than chance.
 */
const oddsRatios = [1.25, 1.5, 2, 3, 5]
/**
 * The factor by which the stake has to grow before a verdict is given. By Ville's inequality, at most 5 of 100 random
 * players ever reach it.
 */
const enough = 20

/**
 * Tests for skill by betting one unit that the player is better than chance, at odds that are fair for a random player.
 * The verdict is given once the stake has grown twentyfold. By Ville's inequality, at most 1 in 20 random players ever
 * gets that far, so the test may run after every trade and its verdict is final. It detects well-timed entries, not the
 * size of gains: many small gains with a few large losses pass as skill here. Bets are given oldest first.
 */
export function skillOf(bets: readonly Bet[]): Skill {
  const stakes = oddsRatios.map(() => 1 / oddsRatios.length)
  let most = 0
  for (const { won, randomRate: chance } of bets) {
    for (const [at, odds] of oddsRatios.entries()) {
      const worth = 1 / (1 - chance + odds * chance)
      stakes[at]! *= won ? odds * worth : worth
    }
    most = Math.max(
      most,
      stakes.reduce((sum, stake) => sum + stake, 0),
    )
  }
  return {
    verdict: most >= enough ? 'better-than-chance' : 'not-enough-trades',
    trades: bets.length,
    wins: bets.filter(({ won }) => won).length,
    expectedWins: bets.reduce((sum, bet) => sum + bet.randomRate, 0),
  }
}
