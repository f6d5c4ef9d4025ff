import { simpleAverage } from '@finlist/domain/chart/moving-averages'
import { bollinger, convergence, exponentialAverage, relativeStrengthIndex } from './indicators.ts'
import { type DrawPlots, type FurtherStudy, lineOf } from './plots-of.ts'

/** Load it lazily. How each study is drawn that a chart has not at first. */
export const furtherPlots: Record<FurtherStudy, DrawPlots> = {
  EMA({ id, closes, colour, inputs, t }) {
    const length = inputs['length']!
    const values = exponentialAverage(closes, length)
    const name = t('name.ema', { length })
    return [{ ...lineOf(id), key: id, onPrice: true, unit: 'price', width: 2, colour, name, values }]
  },
  BB({ id, closes, inputs, t }) {
    const { length, deviations } = inputs as Record<'length' | 'deviations', number>
    const bands = bollinger(closes, length, deviations)
    const band = { ...lineOf(id), onPrice: true, unit: 'price', colour: 'var(--faded)' } as const
    return [
      { ...band, key: `${id} upper`, name: t('name.bb', { length, deviations }), values: bands.upper },
      { ...band, key: `${id} middle`, name: t('name.bb.middle'), values: simpleAverage(closes, length) },
      { ...band, key: `${id} lower`, name: t('name.bb.lower'), values: bands.lower },
    ]
  },
  RSI({ id, closes, inputs, t }) {
    const length = inputs['length']!
    const colour = 'light-dark(#7a3b9a, #cf9bea)'
    const values = relativeStrengthIndex(closes, length)
    return [{ ...lineOf(id), key: id, colour, name: t('name.rsi', { length }), values, levels: [30, 70] }]
  },
  MACD({ id, closes, inputs, t }) {
    const { macd, signal, histogram } = convergence(closes, inputs as Record<'fast' | 'slow' | 'signal', number>)
    const line = lineOf(id)
    return [
      { ...line, key: id, colour: 'var(--accent)', name: t('name.macd', inputs), values: macd },
      { ...line, key: `${id} signal`, colour: 'var(--average)', name: t('name.macd.signal'), values: signal },
      {
        ...line,
        key: `${id} histogram`,
        kind: 'columns',
        colour: 'var(--faded)',
        name: t('name.macd.histogram'),
        values: histogram,
        rose: at => (histogram[at] ?? 0) >= 0,
      },
    ]
  },
}
