import type { ChartPattern } from '@finlist/contract/charts/chart'
import { distance } from '@finlist/domain/chart/drawing-shapes'
import type { Frame, Spot } from '../../components/price-chart/engine/layer.ts'
import { joinSpots } from '../../components/price-chart/outline.ts'

/**
 * The strategy's zones around the pivot: buy up to 5% above it, sell 7 to 8% below it, take profits 20 to 25% above it.
 */
export const zones = [
  { id: 'buy', from: 0, to: 0.05, colour: 'var(--accent)' },
  { id: 'stop', from: -0.08, to: -0.07, colour: 'var(--down)' },
  { id: 'profit', from: 0.2, to: 0.25, colour: 'var(--up)' },
] as const

/** Distance, in seconds, by which the pivot and the zones extend beyond a base. */
const onward = 120 * 86_400

/** Draws the outlines and pivots of all bases, and the zones and stop of the selected one. */
export function paintPatterns(frame: Frame, patterns: readonly ChartPattern[], meant: ChartPattern | undefined) {
  const { pen, colour, spotOf } = frame
  pen.save()
  if (meant) paintZones(frame, meant)
  for (const pattern of patterns) {
    const spots = pattern.points.map(spotOf)
    joinSpots(frame, spots, pattern === meant ? { width: 3, percent: 100 } : { width: 2, percent: 75 })
    const { pivot, stop, patternType } = pattern.options.facts
    if (stop !== undefined && pattern === meant && spots.length > 0) paintLevel(frame, pattern, stop)
    if (pivot === undefined || spots.length === 0) continue
    const { x, y } = paintLevel(frame, pattern, pivot, pattern === meant ? onward : 20 * 86_400)
    pen.fillStyle = colour('var(--ink)')
    pen.font = `600 11px ${getComputedStyle(document.body).fontFamily}`
    pen.fillText(patternType, x, y - 6)
  }
  pen.restore()
}

/** Draws a dashed line from the beginning of the base. Returns its starting point. */
function paintLevel({ pen, colour, spotOf }: Frame, { points }: ChartPattern, price: number, seconds = onward): Spot {
  const from = spotOf({ time: points[0]!.time, price })
  const to = spotOf({ time: points.at(-1)!.time + seconds, price })
  pen.lineWidth = 1
  pen.setLineDash([6, 4])
  pen.strokeStyle = colour('var(--ink)', 80)
  pen.beginPath()
  pen.moveTo(from.x, from.y)
  pen.lineTo(to.x, to.y)
  pen.stroke()
  pen.setLineDash([])
  return from
}

function paintZones({ pen, colour, spotOf }: Frame, { points, options: { facts } }: ChartPattern) {
  const last = points.at(-1)
  if (facts.pivot === undefined || !last) return
  for (const { from, to, colour: css } of zones) {
    const a = spotOf({ time: last.time, price: facts.pivot * (1 + to) })
    const b = spotOf({ time: last.time + onward, price: facts.pivot * (1 + from) })
    pen.fillStyle = colour(css, 14)
    pen.fillRect(a.x, a.y, b.x - a.x, b.y - a.y)
  }
}

/** Returns the newest base whose outline is within reach of the spot. */
export const patternAt = (
  patterns: readonly ChartPattern[],
  spot: Spot,
  { spotOf, reach }: Pick<Frame, 'spotOf'> & { reach: number },
) =>
  patterns.toReversed().find(({ points }) =>
    points.some((point, at) => {
      const next = points[at + 1]
      return next !== undefined && distance(spot, spotOf(point), spotOf(next)) <= reach
    }),
  )
