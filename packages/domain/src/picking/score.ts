import { method } from './method.ts'
import { shareOf } from './quality.ts'

/** The parts of a score, each in hundredths of a point. */
export type ScoreParts = { strength: number; trend: number; base: number; quiet: number }

/**
 * The parts of a stock's score. The score measures how closely the stock fits the method; it does not predict prices.
 */
export function scoreParts(stock: { rank: number; template: number; quality: number; volume: number }): ScoreParts {
  const { score, highestRank, quiet } = method
  return {
    strength: Math.floor((score.strength * stock.rank) / highestRank),
    trend: Math.floor((score.trend * stock.template) / 8),
    base: Math.floor((score.base * stock.quality) / 100),
    quiet: Math.floor((score.quiet * shareOf(stock.volume, quiet.from, quiet.from - 1_000)) / 1_000),
  }
}

/** The score in whole points, halves rounded up. */
export function scoreOf({ strength, trend, base, quiet }: ScoreParts): number {
  return Math.floor((strength + trend + base + quiet + 50) / 100)
}
