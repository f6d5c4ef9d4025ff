import { type Bar, barsOf, demoMarket } from '@finlist/demo-market/market'
import type { Desk } from './staff.ts'

/** Uploads an invented US market's prices up to today. Returns the bars of each stock. */
export async function loadPrices(desk: Desk): Promise<Map<string, Bar[]>> {
  const asOf = new Date().toISOString().slice(0, 10)
  const startDate = new Date(Date.now() - 600 * 86_400_000).toISOString().slice(0, 10)
  const { days, stocks } = demoMarket({ seed: 'proposal', exchange: 'US', startDate, asOf, stocks: 80 })
  const stockCsv = ['stockCode,stockName,stockNameZh']
  for (const { listing } of stocks) stockCsv.push(`${listing.stockCode},${listing.stockName},${listing.stockNameZh}`)
  await desk.ask('/admin/data/stock/upload?exchange=US', { method: 'POST', files: { stockCsv: stockCsv.join('\n') } })
  const bars = new Map(stocks.map(({ listing, series }) => [listing.stockCode, [...barsOf(days, series)]]))
  await uploadBars(desk, bars)
  return bars
}

/** Uploads bars, and confirms whatever the server asks to have confirmed. */
export async function uploadBars({ ask }: Desk, bars: ReadonlyMap<string, readonly Bar[]>): Promise<void> {
  const priceCsv = ['stockCode,date,open,high,low,close,volume']
  for (const [code, of] of bars)
    for (const { date, open, high, low, close, volume } of of)
      priceCsv.push([code, date, open, high, low, close, volume].join(','))
  const path = '/admin/data/stock/price/upload?exchange=US&confirm=true'
  await ask(path, { method: 'POST', files: { priceCsv: priceCsv.join('\n') } })
}
