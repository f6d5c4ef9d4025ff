import { BollingerBands } from 'trading-signals'
import { bands } from '../bands.ts'
import { over } from '../over.ts'
import { bars, defineStudy, factor } from '../study-kind.ts'

/** The simple average, with bands at a number of population standard deviations above and below it. */
export default defineStudy({
  name: 'study.BB',
  group: 'channel',
  inputs: { length: bars(20), deviations: factor(2) },
  onPrice: true,
  colour: 'var(--faded)',
  plots({ closes, inputs: { length, deviations }, ...source }) {
    const found = over(closes, new BollingerBands(length, deviations))
    return bands(source, source.t('name.bb', { length, deviations }), found)
  },
})
