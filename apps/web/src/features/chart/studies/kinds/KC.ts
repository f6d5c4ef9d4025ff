import { KeltnerChannels } from 'trading-signals'
import { bands } from '../bands.ts'
import { over } from '../over.ts'
import { bars, defineStudy, factor } from '../study-kind.ts'

/** The exponential average, with bands at a number of average true ranges above and below it. */
export default defineStudy({
  name: 'study.KC',
  group: 'channel',
  inputs: { length: bars(20), atr: bars(10), multiple: factor(2) },
  onPrice: true,
  colour: 'light-dark(#0f6f86, #62c3da)',
  plots({ bars: days, inputs: { length, atr, multiple }, ...source }) {
    const channel = new KeltnerChannels({ emaInterval: length, atrInterval: atr, multiplier: multiple })
    return bands(source, source.t('name.kc', { length, atr, multiple }), over(days, channel))
  },
})
