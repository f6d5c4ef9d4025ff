import type { FinderStock } from '@finlist/contract/finder'
import { csvText } from '@finlist/domain/csv'

const columns = [
  'stockCode',
  'stockName',
  'stockNameZh',
  'issueDate',
  'close',
  'closeChange',
  'volume',
  'volumeChange',
  'percivalScore',
  'subSector',
  'subSectorZh',
] as const

/** The list in its order, with a byte order mark, by which a spreadsheet recognises Chinese. */
export function stocksToCsv(stocks: readonly FinderStock[]): string {
  return `\uFEFF${csvText([columns, ...stocks.map(stock => columns.map(name => stock[name]))])}`
}
