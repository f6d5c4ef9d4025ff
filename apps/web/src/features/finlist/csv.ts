import type { FinListStock } from '@finlist/contract/finlist'
import type { Changes } from '@finlist/contract/reasons'
import { csvText, withNote } from '@finlist/domain/csv'
import { stockFigures } from '../../components/stock/stock-columns.tsx'

const names = ['stockCode', 'stockName', 'stockNameZh'] as const
const figures = Object.entries(stockFigures)
const industries = ['subSector', 'subSectorZh'] as const
const head = [
  ...names,
  ...figures.map(([key]) => key),
  'patternType',
  'variant',
  'buyPoint',
  ...industries,
  'change',
  'scoreBefore',
  'reason',
]

/**
 * The list as CSV, with each stock's status since the previous list: new or stayed. At the end are the stocks that
 * left, each with the reason if it is known. The file begins with a byte order mark, so that spreadsheets display
 * Chinese correctly. `note` is added to each line.
 */
export function listToCsv(stocks: readonly FinListStock[], { previousDate, stayed, left }: Changes, note = ''): string {
  const scores = new Map(stayed.map(({ stockCode, scoreBefore }) => [stockCode, scoreBefore]))
  const line = (stock: FinListStock) => [
    ...names.map(name => stock[name]),
    ...figures.map(([, { value }]) => value(stock)),
    stock.patternType === 'NIL' ? '' : stock.patternType,
    stock.variant ?? '',
    stock.buyPoint === -1 ? '' : stock.buyPoint,
    ...industries.map(name => stock[name]),
    previousDate === null ? '' : scores.has(stock.stockCode) ? 'stayed' : 'new',
    scores.get(stock.stockCode) ?? '',
    '',
  ]
  const blank = Array<string>(head.length - names.length - 3).fill('')
  const gone = left.map(stock => [...names.map(name => stock[name]), ...blank, 'left', '', stock.reason ?? ''])
  return `\uFEFF${csvText(withNote([head, ...stocks.map(line), ...gone], note))}`
}
