import type { Kind } from '../kind.ts'

export default {
  type: 'trend',
  name: 'tool.trend',
  group: 'lines',
  rank: 1,
  icon: 'M5 19 19 5M3 19a2 2 0 1 0 4 0 2 2 0 0 0-4 0M17 5a2 2 0 1 0 4 0 2 2 0 0 0-4 0',
  points: 2,
  settings: ['width', 'line'],
  shapes: ({ spots: [from, to] }) => [{ kind: 'line', from, to }],
} satisfies Kind
