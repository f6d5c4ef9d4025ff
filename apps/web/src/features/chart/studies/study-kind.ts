import type { DayBar, Resolution } from '@finlist/domain/chart/spans'
import type { StudyInput } from '@finlist/domain/chart/studies'
import type { Plot } from '../../../components/price-chart/picture.ts'
import type { Key, Translate } from '../../../i18n/texts.ts'

export const studyGroups = ['average', 'channel', 'momentum', 'volatility', 'volume', 'strength'] as const
type StudyGroup = (typeof studyGroups)[number]

/** A value for each bar; null where the study has none yet. */
export type Values = readonly (number | null)[]

/** A stock's rank in its market from a list; null where its history was too short. */
export type KnownRank = { issueDate: string; rank: number | null }

/** The data from which a study is drawn. */
export type StudySource<Name extends string = string> = {
  id: string
  /** Oldest first. */
  bars: readonly DayBar[]
  closes: readonly number[]
  /** Bars of the market's index; undefined where there is none, or no right to it. */
  index: readonly DayBar[] | undefined
  /** The stock's ranks in the market's lists that had it; undefined where that is not known. */
  ranks?: readonly KnownRank[] | undefined
  /** Excluded from averages of daily volumes. */
  halfDays: ReadonlySet<string> | undefined
  resolution: Resolution
  inputs: Record<Name, number>
  colour: string
  /** A line of the study. The first needs no `part`; each further one has its own. */
  line: (line: Pick<Plot, 'name' | 'values'> & { part?: string } & Partial<Plot>) => Plot
  t: Translate<'chart'>
}

/** A kind of study: one file in `kinds/`, whose name is its type. */
export type StudyKind<Name extends string = string> = {
  name: Key<'chart'>
  group: StudyGroup
  inputs: Record<Name, StudyInput>
  /** Drawn over the prices, or else in a separate pane. */
  onPrice: boolean
  /** A chart has at most one. */
  isSingle?: true
  /** Without it, the chart gives each such study the next colour of its palette. */
  colour?: string
  plots: (source: StudySource<Name>) => Plot[]
}

export const defineStudy = <Name extends string>(kind: StudyKind<Name>): StudyKind => kind as StudyKind

export const bars = (usual: StudyInput['usual']): StudyInput => ({ usual, least: 1, most: 400 })
export const factor = (usual: number): StudyInput => ({ usual, least: 0.1, most: 10, step: 0.1 })
