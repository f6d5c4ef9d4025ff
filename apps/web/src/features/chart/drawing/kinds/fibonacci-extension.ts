import type { Kind } from '../kind.ts'
import { levelShapes } from '../parts-of-kinds.ts'

export const extensions = [0, 0.382, 0.618, 1, 1.272, 1.618, 2.618] as const

/** Levels at fractions of the move from the first point to the second, measured from the third point. */
export default {
  type: 'fibonacci-extension',
  name: 'tool.fibonacci-extension',
  group: 'levels',
  rank: 2,
  icon: 'M3 20 9 9l4 6M13 15h8M13 9h8M13 3h8',
  points: 3,
  settings: ['width', 'line'],
  shapes: ({ points: [from, to, back], spots: [a, b, c] }, pane) => {
    const levels = extensions.map(level => ({ level, price: back.price + (to.price - from.price) * level }))
    const end = { x: c.x + Math.max(Math.abs(b.x - a.x), 40), y: c.y }
    return [
      { kind: 'line', from: a, to: b, faint: true },
      { kind: 'line', from: b, to: c, faint: true },
      ...levelShapes(levels, { from: c, to: end, time: back.time }, pane),
    ]
  },
} satisfies Kind
