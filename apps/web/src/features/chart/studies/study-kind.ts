import type { DayBar, Resolution } from '@finlist/domain/chart/spans'
import type { StudyInput } from '@finlist/domain/chart/studies'
import type { Plot } from '../../../components/price-chart/picture.ts'
import type { Key, Translate } from '../../../i18n/texts.ts'

export const studyGroups = ['average', 'channel', 'momentum', 'volatility', 'volume', 'strength'] as const
type StudyGroup = (typeof studyGroups)[number]

/** A value for each bar; null where there is none. */
export type Values = readonly (number | null)[]

/** A stock's rank in its market according to a list; null if its history was too short for a rank. */
export type KnownRank = { issueDate: string; rank: number | null }

/** The data from which a study is drawn. */
export type StudySource<Name extends string = string> = {
  id: string
  /** Oldest first. */
  bars: readonly DayBar[]
  closes: readonly number[]
  /** The bars of the market's index; undefined if there is none, or the user has no right to it. */
  index: readonly DayBar[] | undefined
  /** The stock's ranks in those lists of the market that contained it; undefined until loaded. */
  ranks?: readonly KnownRank[] | undefined
  /** Half days, which averages of daily volumes exclude. */
  halfDays: ReadonlySet<string> | undefined
  resolution: Resolution
  inputs: Record<Name, number>
  colour: string
  /** Creates a line of the study. The first line needs no `part`; each further line needs a different one. */
  line: (line: Pick<Plot, 'name' | 'values'> & { part?: string } & Partial<Plot>) => Plot
  t: Translate<'chart'>
}

/** A kind of study. Each has its own file in `kinds/`, which is named after its type. */
export type StudyKind<Name extends string = string> = {
  name: Key<'chart'>
  group: StudyGroup
  inputs: Record<Name, StudyInput>
  /** Whether it is drawn over the prices instead of in its own pane. */
  onPrice: boolean
  /** Whether a chart can have at most one. */
  isSingle?: true
  /** If omitted, each study of this kind gets the next colour of the chart's palette. */
  colour?: string
  plots: (source: StudySource<Name>) => Plot[]
}

export const defineStudy = <Name extends string>(kind: StudyKind<Name>): StudyKind => kind as StudyKind

export const bars = (usual: StudyInput['usual']): StudyInput => ({ usual, least: 1, most: 400 })
export const factor = (usual: number): StudyInput => ({ usual, least: 0.1, most: 10, step: 0.1 })
