import type { ExchangeId } from '@finlist/domain/markets'
import { Random } from '@finlist/domain/random'
import type { Climate } from './climate.ts'
import { profileOf } from './profiles.ts'
import { emptySeries, type Series } from './series.ts'

/**
 * The market's index, made from the returns that all stocks of the market share. Prices are in points with two
 * decimals, volume is in shares.
 */
export function indexSeries(
  seed: string,
  exchange: ExchangeId,
  climate: Climate,
  isHalf: (day: number) => boolean,
): Series {
  const random = new Random(seed, exchange, 'index')
  const { level, dailySd, volume } = profileOf(exchange).index
  const sd = dailySd / 100
  const series = emptySeries(climate.returns.length)
  const points = (ln: number) => Math.round(Math.exp(ln) * 100) / 100
  let at = Math.log(level)
  let crowd = 0
  for (let day = 0; day < climate.returns.length; day++) {
    const move = climate.returns[day]!
    const open = at + 0.35 * move + 0.3 * sd * random.gaussian()
    at += move
    const reach = 0.35 * sd + 0.15 * Math.abs(move)
    crowd = 0.6 * crowd + 0.14 * random.gaussian()
    series.open[day] = points(open)
    series.close[day] = points(at)
    series.high[day] = points(Math.max(open, at) + reach * Math.abs(random.gaussian()))
    series.low[day] = points(Math.min(open, at) - reach * Math.abs(random.gaussian()))
    const busy = Math.exp(crowd + 0.18 * (Math.abs(move) / sd - 0.8)) * (isHalf(day) ? 0.45 : 1)
    series.volume[day] = Math.round((volume * busy) / 1000) * 1000
  }
  return series
}
