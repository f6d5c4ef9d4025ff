import { method } from '@finlist/domain/picking/method'
import { useTranslation } from '../../i18n/texts.ts'
import type { Drawn } from './invented.ts'

const width = 440
const height = 220
const side = 8
const top = 16
const floor = 200
/** Number of bars shown before the base. */
const lead = 40

/** A base drawn over the bars in which it was found: a line through its turns, and its pivot. */
export function BaseDrawing({ of: { bars, base }, name }: { of: Drawn; name: string }) {
  const t = useTranslation('method')
  const from = Math.min(base.from, ...Object.values(base.points)) - lead
  const places = Array.from({ length: bars.last - from + 1 }, (_, at) => from + at)
  const highest = Math.max(...places.map(at => bars.high[at]!))
  const lowest = Math.min(...places.map(at => bars.low[at]!))
  const x = (at: number) => round(side + ((at - from) / (bars.last - from)) * (width - 2 * side))
  const y = (price: number) => round(floor - ((price - lowest) / (highest - lowest)) * (floor - top))
  const turns = Object.entries(base.points).map(([point, at]) => ({
    at,
    price: isLow(point) ? bars.low[at]! : bars.high[at]!,
  }))
  const outline = [...turns, { at: bars.last, price: bars.close[bars.last]! }].toSorted(
    (one, other) => one.at - other.at,
  )
  const depth = `${(base.depth / 10).toFixed(1)}%`
  return (
    <figure className="my-3 max-w-150 border-y border-line py-3">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        // Drawn in SVG instead of loading an image.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="img"
        aria-label={t('drawing', { base: name, length: base.length, depth })}
        className="block h-auto w-full"
      >
        <path
          d={places.map(at => `M${x(at)} ${y(bars.high[at]!)}V${y(bars.low[at]!)}`).join('')}
          stroke="var(--faded)"
          strokeWidth="1.2"
        />
        <path
          d={`M${outline.map(({ at, price }) => `${x(at)} ${y(price)}`).join('L')}`}
          fill="none"
          stroke="var(--accent)"
          strokeWidth="2"
          strokeLinejoin="round"
        />
        <path
          d={`M${x(base.from)} ${y(base.pivot)}H${width - side}`}
          stroke="var(--ink)"
          strokeWidth="1.25"
          strokeDasharray="5 4"
        />
        {turns.map(({ at, price }) => (
          <circle
            key={at}
            cx={x(at)}
            cy={y(price)}
            r="3.5"
            fill="var(--paper)"
            stroke="var(--accent)"
            strokeWidth="2"
          />
        ))}
      </svg>
      <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-13">
        <Measure name={t('drawing.length')}>{t('drawing.bars', { count: base.length })}</Measure>
        <Measure name={t('drawing.depth')}>{depth}</Measure>
        <Measure name={t('drawing.pivot')}>{(base.pivot / method.priceParts).toFixed(2)}</Measure>
        <Measure name={t('drawing.quality')}>{base.quality}</Measure>
      </dl>
    </figure>
  )
}

function Measure({ name, children }: { name: string; children: string | number }) {
  return (
    <div className="flex gap-2">
      <dt className="text-faded">{name}</dt>
      <dd className="font-strong">{children}</dd>
    </div>
  )
}

const isLow = (point: string) => /low|foot/i.test(point)
const round = (value: number) => Math.round(value * 10) / 10
