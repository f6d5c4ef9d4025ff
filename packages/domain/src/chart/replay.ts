import type { Day } from '../calendar.ts'

/** A practice purchase in a replay. Corporate actions change its prices in the same way as the prices of the bars. */
export type ReplayPosition = { boughtOn: Day; price: number; stop: number }
export type ReplayTrade = ReplayPosition & { soldOn: Day; soldAt: number }

/**
 * Limits and default of a stop's distance below the buy price, in percent. The guidance is to cut losses at 7 to 8%.
 */
export const stopPercents = { least: 0.5, most: 50, usual: 7 } as const

/** The speeds of automatic replay, in bars per second. */
export const replaySpeeds = [1, 2, 4] as const
export type ReplaySpeed = (typeof replaySpeeds)[number]

export const bought = (on: Day, price: number, stopPercent: number): ReplayPosition => ({
  boughtOn: on,
  price,
  stop: price * (1 - stopPercent / 100),
})

/**
 * The result at a price, in percent of the buy price, and in R, the multiple of the initial risk (buy price minus
 * stop).
 */
export const resultAt = ({ price, stop }: ReplayPosition, at: number) => ({
  percent: (at / price - 1) * 100,
  r: (at - price) / (price - stop),
})

/** The position after a split or another action has multiplied the prices of earlier bars by a factor. */
export const rescaled = <P extends ReplayPosition>(position: P, factor: number): P => ({
  ...position,
  price: position.price * factor,
  stop: position.stop * factor,
})

/** The results of a replay so far, each trade with the same stake, as in FinTrainer. */
export function tallyOf(trades: readonly ReplayTrade[]) {
  const results = trades.map(trade => resultAt(trade, trade.soldAt))
  return {
    count: trades.length,
    won: results.filter(({ percent }) => percent > 0).length,
    percent: results.reduce((sum, { percent }) => sum + percent, 0),
    r: results.reduce((sum, { r }) => sum + r, 0),
  }
}
