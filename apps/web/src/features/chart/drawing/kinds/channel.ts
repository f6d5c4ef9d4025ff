import type { Kind } from '../kind.ts'

/** Two parallel lines, the second through the third point. */
export default {
  type: 'channel',
  name: 'tool.channel',
  group: 'lines',
  rank: 7,
  icon: 'M3 15 15 3M9 21 21 9',
  points: 3,
  settings: ['width', 'line', 'fill'],
  shapes: ({ spots: [a, b, c] }) => {
    const slope = b.x === a.x ? 0 : (b.y - a.y) / (b.x - a.x)
    const away = c.y - (a.y + slope * (c.x - a.x))
    const [d, e] = [
      { x: a.x, y: a.y + away },
      { x: b.x, y: b.y + away },
    ]
    const half = away / 2
    return [
      { kind: 'area', corners: [a, b, e, d] },
      { kind: 'line', from: a, to: b },
      { kind: 'line', from: d, to: e },
      { kind: 'line', from: { x: a.x, y: a.y + half }, to: { x: b.x, y: b.y + half }, faint: true },
    ]
  },
} satisfies Kind
