import { isAt, type Shape } from '@finlist/domain/chart/drawing-shapes'
import type { Drawing } from '@finlist/domain/chart/drawings'
import { describe, expect, it } from 'vitest'
import { barsOf } from '../../../components/price-chart/picture.ts'
import chartEn from '../../../i18n/locales/en/chart.json'
import en from '../../../i18n/locales/en/drawing.json'
import { handlesOf, movedBy, type Pane, placedBy, shapesOf } from './kind.ts'
import { vwapSince } from './kinds/anchored-vwap.ts'
import { retracements } from './kinds/fibonacci.ts'
import { extensions } from './kinds/fibonacci-extension.ts'
import { kindOf, kinds } from './kinds.ts'
import { nearestPrice } from './magnet.ts'
import { rewardForRisk } from './parts-of-kinds.ts'

const day = 86_400
/**
 * One bar a day from the epoch on, ten pixels apart. A dollar is one pixel upwards from y = 100. Volumes are 1, 2, 3...
 */
const pane: Pane = {
  width: 200,
  height: 100,
  spotOf: ({ time, price }) => ({ x: (time / day) * 10, y: 100 - price }),
  placeOf: time => time / day,
  timeAt: place => place * day,
  view: { from: 0, to: 20, low: 0, high: 100 },
  bars: barsOf(
    Array.from({ length: 15 }, (_, at) => ({
      time: at * day * 1_000,
      open: at,
      high: at + 3,
      low: at,
      close: at,
      volume: at + 1,
    })),
  ),
  widthOf: text => text.length * 6,
  t: ((key: keyof typeof en, values: Record<string, string | number> = {}) =>
    (en[key] ?? `${key} ${values['count']}`).replace(/\{\{(\w+)\}\}/g, (_, name) => String(values[name]))) as Pane['t'],
}
const drawing = (type: string, ...points: [place: number, price: number][]): Drawing => ({
  id: 'd',
  type,
  points: points.map(([place, price]) => ({ time: place * day, price })),
  text: 'Breakout',
})
const shapes = (it: Drawing) => shapesOf(it, kindOf(it.type)!, pane)
const lines = (it: Drawing) => shapes(it).filter(shape => shape.kind === 'line')
const labels = (it: Drawing) => shapes(it).flatMap(shape => (shape.kind === 'label' ? [shape.text] : []))
const told = (it: Drawing) => {
  const kind = kindOf(it.type)!
  return kind.told!(it.points as never, pane)
}
const three: [number, number][] = [
  [1, 10],
  [6, 40],
  [3, 60],
]

describe('every kind of drawing', () => {
  it('has a name in the texts and a unique type for saving it', () => {
    const texts = { ...chartEn, ...en } as Record<string, string>
    expect(new Set(kinds.map(({ type }) => type)).size).toBe(kinds.length)
    for (const { name } of kinds) expect(texts[name]).toBeTruthy()
  })

  it('every kind of drawing that was among the original eight has the same type and number of points as before', () => {
    const before = { trend: 2, ray: 2, horizontal: 1, vertical: 1, rectangle: 2, channel: 3, fibonacci: 2, text: 1 }
    for (const [type, points] of Object.entries(before)) expect([type, kindOf(type)?.points]).toEqual([type, points])
  })

  it.each(kinds.map(({ type }) => type))('(%s) is drawn only with all its points, and has handles on them', type => {
    const kind = kindOf(type)!
    expect(shapes(drawing(type))).toEqual([])
    const set = drawing(type, ...three.slice(0, placedBy(kind))).points
    const points = kind.completed?.([set[0]!], pane) ?? set
    const whole: Drawing = { ...drawing(type), points }
    expect(points.length).toBeGreaterThanOrEqual(kind.points)
    expect(shapes(whole).length).toBeGreaterThan(0)
    for (const [at, handle] of handlesOf(whole, kind, pane).entries()) {
      const to = { time: handle.time + 2 * day, price: handle.price + 5 }
      const moved = movedBy(whole, kind, { handle: at, to })
      expect(handlesOf(moved, kind, pane)[at]).toEqual(to)
      expect(moved.points).toHaveLength(points.length)
    }
  })
})

