import { addDays, type Day, halfDays } from '@finlist/domain/calendar'
import type { BoardStock } from '@finlist/domain/finlist/board'
import { byFigure, storedFigures } from '@finlist/domain/finlist/board-figures'
import { dayNumber } from '@finlist/domain/market-trend/breadth'
import { type ExchangeId, marketIndex } from '@finlist/domain/markets'
import { method } from '@finlist/domain/picking/method'
import type { IndexCloses, ScreenFigures } from '@finlist/domain/screener/bar-figures'
import { storedScreenFigures } from '@finlist/domain/screener/figures'
import type { Tx } from '../../db/database.ts'
import { readClosings } from '../store/closings.ts'

/** What a board's rows store. Picks store only the figures that lists show. */
export const figuresOfBoard = [...storedFigures, ...storedScreenFigures]

/** The rows of a board. `day` is that of the stock's newest bar, counted from 1970-01-01. */
export const boardRows = (stocks: readonly BoardStock[], screen: ReadonlyMap<string, ScreenFigures>) =>
  stocks.map(stock => ({
    stock_code: stock.code,
    day: stock.date,
    close: stock.close,
    close_change: stock.closeChange,
    volume: stock.volume,
    volume_change: stock.volumeChange,
    figures: { ...byFigure(storedFigures, name => stock[name]), ...screen.get(stock.code) },
  }))
export type BoardRow = ReturnType<typeof boardRows>[number]

/** The half days within the method's history of the days from `first` to `last`, which no average volume counts. */
export async function readHalfDays(tx: Tx, exchange: ExchangeId, { first, last }: { first: Day; last: Day }) {
  const halves = halfDays(exchange, addDays(first, -method.history.days), last, await readClosings(tx))
  return new Set(halves.map(dayNumber))
}

/** The closes of the market's index up to the day, by day. */
export async function readIndex(tx: Tx, exchange: ExchangeId, day: Day): Promise<IndexCloses> {
  const { rows } = await tx.query<{ day: number; close: number }>(
    `select date - date '1970-01-01' as day, close from bars_between($1, $2, $3, $4)`,
    [exchange, marketIndex[exchange], addDays(day, -method.history.days), day],
  )
  return new Map(rows.map(({ day, close }) => [day, close]))
}
