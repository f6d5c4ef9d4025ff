import { relativeStrength } from '@finlist/domain/chart/relative-strength'
import type { DayBar, Resolution } from '@finlist/domain/chart/spans'
import { inputsOf, type Study, type StudyType } from '@finlist/domain/chart/studies'
import type { Translate } from '../../../i18n/texts.ts'
import { type Plot, priceAverage, volume } from '../../../parts/price-chart/picture.ts'

type Of = {
  bars: readonly DayBar[]
  /** Bars of the market's index; undefined omits the line of relative strength. */
  index: readonly DayBar[] | undefined
  /** Averages of daily volumes leave them out. */
  halfDays?: ReadonlySet<string> | undefined
  resolution: Resolution
  /** Undefined omits the studies in it. */
  further?: Record<FurtherStudy, DrawPlots> | undefined
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

type Drawing = Omit<Of, 'further'> & {
  id: string
  colour: string
  closes: readonly number[]
  inputs: Record<string, number>
}
export type DrawPlots = (drawing: Drawing) => Plot[]

function plotsOfOne({ id, type, ...study }: Study, colour: string, of: Of): Plot[] {
  const closes = of.bars.map(({ close }) => close)
  const draw = isUsual(type) ? usualPlots[type] : of.further?.[type]
  return draw ? draw({ ...of, id, colour, closes, inputs: inputsOf({ id, type, ...study }, of.resolution) }) : []
}

export const lineOf = (study: string) => ({ study, kind: 'line', onPrice: false, unit: 'number' }) as const

/** How the studies are drawn that a chart has at first; `further-plots.ts` has all others. */
const usualPlots = {
  SMA({ id, bars, resolution, colour, inputs, t }: Drawing): Plot[] {
    const length = inputs['length']!
    const name = t('name.sma', { length })
    return [{ ...priceAverage(bars, { resolution, study: id, length, name }), colour }]
  },
  VOL: ({ id, bars, halfDays, resolution, inputs, t }) =>
    volume(bars, {
      resolution,
      ...(halfDays && { halfDays }),
      study: id,
      length: inputs['length']!,
      name: t('name.volume'),
      averageName: t('name.volume-average', { length: inputs['length']! }),
    }),
  RS: ({ id, bars, index, inputs, t }) => (index ? [strength(id, inputs['lookback']!, { bars, index, t })] : []),
} satisfies Partial<Record<StudyType, DrawPlots>>

export type FurtherStudy = Exclude<StudyType, keyof typeof usualPlots>
export const isUsual = (type: StudyType): type is keyof typeof usualPlots => type in usualPlots

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
