import type { featureNames } from '@finlist/domain/learning/features'
import type { ExchangeId } from '@finlist/domain/markets'
import { Random } from '@finlist/domain/random'

/**
 * What a learned model can find in one of the demo's markets. A stock tends to rise while its mean volume of
 * `recentDays` is above that of `usualDays`, and to fall while it is below. `feature`: the model's name for the ratio of
 * the two. `mostPercentPerDay`: the largest change that this makes to a day's price, reached at a ratio of
 * `strongestFrom` and of one divided by it. A price that follows a planned base is without the effect.
 */
export const plantedMarket = {
  exchange: 'TW',
  feature: 'volume-50-200' satisfies (typeof featureNames)[number],
  recentDays: 50,
  usualDays: 200,
  mostPercentPerDay: 0.3,
  strongestFrom: 1.3,
} as const

/**
 * The effects that tests can plant, each of a figure of the stock that the model knows as `feature`. The change of a
 * day's ln price is the stock's daily deviation times `most` times the `strength` at the figure, limited to the range
 * from -1 to 1.
 */
export const plantedKinds = {
  volume: {
    feature: plantedMarket.feature,
    most: 0.1,
    strength: ratio => Math.log(ratio) / Math.log(plantedMarket.strongestFrom),
  },
  trend: { feature: 'return-21', most: 0.1, strength: gained => gained / 0.04 },
  tightness: { feature: 'volatility-change', most: 0.2, strength: ratio => (1 - ratio) / 0.2 },
} as const satisfies Record<string, Kind>

type Kind = { feature: (typeof featureNames)[number]; most: number; strength: (figure: number) => number }
export type PlantedKind = keyof typeof plantedKinds

/** A strength that is not a number has no effect. */
const limited = (strength: number) => Math.max(-1, Math.min(1, strength || 0))

/**
 * The planted market's volume rises and falls in waves of some months. `sd`: standard deviation of ln volume. `memory`:
 * correlation between two consecutive days.
 */
const waves = { sd: 0.5, memory: 0.98 }

/** An effect in one stock. It depends only on the stock's earlier days. */
export type PlantedEffect = {
  /** The factor by which the next day's volume differs from the usual. */
  nextVolumeFactor(): number
  /** Notes a day with trades, in shares of the first day and at their price. */
  note(volume: number, close: number): void
  /** The change of the next day's ln price. */
  readonly drift: number
}

class VolumeEffect implements PlantedEffect {
  readonly #random: Random
  readonly #most: number
  /** The volumes of the newest `usualDays` days with trades, oldest first, and the sums of the recent and of all. */
  readonly #volumes: number[] = []
  #recent = 0
  #usual = 0
  #wave: number

  constructor(random: Random, most: number) {
    this.#random = random
    this.#most = most
    this.#wave = waves.sd * random.gaussian()
  }

  nextVolumeFactor(): number {
    const { sd, memory } = waves
    this.#wave = memory * this.#wave + sd * Math.sqrt(1 - memory ** 2) * this.#random.gaussian()
    return Math.exp(this.#wave)
  }

  note(volume: number): void {
    const { recentDays, usualDays } = plantedMarket
    this.#volumes.push(volume)
    this.#recent += volume - (this.#volumes.at(-1 - recentDays) ?? 0)
    this.#usual += volume - (this.#volumes.at(-1 - usualDays) ?? 0)
    if (this.#volumes.length > usualDays) this.#volumes.shift()
  }

  get drift(): number {
    const { recentDays, usualDays } = plantedMarket
    if (this.#volumes.length < usualDays) return 0
    const ratio = (this.#recent * usualDays) / (this.#usual * recentDays)
    return this.#most * limited(plantedKinds.volume.strength(ratio))
  }
}

/** An effect of a stock's past prices. */
class PriceEffect implements PlantedEffect {
  readonly #kind: keyof typeof figuresOfPrices
  readonly #most: number
  /** The closes of the newest days with trades, oldest first. */
  readonly #closes: number[] = []

  constructor(kind: keyof typeof figuresOfPrices, most: number) {
    this.#kind = kind
    this.#most = most
  }

  nextVolumeFactor(): number {
    return 1
  }

  note(_: number, close: number): void {
    this.#closes.push(close)
    if (this.#closes.length > closesUsed) this.#closes.shift()
  }

  get drift(): number {
    if (this.#closes.length < closesUsed) return 0
    return this.#most * limited(plantedKinds[this.#kind].strength(figuresOfPrices[this.#kind](this.#closes)))
  }
}

const closesUsed = 64

/** Figures of the newest closes, computed as the features of the same meaning are. */
const figuresOfPrices = {
  trend: (closes: readonly number[]) => closes.at(-1)! / closes.at(-22)! - 1,
  tightness: (closes: readonly number[]) => deviationOfReturns(closes.slice(-21)) / deviationOfReturns(closes),
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function deviationOfReturns(closes: readonly number[]): number {
  const returns = closes.slice(1).map((close, at) => close / closes[at]! - 1)
  const middle = mean(returns)
  return Math.sqrt(mean(returns.map(value => (value - middle) ** 2)))
}

/**
 * The effect to plant in a stock: that of `asked`, given with the stock's daily deviation, or otherwise that of its
 * market. Undefined if the market has none.
 */
export function plantedEffectIn(
  seed: string,
  exchange: ExchangeId,
  stockCode: string,
  asked?: { kind: PlantedKind; dailySd: number },
): PlantedEffect | undefined {
  const volume = (most: number) => new VolumeEffect(new Random(seed, exchange, stockCode, 'planted'), most)
  if (!asked) return exchange === plantedMarket.exchange ? volume(plantedMarket.mostPercentPerDay / 100) : undefined
  const most = asked.dailySd * plantedKinds[asked.kind].most
  return asked.kind === 'volume' ? volume(most) : new PriceEffect(asked.kind, most)
}
