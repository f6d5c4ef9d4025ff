import { type FinderStock, finderStocks } from '@finlist/contract/finder'
import { type ScreenColumn, screenColumns } from '@finlist/domain/finder/columns'
import type { Column } from '@finlist/domain/finder/screener'
import type { ExchangeId } from '@finlist/domain/markets'
import { Cache } from '../../db/cache.ts'
import type { Database, Db } from '../../db/database.ts'
import { RowTemplate } from '../../http/row-template.ts'
import { readIssueDates, readPicks, stockOf } from '../../market-data/picks.ts'

/** The newest issue of a market, made ready for screening once per publish. */
export type ScreenableIssue = { version: string; columns: Readonly<Record<string, Column>>; rows: RowTemplate }

export function screenableIssues({ db, changes }: Database): Cache<ExchangeId, ScreenableIssue> {
  let made = 0
  return new Cache<ExchangeId, ScreenableIssue>({
    changes,
    maxEntries: 5,
    dependsOn: {
      finlist: (published, exchange) => published === exchange,
      prices: (published, exchange) => published === exchange,
    },
    load: async exchange => toScreener(await readNewest(db, exchange), `${exchange} ${++made}`),
  })
}

async function readNewest(db: Db, exchange: ExchangeId): Promise<FinderStock[]> {
  const [issueDate] = await readIssueDates(db, exchange)
  if (!issueDate) return []
  const picks = await readPicks(db, exchange, issueDate)
  return picks.map(pick => ({ ...stockOf(pick), issueDate }))
}

/** `version` names the rows and their order. */
export function toScreener(stocks: readonly FinderStock[], version: string): ScreenableIssue {
  const valuesOf = (column: ScreenColumn): Column =>
    'text' in column
      ? stocks.map(stock => column.text(stock))
      : Float64Array.from(stocks, stock => column.figure(stock) ?? Number.NaN)
  return {
    version,
    rows: new RowTemplate(
      finderStocks,
      stocks.map(stock => ({ key: stock.stockCode, row: stock })),
    ),
    columns: Object.fromEntries(Object.entries(screenColumns).map(([name, column]) => [name, valuesOf(column)])),
  }
}
