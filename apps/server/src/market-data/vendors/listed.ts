import type { Day } from '@finlist/domain/calendar'
import type { Batch } from './source.ts'

type Stock = { stockCode: string; stockName: string; stockNameZh?: string; sector?: string; sectorZh?: string }
type Closing = { date: Day; kind: 'full' | 'half'; name: string }

const stockColumns = ['stockCode', 'stockName', 'stockNameZh', 'sector', 'sectorZh']

export const stocksBatch = (stocks: readonly Stock[]): Batch => ({
  kind: 'stocks',
  columns: stockColumns,
  rows: stocks.map(({ stockCode, stockName, stockNameZh = '', sector = '', sectorZh = '' }) => [
    stockCode,
    stockName,
    stockNameZh,
    sector,
    sectorZh,
  ]),
})

/** Closings with one row per day; a full closing takes precedence over a half day. */
export function closingsBatch(closings: readonly Closing[]): Batch[] {
  const byDate = new Map<Day, Closing>()
  for (const closing of closings)
    if (closing.date && (closing.kind === 'full' || !byDate.has(closing.date))) byDate.set(closing.date, closing)
  if (byDate.size === 0) return []
  const rows = [...byDate.values()]
    .toSorted((a, b) => a.date.localeCompare(b.date))
    .map(({ date, kind, name }) => [date, kind, name])
  return [{ kind: 'closings', columns: ['date', 'kind', 'name'], rows }]
}
