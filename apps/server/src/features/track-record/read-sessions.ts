import { adjustedPrice, stepAt } from '@finlist/domain/adjust/adjustment'
import type { Day } from '@finlist/domain/calendar'
import { type ExchangeId, marketIndex } from '@finlist/domain/markets'
import type { Sessions } from '@finlist/domain/outcome/follow'
import { isoDay } from '@finlist/domain/picking/days'
import { escapeLiteral } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Database, Tx } from '../../db/database.ts'
import { isHeldBarSince } from '../../market-data/quality/doubts.ts'
import { readHeldDays } from '../../market-data/quality/held-days.ts'
import { readSteps, type StepsByStock } from '../../market-data/store/adjustments.ts'
import { copiedRows, doubles, integers } from '../../market-data/store/copied-arrays.ts'

/** The sessions of a stock without any. */
export const noSessions: Sessions = { days: [], open: [], high: [], low: [], close: [] }

/**
 * The sessions of each given stock or index, from its day in `since` on, in today's shares. They end before the
 * market's first held day since then. They leave out what a doubt since then holds back, which is usually everything
 * from the first such doubt on. Earlier held days and doubts have no effect, because the prices after them are
 * consistent.
 */
export async function readSessions(
  { db }: Pick<Database, 'db'>,
  tx: Pick<Tx, 'query'>,
  exchange: ExchangeId,
  since: ReadonlyMap<string, Day>,
): Promise<Map<string, Sessions>> {
  const steps = await readSteps(db, exchange, { ofBars: true })
  const gone = await goneStocks(tx, exchange)
  const market = escapeLiteral(exchange)
  const held = [...(await readHeldDays(tx, exchange))].toSorted()
  const untilHeld = (from: Day) => held.find(date => date >= from) ?? 'infinity'
  const wanted = [...since]
    .map(([code, from]) => `(${[code, from, untilHeld(from)].map(escapeLiteral).join(', ')})`)
    .join(', ')
  const copied = tx.query(
    copyTo(`copy (
      select stock_code, array_agg(date - date '1970-01-01' order by date), array_agg(open order by date),
        array_agg(high order by date), array_agg(low order by date), array_agg(close order by date)
      from (select code, since::date, held::date from (values ${wanted}) asked (code, since, held)) wanted
        join bar on exchange = ${market} and stock_code = wanted.code and date >= wanted.since and date < wanted.held
      where (volume > 0 or stock_code = ${escapeLiteral(marketIndex[exchange])}) and not ${isHeldBarSince('wanted.since')}
      group by stock_code
    ) to stdout (format binary)`),
  )
  const sessions = new Map<string, Sessions>()
  for await (const cells of copiedRows(copied as AsyncIterable<Buffer>)) {
    const [code, days, open, high, low, close] = cells as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer]
    const stockCode = code.toString()
    const ended = gone.get(stockCode)
    sessions.set(stockCode, {
      ...inSharesOfToday(steps, stockCode, integers(days), {
        open: doubles(open),
        high: doubles(high),
        low: doubles(low),
        close: doubles(close),
      }),
      ...(ended && { gone: ended }),
    })
  }
  for (const [code, ended] of gone)
    if (since.has(code) && !sessions.has(code)) sessions.set(code, { ...noSessions, gone: ended })
  return sessions
}

function inSharesOfToday(
  steps: StepsByStock,
  code: string,
  days: Int32Array,
  prices: Record<'open' | 'high' | 'low' | 'close', Float64Array>,
): Sessions {
  const own = steps.get(code)
  if (own)
    for (const [at, day] of days.entries()) {
      const step = stepAt(own, isoDay(day))
      if (step) for (const column of Object.values(prices)) column[at] = adjustedPrice(column[at]!, step)
    }
  return { days, ...prices }
}

/** The last value of a share of each delisted stock; null if unknown. */
async function goneStocks(tx: Pick<Tx, 'query'>, exchange: ExchangeId): Promise<Map<string, { value: number | null }>> {
  const { rows } = await tx.query<{ code: string; value: number | null }>(
    `select stock_code as code, (array_agg(last_value order by listed_on desc))[1] as value from listing
     where exchange = $1 group by stock_code
     having bool_and(delisted_on is not null and delisted_on <= (product_now() at time zone 'UTC')::date)`,
    [exchange],
  )
  return new Map(rows.map(({ code, value }) => [code, { value }]))
}
