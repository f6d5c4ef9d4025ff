import type { FinderStock } from '@finlist/contract/finder'
import { useTranslation } from '../../i18n/texts.ts'
import type { Column } from '../../ui/data-table.tsx'

/** The sort keys: columns on a desktop, a menu on a phone. */
export const columnKeys = ['stockCode', 'close', 'closeChange', 'volume', 'volumeChange', 'percivalScore'] as const
export type ColumnKey = (typeof columnKeys)[number]

/** Null where a stock has no value. */
export const valueIn: Record<ColumnKey, (stock: FinderStock) => string | number | null> = {
  stockCode: ({ stockCode }) => stockCode,
  close: ({ close }) => close,
  closeChange: ({ closeChange }) => closeChange,
  volume: ({ volume }) => volume,
  volumeChange: ({ volumeChange }) => volumeChange,
  percivalScore: ({ percivalScore }) => percivalScore,
}

export function useColumns(): Column<ColumnKey | 'name' | 'watchlist'>[] {
  const t = useTranslation('finder')
  return [
    { key: 'stockCode', label: t('column.stockCode'), width: 8 },
    { key: 'name', label: t('column.name'), still: true },
    { key: 'close', label: t('column.close'), width: 8, end: true },
    { key: 'closeChange', label: t('column.closeChange'), unit: '%', width: 8, end: true },
    { key: 'volume', label: t('column.volume'), unit: t('unit.shares'), width: 9, end: true },
    { key: 'volumeChange', label: t('column.volumeChange'), unit: '%', width: 9, end: true },
    { key: 'percivalScore', label: t('column.percivalScore'), width: 8, end: true },
    { key: 'watchlist', label: t('column.watchlist'), width: 6, end: true, still: true },
  ]
}
