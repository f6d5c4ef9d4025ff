import type { Day } from '@finlist/domain/calendar'
import type { ListRow } from '@finlist/domain/finlist/edited-list'
import type { ExchangeId } from '@finlist/domain/markets'
import { clip, readPrice } from '../../market-data/import/files/cell.ts'
import { CellError } from '../../market-data/import/import-errors.ts'
import {
  checkStop,
  readPattern,
  readPriceOrNone,
  readScore,
  readVariant,
  readWithin,
} from '../../market-data/import/kinds/pick-cells.ts'
import { EngineFailed } from './engine-failed.ts'

/** The columns of a program's list. */
export const listHead = [
  'stockCode',
  'close',
  'patternType',
  'variant',
  'buyPoint',
  'stop',
  'percivalScore',
  'rank',
  'template',
]

const mostRows = 200

type Given = { exchange: ExchangeId; day: Day; closes: ReadonlyMap<string, number> }

/** Parses a program's output strictly, as its format is documented. Throws EngineFailed with the line number. */
export function readOwnList(text: string, given: Given): ListRow[] {
  const [head = '', ...lines] = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  if (head !== listHead.join(','))
    throw new EngineFailed({ line: 1, text: 'picking.own.head', values: { head: listHead.join(',') } })
  if (lines.length === 0) throw new EngineFailed({ line: 1, text: 'import.no-rows' })
  if (lines.length > mostRows)
    throw new EngineFailed({ line: mostRows + 2, text: 'picking.own.rows', values: { most: mostRows } })
  const places = new Map<string, number>()
  return lines.map((text, at) => {
    const line = at + 2
    try {
      const row = readRow(text.split(','), given)
      const first = places.get(row.code)
      if (first !== undefined) throw new CellError('import.same-stock-twice', { first })
      places.set(row.code, line)
      return row
    } catch (error) {
      if (error instanceof CellError) throw new EngineFailed({ line, ...error.reason })
      throw error
    }
  })
}

function readRow(cells: string[], { exchange, day, closes }: Given): ListRow {
  if (cells.length !== listHead.length)
    throw new CellError('import.ragged', { count: cells.length, expected: listHead.length })
  const [code, close, pattern, variant, buyPoint, stop, score, rank, template] = cells as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const known = closes.get(code)
  if (known === undefined) throw new CellError('picking.no-bar', { stockCode: clip(code), date: day, market: exchange })
  if (Math.abs(readPrice(close, 'close') - known) > known * 1e-9)
    throw new CellError('picking.own.close', { cell: clip(close), close: known })
  const prices = [readPriceOrNone(buyPoint, 'buyPoint'), readPriceOrNone(stop, 'stop')] as const
  checkStop(...prices)
  return {
    code,
    close: known,
    pattern: readPattern(pattern) ?? 'NIL',
    variant: readVariant(variant),
    buyPoint: prices[0] ?? -1,
    stop: prices[1] ?? -1,
    score: readScore(score),
    rank: readWithin(rank, 'rank', [1, 99]),
    template: readWithin(template, 'template', [0, 8]),
  }
}
