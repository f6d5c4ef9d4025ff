import { rectangleBetween } from '@finlist/domain/chart/drawing-shapes'
import type { Kind } from '../kind.ts'
import { betweenCorners } from '../parts-of-kinds.ts'

export default {
  ...betweenCorners,
  type: 'rectangle',
  name: 'tool.rectangle',
  group: 'shapes',
  rank: 1,
  icon: 'M4 6h16v12H4z',
  settings: ['width', 'line', 'fill'],
  shapes: ({ spots: [a, b] }) => rectangleBetween(a, b),
} satisfies Kind
