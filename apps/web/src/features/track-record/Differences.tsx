import type { TrackFigures } from '@finlist/contract/track-record'
import { addDays } from '@finlist/domain/calendar'
import { formatDay } from '../../components/market-dates.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { useIsPhone } from '../../ui/is-phone.ts'

/** On a phone the drawing is smaller, so that its text is not scaled down. */
const sizes = { wide: [960, 300], narrow: [360, 220] } as const
const edge = { left: 36, right: 8, top: 10, bottom: 22 }
/** The limit of the axis, in tenths of a percent. Outliers are drawn at the edge. */
const most = 400
const lines = [-400, -200, 0, 200, 400]

type Props = { figures: TrackFigures; firstIssue: string; weeks: number }

/** Plots every settled pick as a dot: the difference between its outcome and that of its twins. */
export function Differences({ figures: { dots }, firstIssue, weeks }: Props) {
  const t = useTranslation('track-record')
  const [width, height] = sizes[useIsPhone() ? 'narrow' : 'wide']
  if (dots.length === 0) return <p className="mt-2 text-13 text-faded">{t('differences.none')}</p>
  const x = (week: number) => edge.left + (week / Math.max(1, weeks - 1)) * (width - edge.left - edge.right)
  const y = (value: number) => {
    const shown = Math.min(most, Math.max(-most, value))
    return edge.top + ((most - shown) / (2 * most)) * (height - edge.top - edge.bottom)
  }
  const better = dots.filter(([, value]) => value > 0).length
  const lastDay = addDays(firstIssue, 7 * (weeks - 1))
  return (
    <figure className="mt-2">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        // Drawn in SVG instead of loading an image.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="img"
        aria-label={t('differences.picture', { count: dots.length, better, worse: dots.length - better })}
        className="block h-auto w-full max-w-240"
      >
        {lines.map(value => (
          <g key={value}>
            <path
              d={`M${edge.left} ${y(value)}H${width - edge.right}`}
              stroke={value === 0 ? 'var(--ink)' : 'var(--line)'}
              strokeWidth="1"
            />
            <text x={edge.left - 6} y={y(value) + 4} textAnchor="end" fontSize="12" fill="var(--faded)">
              {value > 0 ? `+${value / 10}` : value < 0 ? `−${-value / 10}` : '0'}
            </text>
          </g>
        ))}
        {dots.map(([week, value], at) => (
          <circle
            // Two dots of a week may be equal, and dots never move, so the index identifies them.
            key={`${at} ${week}`}
            cx={x(week)}
            cy={y(value)}
            r="3.5"
            fill="var(--accent)"
            fillOpacity="0.65"
          />
        ))}
        <text x={edge.left} y={height - 4} fontSize="12" fill="var(--faded)">
          {formatDay(firstIssue, 'short')}
        </text>
        <text x={width - edge.right} y={height - 4} textAnchor="end" fontSize="12" fill="var(--faded)">
          {formatDay(lastDay, 'short')}
        </text>
      </svg>
      <figcaption className="mt-2 max-w-[72ch] text-13 text-faded">
        {t('differences.picture', { count: dots.length, better, worse: dots.length - better })} {t('differences.what')}
      </figcaption>
    </figure>
  )
}
