import { averageLength } from './moving-averages.ts'
import { lookbackLimits, newHighLookback } from './relative-strength.ts'
import type { Resolution } from './spans.ts'

/** A number of bars, or a factor; null where the interval decides. */
export type StudyParams = Record<string, number | null>
export type Study = { id: string; type: StudyType; params: StudyParams }

type Input = { name: string; usual: number | null; least: number; most: number; whole?: false }
const bars = (name: string, usual: number | null): Input => ({ name, usual, least: 1, most: 400 })

/** Every study: its inputs, and whether it is drawn on the price, or else in a pane of its own. */
const studies = {
  SMA: { inputs: [bars('length', null)], onPrice: true },
  EMA: { inputs: [bars('length', 20)], onPrice: true },
  BB: {
    inputs: [bars('length', 20), { name: 'deviations', usual: 2, least: 0.1, most: 10, whole: false }],
    onPrice: true,
  },
  VOL: { inputs: [bars('length', null)], onPrice: false },
  RS: {
    inputs: [{ name: 'lookback', usual: null, least: lookbackLimits.least, most: lookbackLimits.most }],
    onPrice: false,
  },
  RSI: { inputs: [bars('length', 14)], onPrice: false },
  MACD: { inputs: [bars('fast', 12), bars('slow', 26), bars('signal', 9)], onPrice: false },
} as const satisfies Record<string, { inputs: readonly Input[]; onPrice: boolean }>

export type StudyType = keyof typeof studies
export const studyTypes = Object.keys(studies) as [StudyType, ...StudyType[]]

export const inputsOfType = (type: StudyType): readonly Input[] => studies[type].inputs
export const isOnPrice = (type: StudyType): boolean => studies[type].onPrice

/** The default of an input on a chart of the resolution. */
export const byInterval = (type: StudyType, resolution: Resolution): number =>
  type === 'RS' ? newHighLookback[resolution] : averageLength(resolution)

/** The study's inputs as numbers within their limits. */
export function inputsOf({ type, params }: Study, resolution: Resolution): Record<string, number> {
  return Object.fromEntries(
    inputsOfType(type).map(({ name, usual, least, most, whole }) => {
      const given = params[name] ?? usual ?? byInterval(type, resolution)
      const number = whole === false ? given : Math.round(given)
      return [name, Math.min(Math.max(number, least), most)]
    }),
  )
}

/** Volume, price average and relative strength, as every chart begins. */
export const usualStudies: readonly Study[] = [
  { id: 'average', type: 'SMA', params: { length: null } },
  { id: 'volume', type: 'VOL', params: { length: null } },
  { id: 'strength', type: 'RS', params: { lookback: null } },
]

/** The most studies a chart holds. */
export const mostStudies = 12
