import { defineStudy } from '../study-kind.ts'

/**
 * On-balance volume from the first bar of the chart: a rising close adds the bar's volume, a falling one subtracts it.
 */
export default defineStudy({
  name: 'study.OBV',
  group: 'volume',
  inputs: {},
  onPrice: false,
  colour: 'light-dark(#0f6f86, #62c3da)',
  plots({ bars, line, t }) {
    let sum = 0
    const values = bars.map(({ close, volume }, at) => {
      sum += volume * Math.sign(close - (bars[at - 1]?.close ?? close))
      return sum
    })
    return [line({ name: t('name.obv'), values, unit: 'volume' })]
  },
})
