import type { Resolution } from './spans.ts'

/** A study's settings. A setting that is null or absent has its default, which may depend on the interval. */
export type StudyParams = Record<string, number | null>
export const lineStyles = ['solid', 'dashed', 'dotted'] as const
export type LineStyleName = (typeof lineStyles)[number]
/** The parts of a study's appearance that a user has chosen; `colour` names a colour of the chart's palette. */
export type StudyStyle = { colour?: string; width?: number; line?: LineStyleName; hidden?: boolean }
/** A study on a chart. `type` is the name of its file in `features/chart/studies/kinds`. */
export type Study = { id: string; type: string; params: StudyParams; style?: StudyStyle }

/** A numeric setting of a study. `usual` is its default, which may depend on the interval and on other settings. */
export type StudyInput = {
  least: number
  most: number
  usual: number | ((resolution: Resolution, params: StudyParams) => number)
  /** Defaults to 1, which means whole numbers. */
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

/** The number of bars of the resolution in `weeks` weeks, at least one. */
export function barsOfWeeks(weeks: number, resolution: Resolution): number {
  if (resolution === '1D') return weeks * daysOfWeek
  return resolution === '1W' ? weeks : Math.max(1, Math.round(weeks / weeksOfMonth))
}

/** The studies that every chart starts with: volume, price average and relative strength. */
export const usualStudies: readonly Study[] = [
  { id: 'average', type: 'SMA', params: { length: null } },
  { id: 'volume', type: 'VOL', params: { length: null } },
  { id: 'strength', type: 'RS', params: { lookback: null } },
]

/** Maximum number of studies per chart. */
export const mostStudies = 30
/** Maximum width of a study's lines, in pixels. */
export const widestLine = 4
