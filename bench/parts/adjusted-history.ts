import { median } from './browser.ts'
import type { openOwnServer } from './own-server.ts'
import { askHistory, codeOf, timed } from './price-history.ts'

/**
 * The ratio of the times that a chart's history takes adjusted and as traded, for stocks without a corporate action and
 * for stocks that were split three times. Both histories are uncached and requested alternately.
 */
export async function timeAdjusted(server: Awaited<ReturnType<typeof openOwnServer>>, stocks: number) {
  const half = Math.floor(stocks / 2)
  await server.database.pool.query(
    `insert into corporate_action (exchange, stock_code, ex_date, kind, numerator, denominator, source)
     select 'HKEX', code, ex_date, 'split', 3, 2, 'bench'
     from unnest($1::text[]) code, unnest(array['2016-05-03', '2018-06-04', '2021-03-01']::date[]) ex_date`,
    [Array.from({ length: half }, (_, n) => codeOf(n + 1))],
  )
  const of = async (from: number, to: number) => {
    const times = { 'as-traded': [] as number[], splits: [] as number[] }
    for (let stock = from; stock <= to; stock++) {
      // Makes the database load the stock's pages into memory.
      await askHistory(server, stock, { adjustment: 'splits-and-dividends' })
      for (const adjustment of stock % 2 === 0 ? order : order.toReversed())
        times[adjustment].push(await timed(() => askHistory(server, stock, { format: 'udf', adjustment })))
    }
    return median(times.splits) / median(times['as-traded'])
  }
  return { 'of stocks without an action': await of(half + 1, stocks), 'of stocks split three times': await of(1, half) }
}

const order = ['as-traded', 'splits'] as const
