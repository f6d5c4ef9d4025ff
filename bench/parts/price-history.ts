import { Agent, get } from 'node:http'
import { chartHistory } from '@finlist/contract/charts/chart'
import type { Adjustment } from '@finlist/domain/adjust/kinds'
import { publish } from '../../apps/server/src/db/topics.ts'
import { median } from './browser.ts'
import type { openOwnServer } from './own-server.ts'

type OwnServer = Awaited<ReturnType<typeof openOwnServer>>

/** The number of weekdays, and so of bars, in ten years: from `firstDay` up to but not including `behind`. */
export const barsOfStock = 2_610
const [firstDay, behind] = ['2014-01-06', '2024-01-08']
const agent = new Agent({ keepAlive: true })
const seconds = (day: string) => Date.parse(day) / 1_000
export const codeOf = (stock: number) => String(stock).padStart(5, '0')

/**
 * Inserts stocks with ten years of bars each. Bars are written day by day, as prices arrive, so the bars of one stock
 * are far apart.
 */
export async function fillBars({ database }: OwnServer, stocks: number) {
  const { pool } = database
  await pool.query('truncate bar, stock')
  await pool.query(
    `insert into stock (exchange, stock_code, stock_name)
     select 'HKEX', lpad(n::text, 5, '0'), 'Company ' || n from generate_series(1, $1::int) n`,
    [stocks],
  )
  await pool.query(
    `insert into bar select 'HKEX', lpad(n::text, 5, '0'), $2::date + day / 5 * 7 + day % 5,
       20 + n % 50 + round(sin(day / 97.0)::numeric, 2), 22 + n % 50, 19 + n % 50,
       20 + n % 50 + round(sin(day / 89.0)::numeric, 2), 1000 * (1 + (n * 79 + day * 31) % 90000)
     from generate_series(0, $3::int - 1) day, generate_series(1, $1::int) n order by day, n`,
    [stocks, firstDay, barsOfStock],
  )
  await database.write(tx => publish(tx, 'prices:HKEX'))
  await pool.query('vacuum analyze bar')
  await pool.query('checkpoint')
}

/** Median times, in ms, of a stock's uncached history (from the request to the last byte) and of its SELECT alone. */
export async function timeHistories(server: OwnServer, stocks: readonly number[], format?: 'bars' | 'udf') {
  const cold: number[] = []
  const select: number[] = []
  for (const [at, stock] of stocks.entries()) {
    const turns = [
      async () => cold.push(await timed(() => askHistory(server, stock, { format }))),
      async () => select.push(await timed(() => selectBars(server, stock))),
    ]
    for (const turn of at % 2 === 0 ? turns : turns.toReversed()) await turn()
  }
  return { cold: median(cold), select: median(select) }
}

/** Does not decompress the response, because that is the browser's cost. */
export function askHistory(
  { base, authorization }: OwnServer,
  stock: number,
  { format, tag, adjustment }: { format?: 'bars' | 'udf' | undefined; tag?: string; adjustment?: Adjustment } = {},
): Promise<{ status: number | undefined; tag: string | undefined }> {
  const query = new URLSearchParams({
    symbol: `HKEX:${codeOf(stock)}`,
    resolution: '1D',
    from: String(seconds(firstDay)),
    to: String(seconds(behind)),
    ...(format && { format }),
    ...(adjustment && { adjustment }),
  })
  const headers = { authorization, 'accept-encoding': 'gzip, deflate, br, zstd', ...(tag && { 'if-none-match': tag }) }
  return new Promise((resolve, reject) => {
    get(`${base}/api${chartHistory.path}?${query}`, { agent, headers }, answer =>
      answer.on('end', () => resolve({ status: answer.statusCode, tag: answer.headers.etag })).resume(),
    ).on('error', reject)
  })
}

const selectBars = ({ database }: OwnServer, stock: number) =>
  database.pool.query(
    `select date, open, high, low, close, volume from bar
     where exchange = $1 and stock_code = $2 and date < $3 and date >= $4 order by date desc limit 20000`,
    ['HKEX', codeOf(stock), behind, firstDay],
  )

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return performance.now() - since
}
