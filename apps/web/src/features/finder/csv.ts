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

/** The list in its order, with a byte order mark, by which a spreadsheet recognises Chinese. */
export function stocksToCsv(stocks: readonly FinderStock[]): string {
  const lines = stocks.map(stock => columns.map(name => cell(stock[name])).join(','))
  return `\uFEFF${[columns.join(','), ...lines].join('\r\n')}\r\n`
}

/** Keeps a spreadsheet from taking a text for a formula. */
function cell(value: string | number | null): string {
  if (typeof value !== 'string') return String(value ?? '')
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
