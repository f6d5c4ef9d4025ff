import { edgeBeyond } from '@finlist/domain/chart/drawing-shapes'
import type { Kind } from '../kind.ts'

export default {
  type: 'extended',
  name: 'tool.extended',
  group: 'lines',
  rank: 3,
  icon: 'M2 22 22 2M6 16a2 2 0 1 0 4 0 2 2 0 0 0-4 0M14 8a2 2 0 1 0 4 0 2 2 0 0 0-4 0',
  points: 2,
  settings: ['width', 'line'],
  shapes: ({ spots: [a, b] }, pane) => [{ kind: 'line', from: edgeBeyond(b, a, pane), to: edgeBeyond(a, b, pane) }],
} satisfies Kind