describe('the shapes of a drawing', () => {
  it.each<[string, Drawing, Shape[]]>([
    ['a trend line ends at its points', drawing('trend', [1, 10], [2, 20]), [line(10, 90, 20, 80)]],
    [
      'a horizontal line spans the chart and shows its price',
      drawing('horizontal', [5, 30]),
      [line(0, 70, 200, 70), { kind: 'label', at: { x: 6, y: 52 }, text: '30.00' }],
    ],
    [
      'a horizontal ray begins at its point',
      drawing('horizontal-ray', [5, 30]),
      [line(50, 70, 200, 70), { kind: 'label', at: { x: 56, y: 52 }, text: '30.00' }],
    ],
    ['a vertical line goes from top to bottom', drawing('vertical', [5, 30]), [line(50, 0, 50, 100)]],
  ])('are drawn as expected: %s', (_, it, expected) => expect(shapes(it)).toEqual(expected))

  it('include a ray that continues to the edge, and an extended line that continues in both directions', () => {
    const [ray] = lines(drawing('ray', [1, 10], [2, 20]))
    expect(ray!.from).toEqual({ x: 10, y: 90 })
    expect(ray!.to.x).toBeGreaterThan(200)
    const [extended] = lines(drawing('extended', [1, 10], [2, 20]))
    expect(extended!.from.x).toBeLessThan(0)
    expect(extended!.to.x).toBeGreaterThan(200)
    for (const { from, to } of [ray!, extended!]) expect((to.y - from.y) / (to.x - from.x)).toBeCloseTo(-1)
  })

  it('include two parallel lines of a channel, the second through its third point', () => {
    const [base, other] = lines(drawing('channel', [0, 0], [10, 50], [5, 45]))
    expect(base).toEqual(line(0, 100, 100, 50))
    expect(other).toEqual(line(0, 80, 100, 30))
  })

  it('include a circle that touches the middle of each side of its box', () => {
    const path = shapes(drawing('circle', [2, 20], [8, 60])).find(shape => shape.kind === 'path')!
    const [xs, ys] = [path.spots.map(({ x }) => x), path.spots.map(({ y }) => y)]
    expect([Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)].map(Math.round)).toEqual([
      20, 80, 40, 80,
    ])
  })
})

describe('the price levels', () => {
  it('the price levels of a retracement lie between the two prices, with 0 at the second point', () => {
    const it = drawing('fibonacci', [0, 100], [5, 0])
    expect(labels(it)).toEqual(retracements.map(level => `${level} (${(level * 100).toFixed(2)})`))
    expect(lines(it)[4]).toMatchObject({ from: { x: 0, y: 50 }, to: { x: 50, y: 50 } })
  })
  it('the price levels of an extension are fractions of the move, measured from the third point', () => {
    const it = drawing('fibonacci-extension', [0, 10], [4, 30], [6, 20])
    expect(labels(it)).toEqual(extensions.map(level => `${level} (${(20 + 20 * level).toFixed(2)})`))
  })
  it('the price levels of a downward move continue downwards', () => {
    expect(labels(drawing('fibonacci-extension', [0, 90], [4, 80], [6, 85]))[3]).toBe('1 (75.00)')
  })
})

describe('the figures of a drawn measurement', () => {
  it.each<[string, Drawing, string]>([
    ['a rise', drawing('price-range', [1, 40], [3, 50]), '+10.00 (+25.00%)'],
    ['a fall', drawing('percent-rectangle', [1, 50], [3, 40]), '-10.00 (-20.00%)'],
    ['from zero there is no percentage', drawing('price-range', [1, 0], [3, 40]), '+40.00 (–)'],
    ['bars and days', drawing('date-range', [1, 40], [6, 50]), 'bars 5, days 5'],
    ['backwards there are as many', drawing('date-range', [6, 40], [1, 50]), 'bars 5, days 5'],
    ['price, time and volume', drawing('measure', [1, 40], [3, 44]), '+4.00 (+10.00%), bars 2, days 2, Volume 9'],
    ['without a bar there is no volume', drawing('measure', [16, 40], [18, 44]), '+4.00 (+10.00%), bars 2, days 2'],
  ])('are right: %s', (_, it, words) => expect(told(it)).toBe(words))
})

