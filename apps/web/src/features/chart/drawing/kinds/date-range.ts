import { cornersOf } from '@finlist/domain/chart/drawing-shapes'
import type { Kind } from '../kind.ts'
import { betweenCorners, note, spanInWords } from '../parts-of-kinds.ts'

/** The time from one day to another. */
export default {
  ...betweenCorners,
  type: 'date-range',
  name: 'tool.date-range',
  group: 'measures',
  rank: 2,
  icon: 'M3 4v16M21 4v16M5 12h14M8 9l-3 3 3 3M16 9l3 3-3 3',
  settings: ['width', 'line', 'fill'],
  shapes: ({ points: [from, to], spots: [a, b] }, pane) => {
    const middle = (a.y + b.y) / 2
    return [
      { kind: 'area', corners: cornersOf(a, b) },
      { kind: 'line', from: a, to: { x: a.x, y: b.y } },
      { kind: 'line', from: { x: b.x, y: a.y }, to: b },
      { kind: 'line', from: { x: a.x, y: middle }, to: { x: b.x, y: middle }, arrow: true },
      ...note([spanInWords(from, to, pane)], { x: (a.x + b.x) / 2, y: Math.max(a.y, b.y) }, false),
    ]
  },
  told: ([from, to], told) => spanInWords(from, to, told),
} satisfies Kind
