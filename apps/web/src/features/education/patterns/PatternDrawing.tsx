import { useTranslation } from '../../../i18n/texts.ts'
import { type Bar, barsOf, priceAt } from './bars.ts'
import { type Shape, type ShapeId, shapes } from './shapes.ts'

const width = 440
const height = 290
const left = 10
const right = 12
const top = 30
const floor = 206
const volumeFloor = 262
const volumeHeight = 38
const font = 11.5

/** A base drawn over weekly bars, as an analyst would: its outline, length, handle, pivot and buy point. */
export function PatternDrawing({ of, label }: { of: ShapeId; label: string }) {
  const t = useTranslation('education')
  const shape: Shape = shapes[of]
  const bars = barsOf(shape)
  const { x, y } = scaleOf(shape, bars)
  const [from, to] = shape.base
  const [pivotWeek, pivot] = shape.pivot
  const step = x(1) - x(0)
  const buyAt = { x: x(shape.breakout), y: y(pivot) }
  const bracket = floor + 8
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      // Drawn in SVG instead of loading an image.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={label}
      className="block h-auto w-full"
    >
      <path d={`M${left} ${volumeFloor}H${width - right}`} stroke="var(--line)" />
      {shape.handle && (
        <rect
          x={x(shape.handle[0]) - step / 2}
          y={y(pivot) - 6}
          width={x(shape.handle[1]) - x(shape.handle[0]) + step}
          height={floor - y(pivot) + 6}
          fill="var(--accent-wash)"
        />
      )}
      {[true, false].map(rises => (
        <g key={String(rises)} fill="none" stroke={rises ? 'var(--up)' : 'var(--down)'}>
          <path
            strokeWidth="1.4"
            d={bars
              .filter(bar => bar.rises === rises)
              .map(bar => `M${x(bar.week)} ${y(bar.high)}V${y(bar.low)}M${x(bar.week)} ${y(bar.close)}h${step * 0.45}`)
              .join('')}
          />
          <path
            strokeWidth={step * 0.55}
            opacity="0.55"
            d={bars
              .filter(bar => bar.rises === rises)
              .map(bar => `M${x(bar.week)} ${volumeFloor}v${round(-bar.volume * volumeHeight)}`)
              .join('')}
          />
        </g>
      ))}
      <path d={outline(shape, x, y)} fill="none" stroke="var(--accent)" strokeWidth="2.25" strokeLinejoin="round" />
      <path
        d={`M${x(pivotWeek)} ${y(pivot)}H${width - right}`}
        stroke="var(--ink)"
        strokeWidth="1.25"
        strokeDasharray="5 4"
      />
      <path d={`M${x(from)} ${bracket - 5}v5H${x(to)}v-5`} fill="none" stroke="var(--edge)" strokeWidth="1.25" />
      <circle cx={buyAt.x} cy={buyAt.y} r="5" fill="var(--paper)" stroke="var(--accent)" strokeWidth="2.5" />
      <g fontSize={font} fill="var(--ink)">
        <text x={(x(from) + x(to)) / 2} y={bracket + font + 2} textAnchor="middle">
          {t('pattern.base')}
        </text>
        {shape.handle && (
          <text
            x={(x(shape.handle[0]) + x(shape.handle[1])) / 2}
            y={floor - 8}
            textAnchor="middle"
            fill="var(--accent)"
            className="font-strong"
          >
            {t('pattern.handle')}
          </text>
        )}
        <text x={x(pivotWeek) + 2} y={y(pivot) - 9}>
          {t('pattern.pivot')}
        </text>
        <path d={`M${buyAt.x} ${buyAt.y - 7}V${top - 8}`} stroke="var(--accent)" strokeWidth="1" />
        <text x={buyAt.x - 4} y={top - 13} textAnchor="middle" fill="var(--accent)" className="font-strong">
          {t('pattern.buy-point')}
        </text>
        <text x={left} y={volumeFloor + font + 3} fill="var(--faded)">
          {t('pattern.volume')}
        </text>
        <text x={width - right} y={volumeFloor + font + 3} textAnchor="end" fill="var(--faded)">
          {t('pattern.weekly')}
        </text>
      </g>
    </svg>
  )
}

function scaleOf(shape: Shape, bars: readonly Bar[]) {
  const low = Math.min(...bars.map(bar => bar.low))
  const high = Math.max(...bars.map(bar => bar.high))
  const weeks = shape.turns.at(-1)![0]
  return {
    x: (week: number) => round(left + 4 + (week / weeks) * (width - left - right - 10)),
    y: (price: number) => round(floor - ((price - low) / (high - low)) * (floor - top)),
  }
}

type Scale = (value: number) => number

/** The outline of the base, from its first week to its breakout. */
function outline(shape: Shape, x: Scale, y: Scale): string {
  const [from] = shape.base
  const points: string[] = []
  for (let week = from; week <= shape.breakout; week += 0.5) points.push(`${x(week)} ${y(priceAt(shape, week))}`)
  return `M${points.join('L')}`
}

const round = (value: number) => Math.round(value * 10) / 10
