import { EMA, MACD } from 'trading-signals'
import { over } from '../over.ts'
import { bars, defineStudy } from '../study-kind.ts'

/**
 * The difference between a fast and a slow exponential average, the average of that difference (the signal), and the
 * distance between the two lines.
 */
export default defineStudy({
  name: 'study.MACD',
  group: 'momentum',
  inputs: { fast: bars(12), slow: bars(26), signal: bars(9) },
  onPrice: false,
  colour: 'var(--accent)',
  plots({ closes, inputs, line, t }) {
    const valuesOf = over(closes, new MACD(new EMA(inputs.fast), new EMA(inputs.slow), new EMA(inputs.signal)))
    const histogram = valuesOf('histogram')
    return [
      line({ name: t('name.macd', inputs), values: valuesOf('macd') }),
      line({ part: 'signal', name: t('name.macd.signal'), values: valuesOf('signal'), colour: 'var(--average)' }),
      line({
        part: 'histogram',
        kind: 'columns',
        name: t('name.macd.histogram'),
        values: histogram,
        colour: 'var(--faded)',
        rose: at => (histogram[at] ?? 0) >= 0,
      }),
    ]
  },
})
