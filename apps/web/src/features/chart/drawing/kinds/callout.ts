import { lineHeight } from '@finlist/domain/chart/drawing-shapes'
import type { Kind } from '../kind.ts'
import { textArea } from '../parts-of-kinds.ts'

/** A text in a box, with a line to the first point, which it comments on. */
export default {
  type: 'callout',
  name: 'tool.callout',
  group: 'words',
  rank: 2,
  icon: 'M4 4h16v11H11l-5 5v-5H4z',
  points: 2,
  hasText: true,
  settings: ['width', 'line', 'fill'],
  shapes: ({ spots: [about, at], text }, { widthOf }) => {
    const width = widthOf(text)
    const box = textArea({ x: at.x - 4, y: at.y }, width + 8)
    const to = {
      x: Math.min(Math.max(about.x, at.x - 4), at.x + width + 4),
      y: Math.min(Math.max(about.y, at.y), at.y + lineHeight),
    }
    return [
      { kind: 'line', from: about, to },
      { kind: 'label', at, text, paper: true },
      box,
      { kind: 'path', spots: box.corners, closed: true },
    ]
  },
} satisfies Kind
