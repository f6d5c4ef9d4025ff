import type { Kind } from '../kind.ts'
import { position } from '../parts-of-kinds.ts'

export default {
  ...position(-1),
  type: 'short-position',
  name: 'tool.short-position',
  rank: 2,
  icon: 'M3 4h18M3 10h18M12 13v8M8 17l4 4 4-4',
} satisfies Kind
