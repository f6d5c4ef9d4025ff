import { currencyOf, type ExchangeId, markets } from '@finlist/domain/markets'
import { type FigureName, figureNames, figureOf, isNumber } from '@finlist/domain/screener/figures'
import { useTranslation } from '../../../i18n/texts.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { type Address, type SortKey, usualColumns } from './address.ts'
import { useFigureWords } from './figure-words.ts'
import { numberFigure } from './number-words.ts'

/** The columns to choose from, starting with the usual ones. */
export const choosable: readonly FigureName[] = [
  ...usualColumns,
  ...figureNames.filter(name => !usualColumns.includes(name)),
]

/**
 * The chosen columns, and the figures that the query reads, so that each row shows why it matches. For a past week, the
 * change since then comes first.
 */
export const figuresShown = (
  { columns, on }: Pick<Address, 'columns' | 'on'>,
  queried: readonly FigureName[],
): readonly FigureName[] => [...new Set([...(on ? (['since'] as const) : []), ...columns, ...queried])]

export type ColumnKey = SortKey | 'market' | 'spark'

const widths: Partial<Record<FigureName, number>> = {
  price: 6,
  rs: 5,
  volumex: 6,
  sector: 11,
  subsector: 14,
  base: 5.5,
  alert: 8,
  avgturnover: 7.5,
}
const widthOf = (name: FigureName) => widths[name] ?? (isNumber(name) ? 6.5 : 7)

/** The headings of the table. */
export function useHeads(
  shown: readonly FigureName[],
  among: readonly ExchangeId[],
  hasSparks: boolean,
): Column<ColumnKey>[] {
  const t = useTranslation('screener')
  const { headOf } = useFigureWords()
  const [market, ...others] = among
  const unitOf = (name: FigureName): string | undefined => {
    if (!isNumber(name)) return undefined
    const { unit } = numberFigure(name)
    if (unit === 'currency') return market && others.length === 0 ? currencyOf[market] : undefined
    return unit && unit !== 'shares' ? t(`unit.${unit}`) : undefined
  }
  return [
    { key: 'code', label: t('column.code'), width: 5 },
    { key: 'name', label: t('column.name'), least: 12 },
    ...(hasSparks ? [{ key: 'spark' as const, label: t('column.spark'), width: 7, still: true }] : []),
    ...(others.length > 0 ? [{ key: 'market' as const, label: t('column.market'), width: 6.5, still: true }] : []),
    ...shown.map(name => {
      const unit = unitOf(name)
      return {
        key: name,
        label: headOf(name),
        ...(unit && { unit }),
        end: figureOf(name).kind === 'number',
        width: widthOf(name),
      }
    }),
  ]
}

/** Sort keys that start with the largest value. */
export const startsDown = (key: SortKey): boolean => key !== 'code' && key !== 'name' && isNumber(key)

export const suffixOf = (exchange: ExchangeId) => markets.find(({ id }) => id === exchange)!.linkSuffix
