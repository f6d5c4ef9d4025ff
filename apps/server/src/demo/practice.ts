import { barsOf, demoMarket } from '@finlist/demo-market/market'
import { addDays, type Day } from '@finlist/domain/calendar'
import type { Tx } from '../db/database.ts'
import { copyRows } from './copy-rows.ts'

const stocks = 12
/** Length of the price series, in days: three and a half years, of which the user plays the last fourteen months. */
const spanDays = 1278
const playedDays = 420

/**
 * Writes the simulator's stocks: separate price series that belong to no market, named only by number. Returns the
 * number of bars.
 */
export async function writePractice(tx: Tx, asOf: Day): Promise<number> {
  const startDate = addDays(asOf, -spanDays)
  const market = demoMarket({ seed: 'finlist practice', exchange: 'HKEX', startDate, asOf, stocks })
  const codes = market.stocks.map((_, at) => `P${String(at + 1).padStart(3, '0')}`)
  await copyRows(
    tx,
    'practice_stock',
    ['space', 'stock_code', 'stock_name', 'stock_name_zh', 'start_date', 'resolution'],
    codes.map((code, at) => [
      'PRAC',
      code,
      `Practice stock ${at + 1}`,
      `練習股票 ${at + 1}`,
      addDays(asOf, -playedDays),
      '1D',
    ]),
    { keep: true },
  )
  function* bars() {
    for (const [at, { series }] of market.stocks.entries())
      for (const bar of barsOf(market.days, series))
        yield ['PRAC', codes[at]!, bar.date, bar.open, bar.high, bar.low, bar.close, bar.volume] as const
  }
  const columns = ['exchange', 'stock_code', 'date', 'open', 'high', 'low', 'close', 'volume']
  return await copyRows(tx, 'bar', columns, bars(), { keep: true })
}
