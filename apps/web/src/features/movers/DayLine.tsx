import { formatPrice } from '../../components/market-figures.tsx'
import { useTranslation } from '../../i18n/texts.ts'

const width = 52
const height = 18
/** Space at the edges for the width of the line. */
const edge = 2

/** The day's prices, one per half-hourly load, as a line without axes. Renders nothing without prices. */
export function DayLine({ prices, className = '' }: { prices: readonly number[]; className?: string }) {
  const t = useTranslation('movers')
  const [first, last] = [prices[0], prices.at(-1)]
  if (first === undefined || last === undefined) return null
  const least = Math.min(...prices)
  const span = Math.max(...prices) - least || 1
  const points = prices.map((price, at) => {
    const x = edge + (at / (prices.length - 1)) * (width - 2 * edge)
    const y = height - edge - ((price - least) / span) * (height - 2 * edge)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  const values = { count: prices.length, first: formatPrice(first), last: formatPrice(last) }
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={t('day-line', values)}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className={`inline-block align-middle ${last < first ? 'text-down' : last > first ? 'text-up' : 'text-faded'} ${className}`}
    >
      <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth={1.5} strokeLinejoin="round" />
    </svg>
  )
}
