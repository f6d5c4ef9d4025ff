import type { FinderStock } from '@finlist/contract/finder'
import { csvText, withNote } from '@finlist/domain/csv'
import { figuresIn } from '@finlist/domain/finlist/board-figures'
import { stockFigures } from '../../components/stock/stock-columns.tsx'

const names = ['stockCode', 'stockName', 'stockNameZh', 'issueDate', 'priceDate'] as const
const figures = Object.entries(stockFigures)
const chosen = figuresIn('finder')
const industries = ['subSector', 'subSectorZh'] as const

/**
 * The list as CSV, in its current order. Begins with a byte order mark, so that spreadsheets display Chinese correctly.
 * `note` is added to each line.
 */
export function stocksToCsv(stocks: readonly FinderStock[], note = ''): string {
  const head = [
    ...names,
    ...figures.map(([key]) => key),
    'patternType',
    'variant',
    'buyPoint',
    ...chosen,
    ...industries,
  ]
  const line = (stock: FinderStock) => [
    ...names.map(name => stock[name]),
    ...figures.map(([, { value }]) => value(stock)),
    stock.patternType === 'NIL' ? '' : stock.patternType,
    stock.variant ?? '',
    stock.buyPoint === -1 ? '' : stock.buyPoint,
    ...chosen.map(name => stock[name]),
    ...industries.map(name => stock[name]),
  ]
  return `\uFEFF${csvText(withNote([head, ...stocks.map(line)], note))}`
}
