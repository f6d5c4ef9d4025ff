import type { Closings } from '../calendar.ts'
import type { ExchangeId } from '../markets.ts'
import { averageVolume } from './average-volume.ts'
import { isLowTurnover } from './low-turnover.ts'

type Bar = { date: string; close: number; volume: number }

/** Changes in percent, to two decimals. */
export type PickFigures = { closeChange: number | null; volumeChange: number | null; isLowTurnover: boolean }

/**
 * The figures that a list shows for a stock in addition to its close and volume: the change from the previous close,
 * the change from the average volume, and whether turnover is too low to trade the stock easily. `bars` are the stock's
 * bars up to the day, oldest first.
 */
export function pickFigures(exchange: ExchangeId, bars: readonly Bar[], told?: Closings): PickFigures {
  const { close, volume } = bars.at(-1)!
  const before = bars.at(-2)?.close
  const average = averageVolume(exchange, bars.slice(0, -1), 50, told)
  return {
    closeChange: before === undefined ? null : percent(close / before - 1),
    volumeChange: average === null ? null : percent(volume / average - 1),
    isLowTurnover: isLowTurnover(
      exchange,
      bars.slice(-20).map(bar => bar.close * bar.volume),
    ),
  }
}

const percent = (share: number) => Math.round(share * 10_000) / 100
