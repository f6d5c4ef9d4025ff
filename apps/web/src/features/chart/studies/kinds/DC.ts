import { bands } from '../bands.ts'
import { highestOf, lowestOf } from '../sliding.ts'
import { bars, defineStudy } from '../study-kind.ts'

/** The highest high and the lowest low of the last bars, including the current one. */
export default defineStudy({
  name: 'study.DC',
  group: 'channel',
  inputs: { length: bars(20) },
  onPrice: true,
  colour: 'light-dark(#7a3b9a, #cf9bea)',
  plots({ bars: days, inputs: { length }, ...source }) {
    const within = (at: number) => at - length + 1
    const upper = highestOf(
      days.map(({ high }) => high),
      within,
    )
    const lower = lowestOf(
      days.map(({ low }) => low),
      within,
    )
    const middle = upper.map((high, at) => (high === null ? null : (high + lower[at]!) / 2))
    return bands(source, source.t('name.dc', { length }), part => ({ upper, middle, lower })[part])
  },
})
