import { useId, useState } from 'react'
import { formatDay } from '../../components/market-dates.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { useIsPhone } from '../../ui/is-phone.ts'
import { formatPart } from './figures.ts'

/** Widths of the panel in pixels, so that the chart's text is not scaled. */
const widths = { phone: 358, desktop: 520 }
const height = 150
const top = 10
const bottom = 22
const right = 52

type Day = { date: string; percent: number }

/**
 * A holding in percent of the issue, as steps from date to date. The date and the value at the pointer are shown below
 * the line.
 */
export function HoldingChart({ name, told }: { name: string; told: readonly Day[] }) {
  const t = useTranslation('shareholding')
  const id = useId()
  const width = widths[useIsPhone() ? 'phone' : 'desktop']
  const [at, setAt] = useState<number>()
  const values = told.map(({ percent }) => percent)
  const [low, high] = range(Math.min(...values), Math.max(...values))
  const x = (day: number) => (day / (told.length - 1)) * (width - right)
  const y = (percent: number) => top + ((high - percent) / (high - low)) * (height - top - bottom)
  const steps = told.map(({ percent }, day) => (day === 0 ? `M0 ${y(percent)}` : `H${x(day)}V${y(percent)}`)).join('')
  const shown = at ?? told.length - 1
  const day = told[shown]!
  return (
    <svg
      aria-labelledby={id}
      viewBox={`0 0 ${width} ${height}`}
      className="mt-2 block w-full overflow-visible text-12 tabular-nums"
      onPointerMove={event => {
        const box = event.currentTarget.getBoundingClientRect()
        const along = ((event.clientX - box.left) / box.width) * width
        setAt(Math.min(told.length - 1, Math.max(0, Math.round((along / (width - right)) * (told.length - 1)))))
      }}
      onPointerLeave={() => setAt(undefined)}
    >
      <title id={id}>
        {t('chart', {
          name,
          from: formatDay(told[0]!.date),
          first: formatPart(values[0]!),
          to: formatDay(told.at(-1)!.date),
          last: formatPart(values.at(-1)!),
        })}
      </title>
      {[low, (low + high) / 2, high].map(level => (
        <g key={level}>
          <path d={`M0 ${y(level)}H${width - right}`} stroke="var(--line)" />
          <text x={width} y={y(level) + 4} textAnchor="end" fill="var(--faded)">
            {formatPart(level)}
          </text>
        </g>
      ))}
      <path d={`${steps}V${height - bottom}H0Z`} fill="var(--accent)" opacity={0.08} />
      <path d={steps} fill="none" stroke="var(--accent)" strokeWidth={2} vectorEffect="non-scaling-stroke" />
      {at !== undefined && (
        <path d={`M${x(at)} ${top}V${height - bottom}`} stroke="var(--edge)" strokeDasharray="2 3" />
      )}
      <circle cx={x(shown)} cy={y(day.percent)} r={3.5} fill="var(--accent)" />
      <text x={0} y={height - 5} fill="var(--faded)">
        {formatDay(told[0]!.date, 'day')}
      </text>
      <text
        x={at === undefined ? width - right : Math.min(Math.max(x(at), 130), width - right)}
        y={height - 5}
        textAnchor="end"
        fill="var(--ink)"
      >
        {`${formatDay(day.date, 'day')} · ${formatPart(day.percent)}%`}
      </text>
    </svg>
  )
}

/** The vertical range, with some room above and below. A holding that never changed is in the middle. */
function range(least: number, most: number): [number, number] {
  const room = Math.max((most - least) * 0.12, 0.02)
  return [Math.max(0, least - room), most + room]
}
