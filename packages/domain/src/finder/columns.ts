import { byFigure, type Figures, figureOf, figuresIn } from '../finlist/board-figures.ts'
import { patternKind } from '../finlist/pattern-kind.ts'

/**
 * A row as Finder screens it. Changes and distances are in percent, volume in shares; null where unknown. Stocks that
 * are not on the list have no score.
 */
type ScreenedRow = {
  stockCode: string
  subSector: string
  close: number
  closeChange: number | null
  volume: number | null
  percivalScore: number | null
  patternType: string
  variant?: string | undefined
} & Figures<FinderFigure>

const finderFigures = figuresIn('finder')
type FinderFigure = (typeof finderFigures)[number]

/** A row's value in a column. A text is compared as text, a figure as a number in the column's unit. */
export type ScreenColumn = { isOfList?: true } & (
  | { text: (row: ScreenedRow) => string }
  | { figure: (row: ScreenedRow) => number | null; unit?: 'percent' | 'shares' | 'times' }
)

/**
 * A figure that describes the day's trading. It is null for a stock that did not trade, so that no filter matches it.
 */
const traded = ({ volume }: ScreenedRow, figure: number | null) => (volume === 0 ? null : figure)

/** The columns that Finder filters by, in the order in which it offers them. */
export const screenColumns = {
  stockCode: { text: ({ stockCode }) => stockCode },
  subSector: { text: ({ subSector }) => subSector },
  close: { figure: ({ close }) => close },
  closeChange: { figure: row => traded(row, row.closeChange), unit: 'percent' },
  volume: { figure: row => traded(row, row.volume), unit: 'shares' },
  percival_score: { figure: ({ percivalScore }) => percivalScore },
  pattern: { text: row => patternKind(row), isOfList: true },
  ...byFigure(finderFigures, (name): ScreenColumn => {
    const { unit, isOfDay } = figureOf(name)
    return {
      figure: row => (isOfDay ? traded(row, row[name]) : row[name]),
      ...(unit && { unit }),
      isOfList: true,
    }
  }),
} as const satisfies Record<string, ScreenColumn>

export type ScreenColumnName = keyof typeof screenColumns
export const screenColumnNames = Object.keys(screenColumns) as [ScreenColumnName, ...ScreenColumnName[]]

/** The unit of a column's figures; undefined for texts and plain numbers. */
export function unitOf(name: ScreenColumnName): 'percent' | 'shares' | 'times' | undefined {
  const column: ScreenColumn = screenColumns[name]
  return 'figure' in column ? column.unit : undefined
}

/** Whether the column shows data of the market's list, and so requires the right to the list. */
export const isOfList = (name: ScreenColumnName): boolean => (screenColumns[name] as ScreenColumn).isOfList === true
