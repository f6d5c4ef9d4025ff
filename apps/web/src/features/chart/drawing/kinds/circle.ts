import type { Spot } from '@finlist/domain/chart/drawing-shapes'
import type { Kind } from '../kind.ts'
import { betweenCorners } from '../parts-of-kinds.ts'

const corners = 64

/** An ellipse inscribed between two corners. It is a circle if they are equally far apart in both directions. */
export default {
  ...betweenCorners,
  type: 'circle',
  name: 'tool.circle',
  group: 'shapes',
  rank: 3,
  icon: 'M3 12a9 9 0 1 0 18 0 9 9 0 0 0-18 0',
  settings: ['width', 'line', 'fill'],
  shapes: ({ spots: [a, b] }) => {
    const [across, down] = [Math.abs(b.x - a.x) / 2, Math.abs(b.y - a.y) / 2]
    const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2]
    const round = Array.from({ length: corners }, (_, at): Spot => {
      const turn = (at / corners) * 2 * Math.PI
      return { x: x + across * Math.cos(turn), y: y + down * Math.sin(turn) }
    })
    return [
      { kind: 'area', corners: round },
      { kind: 'path', spots: round, closed: true },
    ]
  },
} satisfies Kind
