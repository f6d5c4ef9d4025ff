import { simpleAverage } from '@finlist/domain/chart/moving-averages'
import { relativeStrength } from '@finlist/domain/chart/relative-strength'
import type { DayBar, Resolution } from '@finlist/domain/chart/spans'
import { inputsOf, type Study, type StudyType } from '@finlist/domain/chart/studies'
import type { ChartExchange } from '@finlist/domain/chart/symbol'
import type { Translate } from '../../../i18n/texts.ts'
import { type Plot, priceAverage, volume } from '../../../parts/price-chart/picture.ts'
import { bollinger, convergence, exponentialAverage, relativeStrengthIndex } from './indicators.ts'

type Of = {
  bars: readonly DayBar[]
  /** Bars of the market's index; undefined omits the line of relative strength. */
  index: readonly DayBar[] | undefined
  exchange: ChartExchange
  resolution: Resolution
  t: Translate<'chart'>
}

const colours = [
  'var(--average)',
  'light-dark(#7a3b9a, #cf9bea)',
  'light-dark(#0f6f86, #62c3da)',
  'light-dark(#8c4a5e, #e3a1b3)',
]

/** The plots of all studies, in their order. */
export function plotsOf(studies: readonly Study[], of: Of): Plot[] {
  let onPrice = 0
  return studies.flatMap(study => {
    const colour = colours[(study.type === 'SMA' || study.type === 'EMA' ? onPrice++ : 2) % colours.length]!
    return plotsOfOne(study, colour, of)
  })
}

type Drawing = Of & { id: string; colour: string; closes: readonly number[]; inputs: Record<string, number> }

function plotsOfOne({ id, type, ...study }: Study, colour: string, of: Of): Plot[] {
  const closes = of.bars.map(({ close }) => close)
  return plots[type]({ ...of, id, colour, closes, inputs: inputsOf({ id, type, ...study }, of.resolution) })
}

const lineOf = (study: string) => ({ study, kind: 'line', onPrice: false, unit: 'number' }) as const

/** How each study is drawn. */
const plots: Record<StudyType, (drawing: Drawing) => Plot[]> = {
  SMA({ id, bars, exchange, resolution, colour, inputs, t }) {
    const length = inputs['length']!
    const name = t('name.sma', { length })
    return [{ ...priceAverage(bars, { exchange, resolution, study: id, length, name }), colour }]
  },
  EMA({ id, closes, colour, inputs, t }) {
    const length = inputs['length']!
    const values = exponentialAverage(closes, length)
    const name = t('name.ema', { length })
    return [{ ...lineOf(id), key: id, onPrice: true, unit: 'price', width: 2, colour, name, values }]
  },
  VOL: ({ id, bars, exchange, resolution, inputs, t }) =>
    volume(bars, {
      exchange,
      resolution,
      study: id,
      length: inputs['length']!,
      name: t('name.volume'),
      averageName: t('name.volume-average', { length: inputs['length']! }),
    }),
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
  RS: ({ id, bars, index, inputs, t }) => (index ? [strength(id, inputs['lookback']!, { bars, index, t })] : []),
}

/** Closes relative to the index, with a dot at each new high: strong where the price itself is not at one. */
function strength(
  study: string,
  lookback: number,
  { bars, index, t }: Pick<Of, 'bars' | 't'> & { index: readonly DayBar[] },
): Plot {
  const points = new Map(relativeStrength(bars, index, lookback).map(point => [point.date, point]))
  const found = bars.map(({ date }) => points.get(date))
  return {
    key: study,
    study,
    onPrice: false,
    kind: 'line',
    width: 2,
    colour: 'var(--accent)',
    unit: 'ratio',
    name: t('name.rs', { lookback }),
    values: found.map(point => point?.value ?? null),
    dots: found.flatMap((point, at) => {
      if (!point || point.newHigh === 'none') return []
      const strong = point.newHigh === 'before-price'
      return [{ at, strong, name: t(strong ? 'rs.before-price' : 'rs.with-price') }]
    }),
  }
}
