import { adjustedBars, stepsOf } from '@finlist/domain/adjust/adjustment'
import type { World } from '@finlist/domain/chance/world'
import { dayNumber } from '@finlist/domain/market-trend/breadth'
import { actionsOf, tradedBars } from '../corporate-actions.ts'
import type { DemoMarket } from '../market.ts'

/** The market's bars as input for simulations, with prices in shares of its last day. */
export function adjustedWorld(market: DemoMarket): World {
  const asOf = market.days.at(-1)!
  return market.stocks.map(stock => {
    const steps = stepsOf(actionsOf(market, stock), { adjustment: 'splits', asOf })
    const bars = adjustedBars([...tradedBars(market, stock, '')], steps)
    const column = (name: 'open' | 'high' | 'low' | 'close' | 'volume') => Float64Array.from(bars, bar => bar[name])
    return {
      code: stock.listing.stockCode,
      days: Int32Array.from(bars, ({ date }) => dayNumber(date)),
      open: column('open'),
      high: column('high'),
      low: column('low'),
      close: column('close'),
      volume: column('volume'),
    }
  })
}
