import { lineHeight, rectangleBetween } from '@finlist/domain/chart/drawing-shapes'
import type { Kind } from '../kind.ts'
import { betweenCorners, changeInWords, middleOf, note } from '../parts-of-kinds.ts'

/** A rectangle with the change from its first price to its second, in percent. */
export default {
  ...betweenCorners,
  type: 'percent-rectangle',
  name: 'tool.percent-rectangle',
  group: 'shapes',
  rank: 2,
  icon: 'M3 5h18v14H3zM15 9l-6 6M9 9h.01M15 15h.01',
  settings: ['width', 'line', 'fill'],
  shapes: ({ points: [from, to], spots: [a, b] }) => {
    const { x, y } = middleOf(a, b)
    return [
      ...rectangleBetween(a, b),
      ...note([changeInWords(from.price, to.price)], { x, y: y - lineHeight / 2 - 6 }, false),
    ]
  },
  told: ([from, to]) => changeInWords(from.price, to.price),
} satisfies Kind
