import { addDays, type Day, weekday } from '@finlist/domain/calendar'
import { boardOf, type SeenStock, seenOnBoard } from '@finlist/domain/finlist/board'
import { dayNumber } from '@finlist/domain/market-trend/breadth'
import type { ExchangeId } from '@finlist/domain/markets'
import { type SeenForScreen, screenFiguresOf, seenForScreen } from '@finlist/domain/screener/bar-figures'
import type { Tx } from '../../db/database.ts'
import { type BoardRow, boardRows, readHalfDays, readIndex } from '../breadth/board-rows.ts'
import { readPast } from '../lists/read-past-stocks.ts'
import { readHeldDays } from '../quality/held-days.ts'
import { publishesAt } from '../store/week.ts'

/** `week`: the last trading day of a week, by the calendar. */
export type PastBoardWork = { exchange: ExchangeId; week: Day }
/** `date`: the day of the prices; null, without stocks, if the week has none. */
export type PastBoardAnswer = { date: Day | null; stocks: BoardRow[] }

/**
 * The market's board on the last day of the week that has prices, from the bars known when that week's list would have
 * been published.
 */
export async function makePastBoard(tx: Tx, { exchange, week }: PastBoardWork): Promise<PastBoardAnswer> {
  const monday = addDays(week, -((weekday(week) + 6) % 7))
  const known = publishesAt(week)
  const past = await readPast(tx, exchange, { from: monday, until: week, known })
  const date = past.lastDay(monday, week)
  if (date === undefined || (await readHeldDays(tx, exchange)).has(date)) return { date: null, stocks: [] }
  const halfDays = await readHalfDays(tx, exchange, { first: date, last: date })
  const index = await readIndex(tx, exchange, date)
  const today = dayNumber(date)
  const seen: SeenStock[] = []
  const screened: SeenForScreen[] = []
  for (const stock of past.stocksOn(date, known)) {
    const onBoard = seenOnBoard(exchange, stock, today, halfDays)
    const onScreen = seenForScreen(exchange, stock, today, { halfDays, index })
    if (onBoard) seen.push(onBoard)
    if (onScreen) screened.push(onScreen)
  }
  return { date, stocks: boardRows(boardOf(seen), screenFiguresOf(screened)) }
}
