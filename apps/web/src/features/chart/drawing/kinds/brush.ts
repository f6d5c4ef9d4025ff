import type { Kind } from '../kind.ts'

/** A freehand stroke. Only its ends have handles; the rest of the stroke stays as drawn. */
export default {
  type: 'brush',
  name: 'tool.brush',
  group: 'shapes',
  rank: 4,
  icon: 'M3 17c3-8 6-8 7-4s4 5 6-1 3-6 5-7',
  points: 2,
  isStroke: true,
  style: { width: 2.5 },
  settings: ['width', 'line'],
  handles: () => [],
  shapes: ({ spots }) => [{ kind: 'path', spots }],
} satisfies Kind
