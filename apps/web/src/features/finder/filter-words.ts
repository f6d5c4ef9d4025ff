import type { FinderFilter } from '@finlist/contract/finder'
import { unitOf } from '@finlist/domain/finder/columns'
import { formatNumber, formatVolume } from '../../components/market-figures.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { useColumnName } from './columns.tsx'

const signs = { gt: '>', gte: '≥', lt: '<', lte: '≤' } as const

/** Describes a filter in a few words: 'Percival Score ≥ 80', 'Close 5 to 20'. */
export function useFilterWords(): (filter: FinderFilter) => string {
  const t = useTranslation('finder')
  const columnName = useColumnName()
  const value = (filter: FinderFilter, given: number | string): string => {
    if (typeof given === 'string') return given
    const unit = unitOf(filter.column)
    if (unit === 'shares') return formatVolume(given)
    if (unit === 'times') return `${formatNumber(given)}${t('unit.times')}`
    return unit === 'percent' ? `${formatNumber(given)}%` : formatNumber(given)
  }
  return filter => {
    const column = columnName(filter.column)
    if (filter.operation === 'in')
      return t('filter.any', {
        column,
        values: filter.values.map(pattern => t(`pattern.${pattern}`)).join(t('filter.between-values')),
      })
    if (filter.column === 'subSector') return t('filter.is', { column, value: String(filter.from) })
    if (filter.operation !== 'between') return `${column} ${signs[filter.operation]} ${value(filter, filter.from)}`
    return t('filter.between', { column, from: value(filter, filter.from), to: value(filter, filter.to) })
  }
}
