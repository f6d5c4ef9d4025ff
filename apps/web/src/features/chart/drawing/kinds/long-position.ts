import type { Kind } from '../kind.ts'
import { position } from '../parts-of-kinds.ts'

export default {
  ...position(1),
  type: 'long-position',
  name: 'tool.long-position',
  rank: 1,
  icon: 'M3 14h18M3 20h18M12 11V3M8 7l4-4 4 4',
} satisfies Kind
