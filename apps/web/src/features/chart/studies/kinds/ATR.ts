import { ATR } from 'trading-signals'
import { oneOver } from '../over.ts'
import { bars, defineStudy } from '../study-kind.ts'

/** Wilder's average of the true range. */
export default defineStudy({
  name: 'study.ATR',
  group: 'volatility',
  inputs: { length: bars(14) },
  onPrice: false,
  colour: 'light-dark(#8c4a5e, #e3a1b3)',
  plots: ({ bars: days, inputs: { length }, line, t }) => [
    line({ name: t('name.atr', { length }), values: oneOver(days, new ATR(length)), unit: 'price' }),
  ],
})
