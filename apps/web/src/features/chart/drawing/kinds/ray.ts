import { edgeBeyond } from '@finlist/domain/chart/drawing-shapes'
import type { Kind } from '../kind.ts'

export default {
  type: 'ray',
  name: 'tool.ray',
  group: 'lines',
  rank: 2,
  icon: 'M6 18 21 3M14 3h7v7M4 19a2 2 0 1 0 4 0 2 2 0 0 0-4 0',
  points: 2,
  settings: ['width', 'line'],
  shapes: ({ spots: [from, to] }, pane) => [{ kind: 'line', from, to: edgeBeyond(from, to, pane) }],
} satisfies Kind
