import { averageLength } from './moving-averages.ts'
import { lookbackLimits, newHighLookback } from './relative-strength.ts'
import type { Resolution } from './spans.ts'

export const studyTypes = ['SMA', 'EMA', 'BB', 'VOL', 'RS', 'RSI', 'MACD'] as const
export type StudyType = (typeof studyTypes)[number]

/** A number of bars, or a factor; null where the interval decides. */
export type StudyParams = Record<string, number | null>
export type Study = { id: string; type: StudyType; params: StudyParams }

type Input = { name: string; usual: number | null; least: number; most: number; whole?: false }
const bars = (name: string, usual: number | null): Input => ({ name, usual, least: 1, most: 400 })

/** The inputs of each study. */
export const studyInputs: Record<StudyType, readonly Input[]> = {
  SMA: [bars('length', null)],
  EMA: [bars('length', 20)],
  BB: [bars('length', 20), { name: 'deviations', usual: 2, least: 0.1, most: 10, whole: false }],
  VOL: [bars('length', null)],
  RS: [{ name: 'lookback', usual: null, least: lookbackLimits.least, most: lookbackLimits.most }],
  RSI: [bars('length', 14)],
  MACD: [bars('fast', 12), bars('slow', 26), bars('signal', 9)],
}

/** The default of an input on a chart of the resolution. */
export const byInterval = (type: StudyType, resolution: Resolution): number =>
  type === 'RS' ? newHighLookback[resolution] : averageLength(resolution)

/** The study's inputs as numbers within their limits. */
export function inputsOf({ type, params }: Study, resolution: Resolution): Record<string, number> {
  return Object.fromEntries(
    studyInputs[type].map(({ name, usual, least, most, whole }) => {
      const given = params[name] ?? usual ?? byInterval(type, resolution)
      const number = whole === false ? given : Math.round(given)
      return [name, Math.min(Math.max(number, least), most)]
    }),
  )
}

/** Whether the study is drawn on the price, or else in a pane of its own. */
export const isOnPrice = (type: StudyType) => type === 'SMA' || type === 'EMA' || type === 'BB'

/** Volume, price average and relative strength, as every chart begins. */
export const usualStudies: readonly Study[] = [
  { id: 'average', type: 'SMA', params: { length: null } },
  { id: 'volume', type: 'VOL', params: { length: null } },
  { id: 'strength', type: 'RS', params: { lookback: null } },
]

/** The most studies a chart holds. */
export const mostStudies = 12
