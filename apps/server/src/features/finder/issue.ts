import { type FinderStock, finderStocks, type Scope } from '@finlist/contract/finder'
import { adjustedPrice, adjustedShares, stepAt } from '@finlist/domain/adjust/adjustment'
import { type ScreenColumn, screenColumns } from '@finlist/domain/finder/columns'
import type { Column } from '@finlist/domain/finder/screener'
import {
  byFigure,
  figureNames,
  figureOf,
  figureOfRow,
  type StoredFigure,
  storedFigures,
  unknownFigures,
} from '@finlist/domain/finlist/board-figures'
import type { ExchangeId } from '@finlist/domain/markets'
import { Cache } from '../../db/cache.ts'
import type { Database, Db } from '../../db/database.ts'
import { RowTemplate } from '../../http/row-template.ts'
import { readFigures } from '../../market-data/lists/pick-figures.ts'
import { readIssueDates, readPicks, stockOf } from '../../market-data/lists/picks.ts'
import { readBoard } from '../../market-data/screen/store.ts'
import { readSteps } from '../../market-data/store/adjustments.ts'

/** A market's data for the screener, prepared once per publication. */
export type Screenable = { version: string; columns: Readonly<Record<string, Column>>; rows: RowTemplate }

/** `issue-alone`: the newest issue without the list's own figures, for Finder users who may not see the list. */
type Screened = Scope | 'issue-alone'
type Key = `${ExchangeId} ${Screened}`

export function screenables({ db, changes }: Database): Cache<Key, Screenable> {
  let made = 0
  const isOfMarket = (published: string, key: Key) => key.startsWith(`${published} `)
  return new Cache<Key, Screenable>({
    changes,
    maxEntries: 15,
    dependsOn: { finlist: isOfMarket, prices: isOfMarket, board: isOfMarket },
    load: async key => {
      const [exchange, screened] = key.split(' ') as [ExchangeId, Screened]
      const issue = await readNewest(db, exchange)
      const rows = screened === 'board' ? await boardWith(db, exchange, issue) : issue
      return toScreener(screened === 'issue-alone' ? rows.map(alone) : rows, `${key} ${++made}`)
    },
  })
}

async function readNewest(db: Db, exchange: ExchangeId): Promise<FinderStock[]> {
  const [issueDate] = await readIssueDates(db, exchange)
  if (!issueDate) return []
  const [picks, figures] = await Promise.all([readPicks(db, exchange, issueDate), readFigures(db, exchange, issueDate)])
  return picks.map(pick => {
    const stock = stockOf(pick)
    return {
      ...stock,
      issueDate,
      priceDate: issueDate,
      ...figuresOf({ ...stock, ...figures.get(pick.stock_code) }),
    }
  })
}

const alone = (stock: FinderStock): FinderStock => ({
  ...stock,
  variant: undefined,
  patternType: 'NIL',
  buyPoint: -1,
  ...unknownFigures,
})

/** Every stock on the market's newest day; those in the newest issue also have the list's figures. */
async function boardWith(db: Db, exchange: ExchangeId, issue: readonly FinderStock[]): Promise<FinderStock[]> {
  const [board, steps] = await Promise.all([readBoard(db, exchange), readSteps(db, exchange)])
  const picks = new Map(issue.map(pick => [pick.stockCode, pick]))
  const newest = board.reduce((last, { date }) => (date > last ? date : last), '')
  return board.map(row => {
    // The board has all prices in shares of its own day, even those of a stock that last traded before a split.
    const step = stepAt(steps.get(row.stock_code) ?? [], newest)
    const close = adjustedPrice(row.close, step)
    // A stock that last traded on an earlier day has no figures for the newest day. Its last price is still shown, with
    // that price's date.
    const ofDay = <Value>(figure: Value) => (row.date === newest ? figure : null)
    const storedFigure = (name: StoredFigure) => {
      const figure = row.figures[name] ?? null
      return figureOf(name).isOfDay ? ofDay(figure) : figure
    }
    const pick = picks.get(row.stock_code)
    const { percivalScore, issueDate, patternType, buyPoint } = pick ?? offTheList
    return {
      stockCode: row.stock_code,
      stockName: row.stock_name ?? '',
      stockNameZh: row.stock_name_zh ?? '',
      watchlistData: [],
      issueDate,
      priceDate: row.date,
      close,
      closeChange: ofDay(row.close_change),
      volume: ofDay(adjustedShares(row.volume, step)),
      volumeChange: ofDay(row.volume_change),
      percivalScore,
      patternType,
      ...(pick?.variant !== undefined && { variant: pick.variant }),
      buyPoint,
      ...figuresOf({ close, buyPoint, ...byFigure(storedFigures, storedFigure) }),
      subSector: row.sub_sector ?? '',
      subSectorZh: row.sub_sector_zh ?? '',
    }
  })
}

/** All figures of a row: the stored ones, and those computed from its other columns. */
const figuresOf = (row: Parameters<typeof figureOfRow>[1]) => byFigure(figureNames, name => figureOfRow(name, row))

const offTheList = { percivalScore: null, issueDate: null, patternType: 'NIL', buyPoint: -1 } as const

/** `version` identifies the rows and their order, for cached results. */
export function toScreener(stocks: readonly FinderStock[], version: string): Screenable {
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
