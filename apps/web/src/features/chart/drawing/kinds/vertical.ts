import type { Kind } from '../kind.ts'

export default {
  type: 'vertical',
  name: 'tool.vertical',
  group: 'lines',
  rank: 6,
  icon: 'M12 2v20M10 12a2 2 0 1 0 4 0 2 2 0 0 0-4 0',
  points: 1,
  settings: ['width', 'line'],
  shapes: ({ spots: [{ x }] }, { height }) => [{ kind: 'line', from: { x, y: 0 }, to: { x, y: height } }],
} satisfies Kind
