import type { ExchangeId } from '@finlist/domain/markets'
import { Random } from '@finlist/domain/random'
import { profileOf } from './profiles.ts'

const marketStates = ['uptrend', 'under pressure', 'downtrend', 'rally attempt'] as const
export type MarketState = (typeof marketStates)[number]

/**
 * A period in one state of the market. `from` is its first trading day, counted from the first trading day of the
 * market's data.
 */
type StateSpan = { state: MarketState; from: number }

export type Climate = { states: StateSpan[]; returns: Float64Array; sectors: Float64Array[] }

/**
 * By state. `stay`: mean length in trading days. `drift`: mean daily ln return in percent, for an index with a daily
 * standard deviation of 1.25%. `next`: the next state is the first with the given probability, otherwise the second.
 */
const states: Record<MarketState, { stay: number; drift: number; next: [MarketState, number, MarketState] }> = {
  uptrend: { stay: 60, drift: 0.15, next: ['under pressure', 1, 'under pressure'] },
  'under pressure': { stay: 15, drift: -0.06, next: ['uptrend', 0.5, 'downtrend'] },
  downtrend: { stay: 30, drift: -0.24, next: ['rally attempt', 1, 'rally attempt'] },
  'rally attempt': { stay: 10, drift: 0.16, next: ['uptrend', 0.6, 'downtrend'] },
}

/** Daily ln returns of the market and of its sectors, which all its stocks share. */
export function climateOf(seed: string, exchange: ExchangeId, days: number, sectors: number): Climate {
  const dailySd = profileOf(exchange).index.dailySd / 100
  const { returns, spans } = marketReturns(new Random(seed, exchange, 'market'), days, dailySd)
  const ofSector = (sector: number) => {
    const random = new Random(seed, exchange, 'sector', sector)
    return Float64Array.from({ length: days }, () => 0.5 * dailySd * random.t5())
  }
  return { states: spans, returns, sectors: Array.from({ length: sectors }, (_, sector) => ofSector(sector)) }
}

/**
 * Daily ln returns. Their drift is set by a chain of four states; their volatility follows GARCH(1,1) with t(5) shocks.
 * The coefficients 0.1 and 0.87 fit daily returns of real indices.
 */
function marketReturns(random: Random, days: number, dailySd: number) {
  const returns = new Float64Array(days)
  const spans: StateSpan[] = [{ state: 'uptrend', from: 0 }]
  const long = dailySd ** 2
  let variance = long
  let state: MarketState = 'uptrend'
  let left = stay(random, state)
  for (let day = 0; day < days; day++) {
    if (left-- <= 0) {
      state = follow(random, states[state].next)
      left = stay(random, state) - 1
      spans.push({ state, from: day })
    }
    const shock = Math.sqrt(variance) * random.t5()
    returns[day] = (states[state].drift / 100) * (dailySd / 0.0125) + shock
    variance = Math.min(5 * long, 0.03 * long + 0.1 * shock ** 2 + 0.87 * variance)
  }
  return { returns, spans }
}

const follow = (random: Random, [first, chance, second]: [MarketState, number, MarketState]) =>
  random.uniform() < chance ? first : second

/** Draws the length of a stay: at least four days, so that a chart shows the state. */
function stay(random: Random, state: MarketState): number {
  return 4 + Math.round(-(states[state].stay - 4) * Math.log(random.uniform()))
}
