import { adjustedPrice, adjustedShares, type Step, stepAt } from '@finlist/domain/adjust/adjustment'
import type { Day } from '@finlist/domain/calendar'
import { addDays } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import type { ScreenValue } from '@finlist/domain/screener/bar-figures'
import { type FigureName, figureOf, storedScreenFigures } from '@finlist/domain/screener/figures'
import type { Db } from '../../db/database.ts'
import { readSteps } from '../store/adjustments.ts'
import type { ReadPastBoard } from './past-boards.ts'
import { readBoard, readDividends } from './store.ts'

/** The stocks of a market's board, by code. `date`: the day of its prices; null if there are none. */
export type ScreenBoard = {
  exchange: ExchangeId
  date: Day | null
  isPast: boolean
  stocks: readonly BoardStock[]
}
type BoardStock = {
  code: string
  name: string
  nameZh: string
  /** The day of the stock's newest bar. */
  tradedOn: Day
  sector: Named
  subSector: Named
  values: Partial<Record<FigureName, ScreenValue>>
}
export type Named = { text: string; textZh: string }

const priceFigures: readonly string[] = ['sma20', 'sma50', 'sma150', 'sma200']
const daysOfYear = 365

type Rows = Awaited<ReturnType<typeof readBoard>> | Awaited<ReturnType<ReadPastBoard>>['rows']

/** The market's newest board. */
export async function newestBoard(db: Db, exchange: ExchangeId): Promise<ScreenBoard> {
  const rows = await readBoard(db, exchange)
  const date = rows.reduce<Day | null>(
    (newest, row) => (newest === null || row.date > newest ? row.date : newest),
    null,
  )
  return await screenBoard(db, { exchange, date, rows, isPast: false })
}

/** The market's board of a past week, with each price's change since then up to the newest board. */
export async function pastBoard(
  db: Db,
  exchange: ExchangeId,
  { date, rows, newest }: { date: Day | null; rows: Rows; newest: ScreenBoard },
): Promise<ScreenBoard> {
  const board = await screenBoard(db, { exchange, date, rows, isPast: true })
  const priceOf = new Map(newest.stocks.map(({ code, values }) => [code, values.price]))
  const stocks = board.stocks.map(stock => {
    const [then, now] = [stock.values.price, priceOf.get(stock.code)]
    const since =
      typeof now === 'number' && typeof then === 'number' && then > 0 ? rounded((now / then - 1) * 100) : null
    return { ...stock, values: { ...stock.values, since } }
  })
  return { ...board, stocks }
}

type Read = Pick<ScreenBoard, 'exchange' | 'date' | 'isPast'> & { rows: Rows }

/** The figures that come from prices. A stock that did not trade on the board's day has none of that day's trading. */
async function screenBoard(db: Db, { exchange, date, isPast, rows }: Read): Promise<ScreenBoard> {
  if (date === null) return { exchange, date, isPast, stocks: [] }
  const [steps, dividends] = await Promise.all([
    readSteps(db, exchange),
    readDividends(db, exchange, { after: addDays(date, -daysOfYear), until: date }),
  ])
  const stocks = rows.map(row => {
    const own = steps.get(row.stock_code) ?? []
    const step = stepAt(own, date)
    const price = adjustedPrice(row.close, step)
    const paid = (dividends.get(row.stock_code) ?? []).reduce(
      (sum, { exDate, amount }) => sum + adjustedPrice(amount, stepAt(own, exDate)),
      0,
    )
    const values = {
      price,
      volume: adjustedShares(row.volume, step),
      volumex: row.figures.volumeMultiple ?? null,
      rs: row.figures.rank ?? null,
      yield: paid > 0 && price > 0 ? rounded((paid / price) * 100) : null,
      ...Object.fromEntries(storedScreenFigures.map(name => [name, inShares(name, row.figures[name] ?? null, step)])),
    }
    return {
      code: row.stock_code,
      name: row.stock_name ?? '',
      nameZh: row.stock_name_zh ?? '',
      tradedOn: row.date,
      sector: { text: row.sector ?? '', textZh: row.sector_zh ?? '' },
      subSector: { text: row.sub_sector ?? '', textZh: row.sub_sector_zh ?? '' },
      values: row.date === date ? values : withoutDay(values),
    }
  })
  return { exchange, date, isPast, stocks }
}

/** The board's prices are in shares of its day; a split since then applies to them as to the close. */
function inShares(name: string, value: ScreenValue, step: Step | undefined): ScreenValue {
  if (typeof value !== 'number') return value
  if (priceFigures.includes(name)) return adjustedPrice(value, step)
  return name === 'avgvolume' ? adjustedShares(value, step) : value
}

function withoutDay(values: BoardStock['values']): BoardStock['values'] {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const figure = figureOf(name as FigureName)
      return [name, figure.kind === 'number' && figure.isOfDay ? null : value]
    }),
  )
}

const rounded = (value: number) => Math.round(value * 100) / 100
