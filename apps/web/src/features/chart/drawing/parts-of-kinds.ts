import { lineHeight, rectangleBetween, type Shape, type Spot } from '@finlist/domain/chart/drawing-shapes'
import type { DrawingPoint } from '@finlist/domain/chart/drawings'
import { formatChange, formatLevel } from '../../../components/market-figures.tsx'
import { formatTraded } from '../../../components/price-chart/format-value.ts'
import type { Kind, Pane, Told, Whole } from './kind.ts'

/* Parts that several kinds of drawing share. */

/** A drawing between two opposite corners, with handles at all four. */
export const betweenCorners = {
  points: 2,
  handles: ({ points: [a, b] }) => [a, b, { time: b.time, price: a.price }, { time: a.time, price: b.price }],
  moved: ([a, b], handle, to) => {
    if (handle === 0) return [to, b]
    if (handle === 1) return [a, to]
    if (handle === 2)
      return [
        { time: a.time, price: to.price },
        { time: to.time, price: b.price },
      ]
    return [
      { time: to.time, price: a.price },
      { time: b.time, price: to.price },
    ]
  },
} satisfies Partial<Kind>

export const middleOf = (a: Spot, b: Spot): Spot => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

/** Levels between two vertical lines, each with its ratio and price. */
export const levelShapes = (
  levels: readonly { level: number; price: number }[],
  { from, to, time }: { from: Spot; to: Spot; time: number },
  { spotOf }: Pane,
): Shape[] => {
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)]
  return levels.flatMap(({ level, price }): Shape[] => {
    const { y } = spotOf({ time, price })
    return [
      { kind: 'line', from: { x: left, y }, to: { x: right, y } },
      { kind: 'label', at: { x: right + 4, y: y - lineHeight / 2 }, text: `${level} (${formatLevel(price)})` },
    ]
  })
}

/** Formats a change as '+3.20 (+4.51%)'. */
export function changeInWords(from: number, to: number): string {
  const change = to - from
  const sign = change > 0 ? '+' : ''
  return `${sign}${formatLevel(change)} (${percentInWords(from, to)})`
}

/** A change in percent; a dash if the first price is not positive. */
const percentInWords = (from: number, to: number) => (from > 0 ? `${formatChange((to / from - 1) * 100)}%` : '–')

/** Formats a distance in time as '14 bars, 20 days': whole bars and calendar days. */
export function spanInWords(a: DrawingPoint, b: DrawingPoint, { placeOf, t }: Told): string {
  const bars = Math.abs(Math.round(placeOf(b.time) - placeOf(a.time)))
  const days = Math.abs(Math.round((b.time - a.time) / 86_400))
  return t('span', { bars: t('bars', { count: bars }), days: t('days', { count: days }) })
}

/** The volume of the bars between two points, including both ends. */
export function volumeBetween(a: DrawingPoint, b: DrawingPoint, { placeOf, bars }: Told): string | undefined {
  const [from, to] = [placeOf(a.time), placeOf(b.time)].toSorted((one, other) => one - other) as [number, number]
  const among = bars.slice(Math.max(Math.ceil(from), 0), Math.max(Math.floor(to) + 1, 0))
  return among.length === 0 ? undefined : formatTraded(among.reduce((sum, { volume }) => sum + volume, 0))
}

/** Lines of text, centred above or below `at`. */
export function note(lines: readonly string[], at: Spot, over: boolean): Shape[] {
  const top = over ? at.y - lines.length * lineHeight - 6 : at.y + 6
  return lines.map((text, line) => ({
    kind: 'label',
    at: { x: at.x, y: top + line * lineHeight },
    text,
    middle: true,
    paper: true,
  }))
}

/** The area in which a press grabs a text. */
export function textArea(at: Spot, width: number): Shape & { kind: 'area' } {
  const [right, bottom] = [at.x + Math.max(width, 12), at.y + lineHeight]
  return { kind: 'area', corners: [at, { x: right, y: at.y }, { x: right, y: bottom }, { x: at.x, y: bottom }] }
}

/** An area painted as a gain or a loss. */
const zone = (a: Spot, b: Spot, tone: 'gain' | 'loss'): Shape => {
  const [area] = rectangleBetween(a, b)
  return { ...(area as Shape & { kind: 'area' }), tone }
}

/**
 * A position with its entry, target and stop. Target and stop are both at its right end. The user sets only the entry;
 * the others are derived from the view.
 */
export const position = (side: 1 | -1) =>
  ({
    group: 'positions',
    points: 3,
    placed: 1,
    settings: ['width', 'line', 'fill'],
    style: { fill: 20 },
    completed: ([entry], { placeOf, timeAt, view: { from, to, low, high } }) => {
      const time = timeAt(placeOf(entry.time) + Math.max(Math.round((to - from) / 6), 2))
      const step = (Math.max(high - low, entry.price / 100) / 10) * side
      return [entry, { time, price: entry.price + 2 * step }, { time, price: entry.price - step }]
    },
    moved: ([entry, target, stop], handle, to) => {
      if (handle === 0) return [to, target, stop]
      return handle === 1 ? [entry, to, { ...stop, time: to.time }] : [entry, { ...target, time: to.time }, to]
    },
    shapes: ({ points, spots: [entry, target, stop] }, pane) => {
      const end = { x: target.x, y: entry.y }
      const words = positionInWords(points, pane)
      const middle = (entry.x + target.x) / 2
      const targetIsOver = target.y < stop.y
      return [
        zone(entry, target, 'gain'),
        zone(entry, { x: target.x, y: stop.y }, 'loss'),
        { kind: 'line', from: entry, to: end },
        ...note([words.target], { x: middle, y: target.y }, targetIsOver),
        ...note([words.stop], { x: middle, y: stop.y }, !targetIsOver),
        ...note([words.ratio], { x: middle, y: entry.y - lineHeight / 2 - 6 }, false),
      ]
    },
    told: (points, told) => Object.values(positionInWords(points, told)).join(told.t('comma')),
  }) satisfies Partial<Kind>

/**
 * The ratio of reward to risk. Undefined if the target or the stop is on the wrong side, or the stop is at the entry.
 */
export function rewardForRisk([entry, target, stop]: readonly Pick<DrawingPoint, 'price'>[]): number | undefined {
  const risk = entry!.price - stop!.price
  const reward = target!.price - entry!.price
  return risk * reward > 0 ? reward / risk : undefined
}

function positionInWords(points: Whole['points'], { t }: Told) {
  const [entry, target, stop] = points
  const ratio = rewardForRisk(points)
  const level = (price: number) => `${formatLevel(price)} (${percentInWords(entry.price, price)})`
  return {
    target: t('position.target', { level: level(target.price) }),
    stop: t('position.stop', { level: level(stop.price) }),
    ratio: ratio === undefined ? t('position.no-ratio') : t('position.ratio', { ratio: ratio.toFixed(2) }),
  }
}
