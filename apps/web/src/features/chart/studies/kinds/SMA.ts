import { averageLength, simpleAverage } from '@finlist/domain/chart/moving-averages'
import { barsOfWeeks } from '@finlist/domain/chart/studies'
import { bars, defineStudy } from '../study-kind.ts'

/** Simple average. `weeks`, which only presets set, makes its length depend on the interval. */
export default defineStudy({
  name: 'study.SMA',
  group: 'average',
  inputs: {
    length: bars((resolution, { weeks }) => (weeks ? barsOfWeeks(weeks, resolution) : averageLength(resolution))),
  },
  onPrice: true,
  plots: ({ closes, inputs: { length }, line, t }) => [
    line({ name: t('name.sma', { length }), values: simpleAverage(closes, length), width: 2 }),
  ],
})
