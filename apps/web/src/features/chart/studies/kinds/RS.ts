import { lookbackLimits, newHighLookback, relativeStrength } from '@finlist/domain/chart/relative-strength'
import { defineStudy } from '../study-kind.ts'

/**
 * The closes relative to the index, with a dot at each new high. The dot is strong if the price itself is not at a
 * high.
 */
export default defineStudy({
  name: 'study.RS',
  group: 'strength',
  inputs: {
    lookback: {
      usual: resolution => newHighLookback[resolution],
      least: lookbackLimits.least,
      most: lookbackLimits.most,
    },
  },
  onPrice: false,
  isSingle: true,
  colour: 'var(--accent)',
  plots({ bars, index, inputs: { lookback }, line, t }) {
    if (!index) return []
    const points = new Map(relativeStrength(bars, index, lookback).map(point => [point.date, point]))
    const found = bars.map(({ date }) => points.get(date))
    return [
      line({
        width: 2,
        unit: 'ratio',
        name: t('name.rs', { lookback }),
        values: found.map(point => point?.value ?? null),
        dots: found.flatMap((point, at) => {
          if (!point || point.newHigh === 'none') return []
          const strong = point.newHigh === 'before-price'
          return [{ at, strong, name: t(strong ? 'rs.before-price' : 'rs.with-price') }]
        }),
      }),
    ]
  },
})
