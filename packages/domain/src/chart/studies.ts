import type { Resolution } from './spans.ts'

/** What a study on a chart is set to; null or absent where the interval or the usual value decides. */
export type StudyParams = Record<string, number | null>
export const lineStyles = ['solid', 'dashed', 'dotted'] as const
export type LineStyleName = (typeof lineStyles)[number]
/** How a study is drawn where a person has said so; `colour` names one of the chart's palette. */
export type StudyStyle = { colour?: string; width?: number; line?: LineStyleName; hidden?: boolean }
/** A study on a chart. `type` is the name of its file in `features/chart/studies/kinds`. */
export type Study = { id: string; type: string; params: StudyParams; style?: StudyStyle }

/** A number that a study is set by; `usual` may follow the interval, and then an empty field does. */
export type StudyInput = {
  least: number
  most: number
  usual: number | ((resolution: Resolution, params: StudyParams) => number)
  /** 1 unless it says otherwise: whole numbers. */
  step?: number
}

export const usualOf = ({ usual }: StudyInput, resolution: Resolution, params: StudyParams): number =>
  typeof usual === 'number' ? usual : usual(resolution, params)

/** The study's inputs as numbers within their limits. */
export function inputsOf<Name extends string>(
  inputs: Record<Name, StudyInput>,
  params: StudyParams,
  resolution: Resolution,
): Record<Name, number> {
  const found = (Object.entries(inputs) as [Name, StudyInput][]).map(([name, input]) => {
    const given = params[name] ?? usualOf(input, resolution, params)
    const number = input.step === undefined ? Math.round(given) : given
    return [name, Math.min(Math.max(number, input.least), input.most)]
  })
  return Object.fromEntries(found) as Record<Name, number>
}

const daysOfWeek = 5
const weeksOfMonth = 52 / 12

/** How many bars of the resolution so many weeks are, at least one. */
export function barsOfWeeks(weeks: number, resolution: Resolution): number {
  if (resolution === '1D') return weeks * daysOfWeek
  return resolution === '1W' ? weeks : Math.max(1, Math.round(weeks / weeksOfMonth))
}

/** Volume, price average and relative strength, as every chart begins. */
export const usualStudies: readonly Study[] = [
  { id: 'average', type: 'SMA', params: { length: null } },
  { id: 'volume', type: 'VOL', params: { length: null } },
  { id: 'strength', type: 'RS', params: { lookback: null } },
]

/** The most studies a chart holds. */
export const mostStudies = 30
/** Pixels of a study's widest line. */
export const widestLine = 4
