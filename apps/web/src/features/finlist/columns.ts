import type { FinListStock } from '@finlist/contract/finlist'
import { inLanguage, type Language } from '@finlist/i18n/languages'
import { useTranslation } from '../../i18n/texts.ts'
import { nameOf } from '../../parts/stock-name.ts'
import type { Column } from '../../ui/data-table.tsx'

export const columnKeys = [
  'stockCode',
  'name',
  'close',
  'closeChange',
  'volume',
  'volumeChange',
  'percivalScore',
  'patternType',
  'buyPoint',
  'subSector',
] as const
export type ColumnKey = (typeof columnKeys)[number]

/** A column's sort value; null where a stock has none. */
export const valueIn: Record<ColumnKey, (stock: FinListStock, spoken: Language) => string | number | null> = {
  stockCode: ({ stockCode }) => stockCode,
  name: stock => nameOf(stock),
  close: ({ close }) => close,
  closeChange: ({ closeChange }) => closeChange,
  volume: ({ volume }) => volume,
  volumeChange: ({ volumeChange }) => volumeChange,
  percivalScore: ({ percivalScore }) => percivalScore,
  patternType: ({ patternType }) => (patternType === 'NIL' ? null : patternType),
  buyPoint: ({ buyPoint }) => (buyPoint === -1 ? null : buyPoint),
  subSector: ({ subSector, subSectorZh }, spoken) => inLanguage(spoken, { en: subSector, zh: subSectorZh }) || null,
}

/** Widths in rem; the name takes what the others leave. */
const widths: Partial<Record<ColumnKey, number>> = {
  stockCode: 5.25,
  close: 5.5,
  closeChange: 5.75,
  volume: 6.25,
  volumeChange: 6.25,
  percivalScore: 5.5,
  patternType: 5,
  buyPoint: 5.75,
  subSector: 9,
}
const numbers: readonly ColumnKey[] = ['close', 'closeChange', 'volume', 'volumeChange', 'percivalScore', 'buyPoint']

/** The columns, and a last one for the button that adds a stock to a watchlist. */
export function useTableColumns(): Column<ColumnKey | 'watchlist'>[] {
  const t = useTranslation('finlist')
  return [...useColumns(), { key: 'watchlist', label: t('column.watchlist'), width: 4.75, end: true, still: true }]
}

export function useColumns(): Column<ColumnKey>[] {
  const t = useTranslation('finlist')
  const units: Partial<Record<ColumnKey, string>> = {
    closeChange: t('unit.percent'),
    volume: t('unit.shares'),
    volumeChange: t('unit.percent'),
  }
  return columnKeys.map(key => ({
    key,
    label: t(`column.${key}`),
    ...(units[key] && { unit: units[key] }),
    ...(numbers.includes(key) && { end: true }),
    ...(widths[key] && { width: widths[key] }),
  }))
}
