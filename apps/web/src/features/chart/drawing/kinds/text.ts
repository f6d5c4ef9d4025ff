import type { Kind } from '../kind.ts'
import { textArea } from '../parts-of-kinds.ts'

export default {
  type: 'text',
  name: 'tool.text',
  group: 'words',
  rank: 1,
  icon: 'M5 7V5h14v2M12 5v14M9 19h6',
  points: 1,
  hasText: true,
  settings: ['fill'],
  shapes: ({ spots: [at], text }, { widthOf }) => [textArea(at, widthOf(text)), { kind: 'label', at, text }],
} satisfies Kind
