import { bridge } from '@finlist/domain/chance/bridge'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Random } from '@finlist/domain/random'
import { onGrid, priceStep } from './price-grid.ts'
import type { PlantedEffect } from './profiles/planted-effect.ts'
import type { PathDay } from './stock-path.ts'
import type { Traits } from './traits.ts'

/** Daily bars, indexed by trading day. A NaN close means that the stock had no bar that day. Volume in shares. */
export type Series = {
  open: Float64Array
  high: Float64Array
  low: Float64Array
  close: Float64Array
  volume: Float64Array
}

export function emptySeries(days: number): Series {
  const column = () => new Float64Array(days).fill(Number.NaN)
  return { open: column(), high: column(), low: column(), close: column(), volume: column() }
}

export const hasBar = (series: Series, day: number) => !Number.isNaN(series.close[day])

/** A half day's volume as a fraction of a whole day's. */
const halfDayShare = 0.45

/**
 * Makes bars on the price grid from a path. The open contains the overnight share of the day's move. High and low are
 * drawn from the exact distribution of the extremes of a Brownian bridge between open and close. Volume depends on the
 * previous day's volume and on the size of the day's move.
 */
export function seriesOf(
  random: Random,
  exchange: ExchangeId,
  traits: Traits,
  path: Iterable<PathDay>,
  isHalf: (day: number) => boolean,
  days: number,
  effect?: PlantedEffect,
): Series {
  const { segment, special } = traits
  const series = emptySeries(days)
  const freshVolume = segment.volumeSd * Math.sqrt(1 - segment.volumeMemory ** 2)
  let crowd = segment.volumeSd * random.gaussian()
  let before = Number.NaN
  let last = Math.log(traits.firstPrice)
  let day = -1
  for (const { price, sd, shock, volumeFactor } of path) {
    day++
    const draws = { night: random.gaussian(), up: random.uniform(), down: random.uniform(), flat: random.uniform() }
    crowd = segment.volumeMemory * crowd + freshVolume * random.gaussian()
    const idle = random.uniform() < traits.idle
    if (special?.kind === 'new-listing' && day < special.day) {
      last = price
      continue
    }
    if (special?.kind === 'suspension' && day >= special.from && day <= special.to) continue
    if (special?.kind === 'delisting' && day >= special.day) return series
    const cut = special?.kind === 'split' && day >= special.day ? special.ratio : 1
    if (cut > 1 && special?.kind === 'split' && day === special.day) before = onGrid(exchange, before / cut)
    const write = (open: number, high: number, low: number, close: number, volume: number) => {
      series.open[day] = open
      series.high[day] = high
      series.low[day] = low
      series.close[day] = close
      series.volume[day] = volume
      before = close
    }
    if (idle && !Number.isNaN(before)) {
      write(before, before, before, before, 0)
      continue
    }
    const move = price - last
    const share = segment.overnight
    const night = share * move + Math.sqrt(share * (1 - share)) * sd * draws.night
    const within = within_(exchange, before, traits.limit)
    const close = within(onGrid(exchange, Math.exp(price) / cut))
    const sticks = draws.flat < segment.opensUnchanged && !Number.isNaN(before)
    const open = sticks ? before : within(onGrid(exchange, Math.exp(last + night) / cut))
    const spread = 0.95 * Math.sqrt(1 - share) * sd
    const high = bridge(Math.log(open), Math.log(close), spread, draws.up, 1)
    const low = bridge(Math.log(open), Math.log(close), spread, draws.down, -1)
    const excitement = 0.35 * (Math.min(6, Math.abs(shock)) - 0.8)
    const volume =
      traits.baseVolume *
      cut *
      Math.exp(crowd + excitement) *
      volumeFactor *
      (effect?.nextVolumeFactor() ?? 1) *
      (isHalf(day) ? halfDayShare : 1)
    write(
      open,
      Math.max(open, close, within(onGrid(exchange, Math.exp(high)))),
      Math.min(open, close, within(onGrid(exchange, Math.exp(low)))),
      close,
      traits.lot * Math.max(1, Math.round(volume / traits.lot)),
    )
    effect?.note(series.volume[day]! / cut, close * cut)
    last = price
  }
  return series
}

/** Returns a function that clamps a price on the grid to the daily limit around the previous close. */
function within_(exchange: ExchangeId, before: number, limit: number): (price: number) => number {
  if (Number.isNaN(before) || limit === Infinity) return price => price
  const top = onGrid(exchange, before * (1 + limit), 'down')
  const bottom = Math.min(before, onGrid(exchange, before * (1 - limit), 'up'))
  return price => Math.min(Math.max(top, before + priceStep(exchange, before)), Math.max(bottom, price))
}
