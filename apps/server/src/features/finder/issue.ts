import { type FinderStock, finderStocks } from '@finlist/contract/finder'
import type { Column } from '@finlist/domain/finder/screener'
import type { ExchangeId } from '@finlist/domain/markets'
import { Cache } from '../../db/cache.ts'
import type { Database, Db } from '../../db/database.ts'
import { RowTemplate } from '../../http/row-template.ts'
import { readIssueDates, readPicks } from '../../market-data/picks.ts'

/** The newest issue of a market, made ready for screening once per publish. */
export type ScreenableIssue = { version: string; columns: Readonly<Record<string, Column>>; rows: RowTemplate }

export function screenableIssues({ db, changes }: Database): Cache<ExchangeId, ScreenableIssue> {
  let made = 0
  return new Cache<ExchangeId, ScreenableIssue>({
    changes,
    maxEntries: 5,
    dependsOn: { finlist: (published, exchange) => published === exchange },
    load: async exchange => toScreener(await readNewest(db, exchange), `${exchange} ${++made}`),
  })
}

async function readNewest(db: Db, exchange: ExchangeId): Promise<FinderStock[]> {
  const [issueDate] = await readIssueDates(db, exchange)
  if (!issueDate) return []
  const picks = await readPicks(db, exchange, issueDate)
  return picks.map(pick => ({
    stockCode: pick.stock_code,
    stockName: pick.stock_name ?? '',
    stockNameZh: pick.stock_name_zh ?? '',
    watchlistData: [],
    issueDate,
    close: pick.close,
    closeChange: pick.close_change,
    volume: pick.volume,
    volumeChange: pick.volume_change,
    percivalScore: pick.percival_score,
    subSector: pick.sub_sector ?? '',
    subSectorZh: pick.sub_sector_zh ?? '',
  }))
}

/** `version` names the rows and their order. */
export function toScreener(stocks: readonly FinderStock[], version: string): ScreenableIssue {
  const figures = (of: (stock: FinderStock) => number | null) =>
    Float64Array.from(stocks, stock => of(stock) ?? Number.NaN)
  return {
    version,
    rows: new RowTemplate(
      finderStocks,
      stocks.map(stock => ({ key: stock.stockCode, row: stock })),
    ),
    columns: {
      stockCode: stocks.map(({ stockCode }) => stockCode),
      subSector: stocks.map(({ subSector }) => subSector),
      close: figures(({ close }) => close),
      closeChange: figures(({ closeChange }) => closeChange),
      volume: figures(({ volume }) => volume),
      percival_score: figures(({ percivalScore }) => percivalScore),
    },
  }
}
