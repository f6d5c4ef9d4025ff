import { lineHeight } from '@finlist/domain/chart/drawing-shapes'
import { formatLevel } from '../../../../components/market-figures.tsx'
import type { Kind } from '../kind.ts'

export default {
  type: 'horizontal-ray',
  name: 'tool.horizontal-ray',
  group: 'lines',
  rank: 5,
  icon: 'M7 12h15M3 12a2 2 0 1 0 4 0 2 2 0 0 0-4 0',
  points: 1,
  settings: ['width', 'line'],
  level: ([{ price }]) => price,
  shapes: ({ points: [{ price }], spots: [from] }, { width }) => [
    { kind: 'line', from, to: { x: Math.max(width, from.x), y: from.y } },
    { kind: 'label', at: { x: Math.max(from.x + 6, 6), y: from.y - lineHeight }, text: formatLevel(price) },
  ],
} satisfies Kind
