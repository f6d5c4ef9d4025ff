import type { Day } from '@finlist/domain/calendar'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import type { ScreenValue } from '@finlist/domain/screener/bar-figures'
import { type FigureName, figureOf, isText } from '@finlist/domain/screener/figures'
import type { Columns } from '@finlist/domain/screener/screen'
import { Cache } from '../../db/cache.ts'
import type { Database } from '../../db/database.ts'
import { newestBoard, pastBoard, type ScreenBoard } from './board.ts'
import { type PartName, partNames, partOf, readPart, type ValuesByCode } from './parts.ts'
import { pastBoards, weekBefore } from './past-boards.ts'

type Column = Float64Array | readonly string[]

/**
 * A market's stocks and their figures by column, prepared once per publish. With `on`,
 * those of the newest week that was complete by the end of that day.
 */
export type ReadColumns = (exchange: ExchangeId, names: Iterable<FigureName>, on?: Day) => Promise<MarketColumns>

export type MarketColumns = { board: ScreenBoard; of: (name: FigureName) => Column }

/** The market and, for a past board, the last trading day of its week. */
type BoardKey = ExchangeId | `${ExchangeId} ${Day}`
type PartKey = `${PartName} ${BoardKey}`
type Part = { board: ScreenBoard; values: ValuesByCode }

/** The boards in memory, besides the newest of each market. */
const mostPast = 8

/** Reads the columns of figures. Parts of a market that no figure needs are not read. */
export function marketColumns(database: Database, now: () => number): ReadColumns {
  const { db, changes } = database
  const readPast = pastBoards(database)
  const isOfMarket = (published: string, key: string) => key.split(' ').includes(published)
  const boards: Cache<BoardKey, ScreenBoard> = new Cache<BoardKey, ScreenBoard>({
    changes,
    maxEntries: exchangeIds.length + mostPast,
    dependsOn: { finlist: isOfMarket, prices: isOfMarket, board: isOfMarket },
    load: async key => {
      const [exchange, week] = key.split(' ') as [ExchangeId, Day | undefined]
      if (week === undefined) return await newestBoard(db, exchange)
      const { date, rows } = await readPast(exchange, week)
      return await pastBoard(db, exchange, { date, rows, newest: await boards.get(exchange) })
    },
  })
  const parts = new Cache<PartKey, Part>({
    changes,
    maxEntries: (exchangeIds.length + mostPast) * partNames.length,
    dependsOn: {
      finlist: isOfMarket,
      prices: isOfMarket,
      board: isOfMarket,
      shareholding: (_, key) => key.startsWith('holders HKEX'),
      'profit-alerts': (_, key) => key.startsWith('alerts HKEX'),
    },
    load: async key => {
      const [part, ...rest] = key.split(' ') as [PartName, ...string[]]
      const board = await boards.get(rest.join(' ') as BoardKey)
      return { board, values: await readPart(db, board, part) }
    },
  })
  const made = new WeakMap<ScreenBoard | Part, Map<FigureName, Column>>()

  /** The column that `make` makes from the data, made once. */
  function once(from: ScreenBoard | Part, name: FigureName, make: () => Column): Column {
    let columns = made.get(from)
    if (!columns) made.set(from, (columns = new Map()))
    let column = columns.get(name)
    if (!column) columns.set(name, (column = make()))
    return column
  }

  return async (exchange, names, on) => {
    const key: BoardKey =
      on === undefined ? exchange : `${exchange} ${await weekBefore(db, exchange, { day: on, now: now() })}`
    const needed = [...new Set([...names].flatMap(name => partOf(name) ?? []))]
    const [newest, ...read] = await Promise.all([boards.get(key), ...needed.map(part => parts.get(`${part} ${key}`))])
    // A part that was read for another board is of another publish; its own board has the stocks that it belongs to.
    const board = read[0]?.board ?? newest
    return {
      board,
      of: name => {
        const part = partOf(name)
        const own = part && read[needed.indexOf(part)]
        return own
          ? own.board === board
            ? once(own, name, () => columnOf(name, board, code => own.values.get(code)?.[name]))
            : columnOf(name, board, code => own.values.get(code)?.[name])
          : once(board, name, () => boardColumn(name, board))
      },
    }
  }
}

function boardColumn(name: FigureName, { stocks }: ScreenBoard): Column {
  if (name === 'sector') return stocks.map(({ sector }) => sector.text)
  if (name === 'subsector') return stocks.map(({ subSector }) => subSector.text)
  const values = stocks.map(({ values }) => values[name])
  return isText(name) ? values.map(textOf) : Float64Array.from(values, numberOf)
}

function columnOf(
  name: FigureName,
  { stocks }: ScreenBoard,
  valueOf: (code: string) => ScreenValue | undefined,
): Column {
  const values = stocks.map(({ code }) => valueOf(code))
  return isText(name) ? values.map(textOf) : Float64Array.from(values, numberOf)
}

const textOf = (value: ScreenValue | undefined) => (typeof value === 'string' ? value : '')
const numberOf = (value: ScreenValue | undefined) => (typeof value === 'number' ? value : Number.NaN)

/** The columns of some of the market's stocks only. */
export function partOfColumns(columns: MarketColumns, places: readonly number[] | undefined): Columns {
  if (places === undefined) return { rows: columns.board.stocks.length, of: columns.of }
  const taken = new Map<FigureName, Column>()
  return {
    rows: places.length,
    of: name => {
      let column = taken.get(name)
      if (!column) taken.set(name, (column = takenFrom(columns.of(name), places)))
      return column
    },
  }
}

const takenFrom = (column: Column, places: readonly number[]): Column =>
  column instanceof Float64Array ? Float64Array.from(places, at => column[at]!) : places.map(at => column[at]!)

/** A row's value as sent to clients. */
export function valueIn(column: Column, name: FigureName, row: number): number | boolean | string | null {
  const value = column[row]!
  if (typeof value === 'string') return value === '' ? null : value
  if (Number.isNaN(value)) return null
  return figureOf(name).kind === 'flag' ? value === 1 : value
}
