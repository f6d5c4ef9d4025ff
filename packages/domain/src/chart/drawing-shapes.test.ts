import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distance, isAt, retracements, shapesOf } from './drawing-shapes.ts'
import { type Drawing, type DrawingType, drawingTypes, pointsOf } from './drawings.ts'

/** A second is a pixel to the right, a dollar one upwards from 100. */
const pane = {
  width: 200,
  height: 100,
  spotOf: ({ time, price }: { time: number; price: number }) => ({ x: time, y: 100 - price }),
  widthOf: (text: string) => text.length * 6,
  formatPrice: (price: number) => price.toFixed(1),
}
const drawing = (type: DrawingType, ...points: [time: number, price: number][]): Drawing => ({
  id: 'd',
  type,
  points: points.map(([time, price]) => ({ time, price })),
  ...(type === 'text' && { text: 'Breakout' }),
})
const lines = (it: Drawing) => shapesOf(it, pane).filter(shape => shape.kind === 'line')

describe('shapes', () => {
  it('a trend line ends at its points, a ray goes on to the edge', () => {
    expect(lines(drawing('trend', [10, 10], [20, 20]))).toEqual([
      { kind: 'line', from: { x: 10, y: 90 }, to: { x: 20, y: 80 } },
    ])
    const [ray] = lines(drawing('ray', [10, 10], [20, 20]))
    expect(ray!.to.x).toBeGreaterThan(200)
    expect((ray!.to.y - 90) / (ray!.to.x - 10)).toBeCloseTo(-1)
  })

  it('a horizontal line goes all across and says its price, a vertical one from top to bottom', () => {
    expect(shapesOf(drawing('horizontal', [50, 30]), pane)).toEqual([
      { kind: 'line', from: { x: 0, y: 70 }, to: { x: 200, y: 70 } },
      { kind: 'label', at: { x: 6, y: 52 }, text: '30.0' },
    ])
    expect(lines(drawing('vertical', [50, 30]))).toEqual([
      { kind: 'line', from: { x: 50, y: 0 }, to: { x: 50, y: 100 } },
    ])
  })

  it('a channel is two lines alike, the second through its third point', () => {
    const [base, other] = lines(drawing('channel', [0, 0], [100, 50], [50, 45]))
    expect(base).toEqual({ kind: 'line', from: { x: 0, y: 100 }, to: { x: 100, y: 50 } })
    expect(other).toEqual({ kind: 'line', from: { x: 0, y: 80 }, to: { x: 100, y: 30 } })
  })

  it('retracements lie between the prices, 0 at the second point', () => {
    const labels = shapesOf(drawing('fibonacci', [0, 100], [50, 0]), pane).filter(({ kind }) => kind === 'label')
    expect(labels.map(label => 'text' in label && label.text)).toEqual(
      retracements.map(level => `${level} (${(level * 100).toFixed(1)})`),
    )
    expect(lines(drawing('fibonacci', [0, 100], [50, 0]))[4]).toMatchObject({
      from: { x: 0, y: 50 },
      to: { x: 50, y: 50 },
    })
  })

  it.each(drawingTypes)('a %s without its points is not there, with them it is', type => {
    expect(shapesOf({ id: 'd', type, points: [] }, pane)).toEqual([])
    const points = [
      [10, 10],
      [60, 40],
      [30, 60],
    ] as [number, number][]
    expect(shapesOf(drawing(type, ...points.slice(0, pointsOf[type])), pane).length).toBeGreaterThan(0)
  })
})

describe('taking hold', () => {
  it.each<[string, Drawing, [number, number], boolean]>([
    ['a trend line near it', drawing('trend', [10, 10], [100, 10]), [50, 86], true],
    ['a trend line beyond its end', drawing('trend', [10, 10], [100, 10]), [120, 90], false],
    ['a ray beyond its second point', drawing('ray', [10, 10], [100, 10]), [190, 90], true],
    ['a ray before its first point', drawing('ray', [50, 10], [100, 10]), [10, 90], false],
    ['a rectangle inside', drawing('rectangle', [10, 10], [100, 80]), [50, 50], true],
    ['a rectangle outside', drawing('rectangle', [10, 10], [100, 80]), [150, 50], false],
    ['a text on its last letter', drawing('text', [10, 90]), [50, 20], true],
    ['a channel between its lines', drawing('channel', [0, 0], [100, 50], [50, 45]), [50, 65], true],
  ])('%s', (_, it, [x, y], expected) => expect(isAt(shapesOf(it, pane), { x, y }, 6)).toBe(expected))

  it('a spot on a line is no way from it', () => {
    const number = fc.integer({ min: -500, max: 500 })
    const spot = fc.record({ x: number, y: number })
    fc.assert(
      fc.property(spot, spot, fc.double({ min: 0, max: 1, noNaN: true }), (from, to, along) => {
        const on = { x: from.x + (to.x - from.x) * along, y: from.y + (to.y - from.y) * along }
        expect(distance(on, from, to)).toBeCloseTo(0, 6)
      }),
    )
  })
})
