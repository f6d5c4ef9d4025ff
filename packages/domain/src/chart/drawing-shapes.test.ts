import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distance, edgeBeyond, isAt, type Shape, simplified } from './drawing-shapes.ts'

const number = fc.integer({ min: -500, max: 500 })
const spot = fc.record({ x: number, y: number })
const size = { width: 200, height: 100 }

describe('the distance from a pointer to a drawing', () => {
  const line: Shape = { kind: 'line', from: { x: 10, y: 90 }, to: { x: 100, y: 90 } }
  const path: Shape = {
    kind: 'path',
    spots: [
      { x: 0, y: 0 },
      { x: 50, y: 50 },
      { x: 100, y: 0 },
    ],
  }
  const area: Shape = {
    kind: 'area',
    corners: [
      { x: 10, y: 20 },
      { x: 100, y: 20 },
      { x: 100, y: 90 },
      { x: 10, y: 90 },
    ],
  }
  it.each<[string, Shape, [number, number], boolean]>([
    ['a line near it', line, [50, 86], true],
    ['a line beyond its end', line, [120, 90], false],
    ['a path on its second part', path, [75, 27], true],
    ['a path where its ends are not joined', path, [50, 0], false],
    ['a closed path where its ends are joined', { ...path, closed: true }, [50, 0], true],
    ['an area inside', area, [50, 50], true],
    ['an area outside', area, [150, 50], false],
    ['words', { kind: 'label', at: { x: 0, y: 0 }, text: 'Breakout' }, [5, 5], false],
  ])('decides whether the drawing is within reach: %s', (_, shape, [x, y], expected) =>
    expect(isAt([shape], { x, y }, 6)).toBe(expected),
  )

  it('is zero on the line itself', () => {
    fc.assert(
      fc.property(spot, spot, fc.double({ min: 0, max: 1, noNaN: true }), (from, to, along) => {
        const on = { x: from.x + (to.x - from.x) * along, y: from.y + (to.y - from.y) * along }
        expect(distance(on, from, to)).toBeCloseTo(0, 6)
      }),
    )
  })
})

it('includes, for a ray, the part beyond the pane in the direction of its second point', () => {
  const inside = fc.record({ x: fc.integer({ min: 0, max: 200 }), y: fc.integer({ min: 0, max: 100 }) })
  fc.assert(
    fc.property(inside, inside, (a, b) => {
      fc.pre(a.x !== b.x || a.y !== b.y)
      const { x, y } = edgeBeyond(a, b, size)
      expect(x < 0 || x > 200 || y < 0 || y > 100).toBe(true)
      expect(distance(b, a, { x, y })).toBeCloseTo(0, 6)
    }),
  )
})

describe('the simplified path of a drawing', () => {
  it('keeps the ends and the order of its points, and stays within the tolerance of every point', () => {
    fc.assert(
      fc.property(fc.array(spot, { minLength: 2, maxLength: 120 }), spots => {
        const few = simplified(spots, { tolerance: 3, most: 200 })
        expect([few[0], few.at(-1)]).toEqual([spots[0], spots.at(-1)])
        for (const it of spots)
          expect(Math.min(...few.slice(1).map((to, at) => distance(it, few[at]!, to)))).toBeLessThanOrEqual(3)
      }),
    )
  })
  it('never has more than the maximum number of points, however irregular the path was', () => {
    const wild = Array.from({ length: 4_000 }, (_, at) => ({ x: at / 4, y: (at * 7_919) % 400 }))
    const few = simplified(wild, { tolerance: 1, most: 200 })
    expect(few.length).toBeLessThanOrEqual(200)
    expect([few[0], few.at(-1)]).toEqual([wild[0], wild.at(-1)])
  })
})
