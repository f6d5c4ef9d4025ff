import type { FinderStock } from '@finlist/contract/finder'
import { csvText, withNote } from '@finlist/domain/csv'
import { chosenFigures, stockFigures } from '../../parts/stock-columns.tsx'

const names = ['stockCode', 'stockName', 'stockNameZh', 'issueDate', 'priceDate'] as const
const figures = Object.entries(stockFigures)
const chosen = Object.entries(chosenFigures)
const industries = ['subSector', 'subSectorZh'] as const

/** The list in its order, with a byte order mark, so that a spreadsheet recognises Chinese. `note` ends each line. */
export function stocksToCsv(stocks: readonly FinderStock[], note = ''): string {
  const head = [
    ...names,
    ...figures.map(([key]) => key),
    'patternType',
    'variant',
    'buyPoint',
    ...chosen.map(([key]) => key),
    ...industries,
  ]
  const line = (stock: FinderStock) => [
    ...names.map(name => stock[name]),
    ...figures.map(([, { value }]) => value(stock)),
    stock.patternType === 'NIL' ? '' : stock.patternType,
    stock.variant ?? '',
    stock.buyPoint === -1 ? '' : stock.buyPoint,
    ...chosen.map(([, { value }]) => value(stock)),
    ...industries.map(name => stock[name]),
  ]
  return `\uFEFF${csvText(withNote([head, ...stocks.map(line)], note))}`
}
