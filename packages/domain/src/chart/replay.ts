import type { Day } from '../calendar.ts'

/** A practice buy in a replay. A corporate action changes its prices as it does those of the bars. */
export type ReplayPosition = { boughtOn: Day; price: number; stop: number }
export type ReplayTrade = ReplayPosition & { soldOn: Day; soldAt: number }

/** How far under the buy a stop may stand, in percent, and where it stands at first: where the method cuts a loss. */
export const stopPercents = { least: 0.5, most: 50, usual: 7 } as const

/** The steps of a replay that plays by itself, in bars a second. */
export const replaySpeeds = [1, 2, 4] as const
export type ReplaySpeed = (typeof replaySpeeds)[number]

export const bought = (on: Day, price: number, stopPercent: number): ReplayPosition => ({
  boughtOn: on,
  price,
  stop: price * (1 - stopPercent / 100),
})

/** The result at a price, in percent of the buy, and in R: how many times what was risked until the stop. */
export const resultAt = ({ price, stop }: ReplayPosition, at: number) => ({
  percent: (at / price - 1) * 100,
  r: (at - price) / (price - stop),
})

/** A position's prices after the bars before it were multiplied by a factor, as a split does. */
export const rescaled = <P extends ReplayPosition>(position: P, factor: number): P => ({
  ...position,
  price: position.price * factor,
  stop: position.stop * factor,
})

/** What a replay has brought so far: each trade with the same stake, as FinTrainer counts. */
export function tallyOf(trades: readonly ReplayTrade[]) {
  const results = trades.map(trade => resultAt(trade, trade.soldAt))
  return {
    count: trades.length,
    won: results.filter(({ percent }) => percent > 0).length,
    percent: results.reduce((sum, { percent }) => sum + percent, 0),
    r: results.reduce((sum, { r }) => sum + r, 0),
  }
}
