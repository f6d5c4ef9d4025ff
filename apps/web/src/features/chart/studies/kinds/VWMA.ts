import { VWMA } from 'trading-signals'
import { oneOver } from '../over.ts'
import { bars, defineStudy } from '../study-kind.ts'

/** Average of the closes, weighted by volume; no value if none of its bars has volume. */
export default defineStudy({
  name: 'study.VWMA',
  group: 'average',
  inputs: { length: bars(20) },
  onPrice: true,
  plots: ({ bars: days, inputs: { length }, line, t }) => [
    line({ name: t('name.vwma', { length }), values: oneOver(days, new VWMA(length)), width: 2 }),
  ],
})
