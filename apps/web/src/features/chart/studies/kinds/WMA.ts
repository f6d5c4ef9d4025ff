import { WMA } from 'trading-signals'
import { oneOver } from '../over.ts'
import { bars, defineStudy } from '../study-kind.ts'

/** Average whose weights decrease linearly from `length` for the newest close to one for the oldest. */
export default defineStudy({
  name: 'study.WMA',
  group: 'average',
  inputs: { length: bars(20) },
  onPrice: true,
  plots: ({ closes, inputs: { length }, line, t }) => [
    line({ name: t('name.wma', { length }), values: oneOver(closes, new WMA(length)), width: 2 }),
  ],
})
