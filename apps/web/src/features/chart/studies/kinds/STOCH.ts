import { StochasticOscillator } from 'trading-signals'
import { over } from '../over.ts'
import { bars, defineStudy } from '../study-kind.ts'

/** The close's position within the range of the last bars, smoothed, and the average of the smoothed values. */
export default defineStudy({
  name: 'study.STOCH',
  group: 'momentum',
  inputs: { length: bars(14), smooth: bars(3), signal: bars(3) },
  onPrice: false,
  colour: 'var(--accent)',
  plots({ bars: days, inputs: { length, smooth, signal }, line, t }) {
    const valuesOf = over(days, new StochasticOscillator({ kPeriod: length, kSlowingPeriod: smooth, dPeriod: signal }))
    return [
      line({ name: t('name.stoch', { length, smooth, signal }), values: valuesOf('stochK'), levels: [20, 80] }),
      line({ part: 'signal', name: t('name.stoch.signal'), values: valuesOf('stochD'), colour: 'var(--average)' }),
    ]
  },
})
