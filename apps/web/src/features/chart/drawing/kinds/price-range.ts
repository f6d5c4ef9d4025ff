import { cornersOf } from '@finlist/domain/chart/drawing-shapes'
import type { Kind } from '../kind.ts'
import { betweenCorners, changeInWords, note } from '../parts-of-kinds.ts'

/** The distance from one price to another. */
export default {
  ...betweenCorners,
  type: 'price-range',
  name: 'tool.price-range',
  group: 'measures',
  rank: 1,
  icon: 'M4 3h16M4 21h16M12 5v14M9 8l3-3 3 3M9 16l3 3 3-3',
  settings: ['width', 'line', 'fill'],
  shapes: ({ points: [from, to], spots: [a, b] }) => {
    const middle = (a.x + b.x) / 2
    return [
      { kind: 'area', corners: cornersOf(a, b) },
      { kind: 'line', from: a, to: { x: b.x, y: a.y } },
      { kind: 'line', from: { x: a.x, y: b.y }, to: b },
      { kind: 'line', from: { x: middle, y: a.y }, to: { x: middle, y: b.y }, arrow: true },
      ...note([changeInWords(from.price, to.price)], { x: middle, y: b.y }, b.y < a.y),
    ]
  },
  told: ([from, to]) => changeInWords(from.price, to.price),
} satisfies Kind
