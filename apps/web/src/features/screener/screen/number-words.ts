import { figureOf, type NumberFigure, type NumberName } from '@finlist/domain/screener/figures'
import { formatNumber, formatPrice, formatVolume } from '../../../components/market-figures.tsx'
import { useTranslation } from '../../../i18n/texts.ts'

export const numberFigure = (name: NumberName) => figureOf(name) as NumberFigure

const leastCounted = 100_000

/** A number of the figure as people write it, without its unit. */
export function formatFigure(name: NumberName, value: number): string {
  const { unit, decimals } = numberFigure(name)
  if (unit === 'shares' || (unit === 'currency' && (decimals === 0 || Math.abs(value) >= leastCounted)))
    return formatVolume(value)
  if (unit === 'currency') return formatPrice(value)
  return value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}

/** Returns a function that writes a number of a figure with its unit, for example `5%` and `12 weeks`. */
export function useAmount(): (name: NumberName, value: number) => string {
  const t = useTranslation('screener')
  return (name, value) => {
    const { unit } = numberFigure(name)
    if (unit === undefined) return formatNumber(value)
    if (unit === 'currency' || unit === 'shares') return formatFigure(name, value)
    if (unit === 'percent') return `${formatNumber(value)}%`
    return t(`amount.${unit}`, { amount: formatNumber(value) })
  }
}
