import { buyPointDistance } from './buy-point-distance.ts'

/** A list that shows figures: FinList as columns; Finder as columns, filters and CSV fields. */
export type FigureView = 'finlist' | 'finder'

type Pick = { close: number; buyPoint: number }

type Figure = {
  /** Unset for a plain number. */
  unit?: 'percent' | 'times'
  /** The number of decimals; 2 by default. */
  decimals?: 0
  /**
   * The origin of the figure. 'bars': computed from the stock's own bars (board.ts). 'market': computed by comparison
   * with the market's other stocks (board.ts). A function: computed from other columns of the row, and not stored.
   */
  from: 'bars' | 'market' | ((pick: Pick) => number | null)
  /** Shown with a sign for its direction. Neither direction is good or bad. */
  isSigned?: true
  /** The figure describes one day's trading, and is unknown for a stock that did not trade on the day. */
  isOfDay?: true
  /** The lists that show the figure; all lists by default. */
  views?: readonly FigureView[]
}

/**
 * The figures of a stock that are not in a list's file, in the order in which they are shown. Storage, contract,
 * columns, filters, CSV and glossary are derived from this table. All of them require the right to the market's list.
 */
export const boardFigures = {
  buyPointDistance: { unit: 'percent', from: buyPointDistance, isSigned: true },
  volumeMultiple: { unit: 'times', from: 'bars', isOfDay: true },
  rank: { decimals: 0, from: 'market' },
  highDistance: { unit: 'percent', from: 'bars', isSigned: true },
} as const satisfies Record<string, Figure>

type Table = typeof boardFigures
export type FigureName = keyof Table
type NamesFrom<From> = { [Name in FigureName]: Table[Name]['from'] extends From ? Name : never }[FigureName]
export type BarFigure = NamesFrom<'bars'>
export type MarketFigure = NamesFrom<'market'>
/** The figures that the board's worker computes and stores. All others are computed from the row. */
export type StoredFigure = BarFigure | MarketFigure
type NamesIn<View> = {
  [Name in FigureName]: Table[Name] extends { views: readonly (infer Own)[] } ? (View extends Own ? Name : never) : Name
}[FigureName]

export type Figures<Name extends FigureName = FigureName> = Record<Name, number | null>
export type StoredFigures = Figures<StoredFigure>

export const figureOf = (name: FigureName): Figure => boardFigures[name]

export const figureNames = Object.keys(boardFigures) as FigureName[]
export const figuresIn = <View extends FigureView>(view: View) =>
  figureNames.filter(name => figureOf(name).views?.includes(view) ?? true) as NamesIn<View>[]
export const isStored = (name: FigureName): name is StoredFigure => typeof figureOf(name).from === 'string'
export const storedFigures = figureNames.filter(isStored)

/** An object with a value for each of the names. */
export const byFigure = <Name extends FigureName, Value>(names: readonly Name[], valueOf: (name: Name) => Value) =>
  Object.fromEntries(names.map(name => [name, valueOf(name)])) as Record<Name, Value>

/** The figure of a row; null until it has been computed. */
export function figureOfRow(name: FigureName, row: Pick & Partial<StoredFigures>): number | null {
  const { from } = figureOf(name)
  return typeof from === 'function' ? from(row) : (row[name as StoredFigure] ?? null)
}

export const unknownFigures: Figures = /* @__PURE__ */ byFigure(figureNames, () => null)
