import { RSI } from 'trading-signals'
import { oneOver } from '../over.ts'
import { bars, defineStudy } from '../study-kind.ts'

/** Wilder's relative strength index. */
export default defineStudy({
  name: 'study.RSI',
  group: 'momentum',
  inputs: { length: bars(14) },
  onPrice: false,
  colour: 'light-dark(#7a3b9a, #cf9bea)',
  plots: ({ closes, inputs: { length }, line, t }) => [
    line({ name: t('name.rsi', { length }), values: oneOver(closes, new RSI(length)), levels: [30, 70] }),
  ],
})
