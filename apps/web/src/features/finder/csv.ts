import type { FinderStock } from '@finlist/contract/finder'

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

/** The list in its order, with a mark at the beginning by which a spreadsheet knows Chinese. */
export function stocksToCsv(stocks: readonly FinderStock[]): string {
  const lines = stocks.map(stock => columns.map(name => cell(stock[name])).join(','))
  return `\uFEFF${[columns.join(','), ...lines].join('\r\n')}\r\n`
}

/** A text that a spreadsheet would take for a formula is kept from it. */
function cell(value: string | number | null): string {
  if (typeof value !== 'string') return String(value ?? '')
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
