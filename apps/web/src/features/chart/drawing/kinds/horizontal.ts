import { lineHeight } from '@finlist/domain/chart/drawing-shapes'
import { formatLevel } from '../../../../components/market-figures.tsx'
import type { Kind } from '../kind.ts'

export default {
  type: 'horizontal',
  name: 'tool.horizontal',
  group: 'lines',
  rank: 4,
  icon: 'M2 12h20M10 12a2 2 0 1 0 4 0 2 2 0 0 0-4 0',
  points: 1,
  settings: ['width', 'line'],
  level: ([{ price }]) => price,
  shapes: ({ points: [{ price }], spots: [{ y }] }, { width }) => [
    { kind: 'line', from: { x: 0, y }, to: { x: width, y } },
    { kind: 'label', at: { x: 6, y: y - lineHeight }, text: formatLevel(price) },
  ],
} satisfies Kind