describe('drawn long and short positions', () => {
  const prices = (...all: number[]) => all.map(price => ({ price }))
  it.each<[string, number[], number | undefined]>([
    ['long, two to one', [100, 120, 90], 2],
    ['short, one and a half to one', [100, 85, 110], 1.5],
    ['long with the stop over the entry', [100, 120, 110], undefined],
    ['long with the target under the entry', [100, 90, 95], undefined],
    ['with the stop on the entry', [100, 120, 100], undefined],
  ])('have the right ratio of reward to risk: %s', (_, all, ratio) => expect(rewardForRisk(prices(...all))).toBe(ratio))

  it.each([
    ['long-position', 1],
    ['short-position', -1],
  ] as const)(
    'drawn long and short positions of kind %s are completed from their entry, with a target on the right side at twice the risk',
    (type, side) => {
      const points = kindOf(type)!.completed!([{ time: 2 * day, price: 50 }], pane)
      expect(Math.sign(points[1]!.price - 50)).toBe(side)
      expect(rewardForRisk(points)).toBeCloseTo(2)
      expect(points.slice(1).map(({ time }) => time)).toEqual([5 * day, 5 * day])
      expect(told({ ...drawing(type), points })).toContain('Risk to reward 1 : 2.00')
    },
  )
  it('have a target and a stop that end on the same day, whichever is moved', () => {
    const kind = kindOf('long-position')!
    const moved = movedBy(drawing('long-position', [1, 50], [5, 70], [5, 40]), kind, {
      handle: 2,
      to: { time: 9 * day, price: 45 },
    })
    expect(moved.points.map(({ time, price }) => [time / day, price])).toEqual([
      [1, 50],
      [9, 70],
      [9, 45],
    ])
  })
})

describe('the distance from a pointer to a drawing', () => {
  it.each<[string, Drawing, [number, number], boolean]>([
    ['a ray beyond its second point', drawing('ray', [1, 10], [10, 10]), [190, 90], true],
    ['a ray before its first point', drawing('ray', [5, 10], [10, 10]), [10, 90], false],
    ['an extended line before its first point', drawing('extended', [5, 10], [10, 10]), [10, 90], true],
    ['a horizontal ray before its point', drawing('horizontal-ray', [5, 30]), [10, 70], false],
    ['a rectangle inside', drawing('rectangle', [1, 10], [10, 80]), [50, 50], true],
    ['a circle in a corner of its box', drawing('circle', [1, 10], [10, 80]), [12, 22], false],
    ['a text on its last letter', drawing('text', [1, 90]), [50, 20], true],
    ['a callout on its line', drawing('callout', [1, 10], [10, 60]), [55, 74], true],
    ['a channel between its lines', drawing('channel', [0, 0], [10, 50], [5, 45]), [50, 65], true],
    ['a brush on its stroke', drawing('brush', [1, 10], [2, 20], [3, 10]), [25, 84], true],
    ['a long position in its target area', drawing('long-position', [1, 50], [5, 70], [5, 40]), [30, 40], true],
  ])('decides whether the drawing is within reach: %s', (_, it, [x, y], expected) =>
    expect(isAt(shapes(it), { x, y }, 6)).toBe(expected),
  )
})

describe('the volume-weighted mean price since a bar', () => {
  it('is weighted by volume: (0+1)*1, (1+1)*2, (2+1)*3 by 1, 3, 6', () => {
    expect(vwapSince(0, pane.bars).slice(0, 3)).toEqual([1, 5 / 3, 14 / 6])
  })
  it('starts at the given bar, and has no value while nothing is traded', () => {
    const none = pane.bars.map((bar, at) => (at < 6 ? { ...bar, volume: 0 } : bar))
    expect(vwapSince(5, none).slice(0, 2)).toEqual([undefined, 7])
  })
  it('is not drawn if its first bar is older than the chart’s bars', () => {
    expect(shapes(drawing('anchored-vwap', [-3, 10]))).toEqual([])
  })
})

describe('the magnet for drawing points', () => {
  const yOf = (price: number) => 100 - price
  const bar = { ...pane.bars[10]!, open: 20, high: 60, low: 10, close: 50 }
  it.each<[string, number, number | undefined]>([
    ['near the high', 42, 60],
    ['between close and high, nearer to the close', 47, 50],
    ['far from all', 65, undefined],
    ['near the low', 92, 10],
  ])('finds the right price of a bar: %s', (_, y, price) =>
    expect(nearestPrice(bar, y, { yOf, within: 8 })).toBe(price),
  )
  it('finds nothing beyond the last bar', () => expect(nearestPrice(undefined, 5, { yOf, within: 8 })).toBeUndefined())
})

function line(x: number, y: number, toX: number, toY: number): Shape {
  return { kind: 'line', from: { x, y }, to: { x: toX, y: toY } }
}
