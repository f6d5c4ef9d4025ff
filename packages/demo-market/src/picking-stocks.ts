import { dayNumber } from '@finlist/domain/market-trend/breadth'
import type { Stock } from '@finlist/domain/picking/bars'
import { barsOf, type DemoMarket } from './market.ts'

/** The market's stocks as the method takes them, each with the split that was planted in it. */
export function pickingStocks({ days, stocks }: DemoMarket): Stock[] {
  return stocks.map(({ listing, series, traits }) => {
    const bars = [...barsOf(days, series)]
    const column = (name: 'high' | 'low' | 'close' | 'volume') => Float64Array.from(bars, bar => bar[name])
    const { special } = traits
    const split = special?.kind === 'split' ? days[special.day] : undefined
    return {
      code: listing.stockCode,
      days: Int32Array.from(bars, ({ date }) => dayNumber(date)),
      high: column('high'),
      low: column('low'),
      close: column('close'),
      volume: column('volume'),
      ...(split !== undefined &&
        special?.kind === 'split' && {
          splits: [{ exDay: dayNumber(split), numerator: special.ratio, denominator: 1 }],
        }),
    }
  })
}
