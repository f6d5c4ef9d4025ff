import type { Kind } from '../kind.ts'
import { levelShapes } from '../parts-of-kinds.ts'

export const retracements = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const

/** Retracement levels, from the second point (0) back to the first (1). */
export default {
  type: 'fibonacci',
  name: 'tool.fibonacci',
  group: 'levels',
  rank: 1,
  icon: 'M3 5h18M3 10h18M3 15h18M3 20h18',
  points: 2,
  settings: ['width', 'line'],
  shapes: ({ points: [from, to], spots: [a, b] }, pane) => {
    const levels = retracements.map(level => ({ level, price: to.price + (from.price - to.price) * level }))
    return [
      { kind: 'line', from: a, to: b, faint: true },
      ...levelShapes(levels, { from: a, to: b, time: to.time }, pane),
    ]
  },
} satisfies Kind
