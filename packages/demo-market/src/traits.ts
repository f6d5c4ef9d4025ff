import type { ExchangeId } from '@finlist/domain/markets'
import { Random } from '@finlist/domain/random'
import { priceStep } from './price-grid.ts'
import type { Segment } from './profiles/profile.ts'
import { profileOf } from './profiles.ts'
import { type Special, specialOf } from './specials.ts'

/**
 * A stock's permanent traits. `ownSd` and `totalSd` are standard deviations of its daily ln return, and `drift` is its
 * mean in excess of the market's.
 */
export type Traits = {
  segment: Segment
  large: boolean
  firstPrice: number
  /** Approximate lower bound of the price. */
  lowestPrice: number
  beta: number
  sectorBeta: number
  ownSd: number
  totalSd: number
  drift: number
  /** Shares traded per day at the first price. */
  baseVolume: number
  sharesInIssue: number
  lot: number
  /** Share of days without a trade. */
  idle: number
  limit: number
  special: Special | undefined
  /**
   * Whether the stock forms bases. That requires few days without a trade, moderate volatility, small price steps, and
   * neither a special event nor unusual reports.
   */
  formsBases: boolean
}

/**
 * The ordinals of the two stocks per market with unusual reports. These stocks perform well, so that they get onto the
 * lists.
 */
export const withoutFundamentals = 4
export const withHugeEpsChange = 8

export function traitsOf(seed: string, exchange: ExchangeId, ordinal: number, stockCode: string): Traits {
  const random = new Random(seed, exchange, stockCode, 'traits')
  const profile = profileOf(exchange)
  const large = ordinal % profile.largeEvery === 0
  const segment = large ? profile.segments[0] : profile.segments.at(-1)!
  const likeness = random.gaussian()
  const rank = segment.idleAtMost > 0 ? 0.6 : 0.3
  const lnTurnover =
    segment.lnTurnover[0] + segment.lnTurnover[1] * (rank * likeness + Math.sqrt(1 - rank ** 2) * random.gaussian())
  const floor = profile.lowestFirstPrice
  const firstPrice = Math.max(floor, Math.exp(segment.lnPrice[0] + segment.lnPrice[1] * likeness))
  const totalSd = random.skewed(segment.dailySd) / 100
  const beta = Math.max(0.02, segment.beta[0] + segment.beta[1] * random.gaussian())
  const sectorBeta = random.between(0.4, 1.3) * Math.min(1, beta + 0.2)
  const indexSd = profile.index.dailySd / 100
  const common = (beta * indexSd) ** 2 + (sectorBeta * indexSd * 0.5) ** 2
  const planted = ordinal === withoutFundamentals || ordinal === withHugeEpsChange
  const ownSd = Math.sqrt(Math.max((0.5 * totalSd) ** 2, totalSd ** 2 - common)) * (planted ? 0.6 : 1)
  const drift = planted ? 0.7 : segment.drift[0] + segment.drift[1] * random.gaussian()
  const turnover = Math.exp(planted ? Math.max(lnTurnover, 17) : lnTurnover)
  const decile = normalShare(planted ? 1 : (lnTurnover - segment.lnTurnover[0]) / segment.lnTurnover[1])
  const idle = segment.idleAtMost * Math.max(0, 1 - decile / 0.6)
  const special = specialOf(new Random(seed, exchange, stockCode, 'special'), ordinal)
  return {
    segment,
    large,
    firstPrice,
    lowestPrice: Math.max(0.5 * floor, 0.07 * firstPrice),
    beta,
    sectorBeta,
    ownSd,
    totalSd,
    drift: drift / 245,
    baseVolume: (turnover * profile.perUsd) / firstPrice,
    sharesInIssue: Math.ceil((turnover * profile.perUsd * random.between(150, 500)) / firstPrice / 1e6) * 1e6,
    lot: profile.lot(firstPrice),
    idle,
    limit: profile.limit(stockCode),
    special,
    formsBases:
      idle < 0.02 && totalSd < 0.052 && !special && !planted && priceStep(exchange, firstPrice) < 0.012 * firstPrice,
  }
}

/** The standard normal distribution function, accurate to 0.01. */
function normalShare(z: number): number {
  return 1 / (1 + Math.exp(-1.702 * z))
}
