import { addDays, type Day } from '@finlist/domain/calendar'
import { type ExchangeId, marketIndex } from '@finlist/domain/markets'
import type { Split, Stock } from '@finlist/domain/picking/bars'
import { method } from '@finlist/domain/picking/method'
import { escapeLiteral } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Tx } from '../../db/database.ts'
import { isAsTraded } from '../quality/confirmation.ts'
import { isHeldBar } from '../quality/doubts.ts'
import { copiedRows, doubles, integers } from '../store/copied-arrays.ts'

/**
 * Every stock of the market as the method sees it: its bars as traded, up to the end of `day` and as far back as the
 * method looks, and its splits up to `day`. Indices and stocks delisted by `day` are left out; stocks delisted later
 * are included. A stock whose prices are in doubt is left out until staff decide; for a spike that reversed, only its
 * day is left out. Callers that also look at earlier days pass the first of them as `since`, and get the stocks of that
 * day.
 */
export async function readPickingStocks(
  tx: Pick<Tx, 'query'>,
  exchange: ExchangeId,
  day: Day,
  since = day,
): Promise<Stock[]> {
  return await readStocks(tx, exchange, day, barsKnown(exchange, day, since))
}

async function readStocks(tx: Pick<Tx, 'query'>, exchange: ExchangeId, day: Day, bars: string): Promise<Stock[]> {
  const splits = await splitsUntil(tx, exchange, day)
  const stocks = await copyStocks(tx, bars)
  return stocks.map(stock => withSplits(stock, splits.get(stock.code)))
}

export const withSplits = (stock: Stock, splits: readonly Split[] | undefined): Stock =>
  splits ? { ...stock, splits } : stock

/** The bars of the SQL expression `from`, by stock and sorted by day. */
export async function copyStocks(tx: Pick<Tx, 'query'>, from: string): Promise<StockInOrder[]> {
  const stocks: StockInOrder[] = []
  for await (const stock of streamStocks(tx, from)) stocks.push(stock)
  return stocks
}

/** Like `copyStocks`, but yields one stock at a time to limit memory. */
export async function* streamStocks(tx: Pick<Tx, 'query'>, from: string): AsyncGenerator<StockInOrder> {
  const rows = tx.query(
    copyTo(`copy (
      select stock_code, array_agg(date - date '1970-01-01'), array_agg(high), array_agg(low), array_agg(close),
        array_agg(volume::double precision)
      from ${from}
      group by stock_code
    ) to stdout (format binary)`),
  )
  for await (const cells of copiedRows(rows as AsyncIterable<Buffer>)) {
    const [code, days, high, low, close, volume] = cells as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer]
    yield inOrder({
      code: code.toString(),
      days: integers(days),
      high: doubles(high),
      low: doubles(low),
      close: doubles(close),
      volume: doubles(volume),
    })
  }
}

export type StockInOrder = Stock & { days: Int32Array } & Record<'high' | 'low' | 'close' | 'volume', Float64Array>

/** SQL: the bars that a list of that day is made from. Values are inlined, because COPY takes no parameters. */
export function barsKnown(exchange: ExchangeId, day: Day, since = day): string {
  return `bar where ${ofPickingStocks(exchange, day, since)} and volume > 0 and not ${isHeldBar}
    and stock_code <> all(array(select stock_code from doubt where exchange = ${escapeLiteral(exchange)}
      and ended_at is null and ${escapeLiteral(day)} between date and held_until))`
}

/** SQL, for rows of `bar`: those within the method's history, of stocks that were listed on `since`. */
export function ofPickingStocks(exchange: ExchangeId, day: Day, since = day): string {
  const oldest = addDays(since, -method.history.days)
  const [market, until, from, listed] = [exchange, day, oldest, since].map(escapeLiteral)
  return `exchange = ${market} and date > ${from} and date <= ${until}
    and stock_code <> ${escapeLiteral(marketIndex[exchange])}
    and stock_code <> all(array(select stock_code from stock where exchange = ${market} and is_index))
    and stock_code <> all(array(
      select stock_code from listing where exchange = ${market} and listed_on <= ${listed}
      group by stock_code having bool_and(delisted_on is not null and delisted_on <= ${listed})))`
}

/** Splits up to the end of `day`, by stock; empty if the source already adjusts its prices for them. */
export async function splitsUntil(
  tx: Pick<Tx, 'query'>,
  exchange: ExchangeId,
  day: Day,
): Promise<Map<string, Split[]>> {
  if (!(await isAsTraded(tx, exchange))) return new Map()
  const { rows } = await tx.query<Split & { code: string }>(
    `select stock_code as code, ex_date - date '1970-01-01' as "exDay", numerator, denominator from corporate_action
     where exchange = $1 and not cancelled and ex_date <= $2 and kind in ('split', 'consolidation', 'bonus')
     order by stock_code, ex_date, kind`,
    [exchange, day],
  )
  const splits = new Map<string, Split[]>()
  for (const { code, ...split } of rows) splits.set(code, [...(splits.get(code) ?? []), split])
  return splits
}

/**
 * Sorts the bars if needed. They are mostly stored by day, and sorting in the database would cost as much as reading.
 */
function inOrder(stock: StockInOrder): StockInOrder {
  const { days } = stock
  if (days.every((day, at) => at === 0 || day > days[at - 1]!)) return stock
  const order = Array.from(days, (_, at) => at).sort((one, other) => days[one]! - days[other]!)
  const sorted = (values: ArrayLike<number>) => Float64Array.from(order, at => values[at]!)
  const { high, low, close, volume } = stock
  return {
    ...stock,
    days: Int32Array.from(order, at => days[at]!),
    high: sorted(high),
    low: sorted(low),
    close: sorted(close),
    volume: sorted(volume),
  }
}
