import { cornersOf } from '@finlist/domain/chart/drawing-shapes'
import type { Kind, Told, Whole } from '../kind.ts'
import { betweenCorners, changeInWords, note, spanInWords, volumeBetween } from '../parts-of-kinds.ts'

/** Measures price, time and volume from one point to another. */
export default {
  ...betweenCorners,
  type: 'measure',
  name: 'tool.measure',
  group: 'measures',
  rank: 0,
  icon: 'M2 16 16 2l6 6L8 22zM7 11l2 2M10 8l3 3M13 5l2 2M4 14l3 3',
  settings: ['width', 'line', 'fill'],
  shapes: ({ points, spots: [a, b] }, pane) => {
    const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2]
    return [
      { kind: 'area', corners: cornersOf(a, b) },
      { kind: 'line', from: { x: a.x, y }, to: { x: b.x, y }, arrow: true },
      { kind: 'line', from: { x, y: a.y }, to: { x, y: b.y }, arrow: true },
      ...note(lines(points, pane), { x, y: b.y }, b.y < a.y),
    ]
  },
  told: (points, told) => lines(points, told).join(told.t('comma')),
} satisfies Kind

function lines([from, to]: Whole['points'], told: Told): string[] {
  const volume = volumeBetween(from, to, told)
  return [
    changeInWords(from.price, to.price),
    spanInWords(from, to, told),
    ...(volume === undefined ? [] : [told.t('measure.volume', { volume })]),
  ]
}
