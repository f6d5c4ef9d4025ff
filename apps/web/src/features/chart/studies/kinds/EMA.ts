import { exponentialAverage } from '../exponential-average.ts'
import { bars, defineStudy } from '../study-kind.ts'

export default defineStudy({
  name: 'study.EMA',
  group: 'average',
  inputs: { length: bars(20) },
  onPrice: true,
  plots: ({ closes, inputs: { length }, line, t }) => [
    line({ name: t('name.ema', { length }), values: exponentialAverage(closes, length), width: 2 }),
  ],
})
