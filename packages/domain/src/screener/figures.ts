import type { ExchangeId } from '../markets.ts'
import type { Right } from '../plans/rights.ts'

/** The headings under which the screener offers its figures, in order. */
export const figureGroups = [
  'price',
  'average',
  'range',
  'volume',
  'strength',
  'base',
  'list',
  'results',
  'hk',
] as const
export type FigureGroup = (typeof figureGroups)[number]

type Common = {
  group: FigureGroup
  /** The right that the figure requires, besides the one to screen the market. */
  needs?: 'list' | Extract<Right, 'rsline' | 'shareholding' | 'profit-alerts'>
  /** The only market that has the figure; all markets by default. */
  market?: ExchangeId
}

/** `isOfDay`: the figure describes one day's trading, and is unknown for a stock that did not trade on that day. */
export type NumberFigure = Common & {
  kind: 'number'
  unit?: 'currency' | 'percent' | 'points' | 'times' | 'shares' | 'weeks' | 'days' | 'quarters'
  decimals: number
  /** Shown with a sign for its direction. */
  isSigned?: true
  isOfDay?: true
  /** Computed from the stock's bars, and stored with the board. */
  isStored?: true
}
/** A yes or no. */
type FlagFigure = Common & { kind: 'flag'; isStored?: true }
/** One of several texts; the empty text means none. */
type TextFigure = Common & { kind: 'text'; isStored?: true }
export type ScreenFigure = NumberFigure | FlagFigure | TextFigure

type Rest = Omit<NumberFigure, 'kind' | 'group' | 'decimals'>
const number =
  (group: FigureGroup) =>
  <const Own extends Rest>(decimals: number, own: Own) => ({ kind: 'number' as const, group, decimals, ...own })
const stored = { isStored: true } as const
const percent = { unit: 'percent', ...stored } as const
const change = { ...percent, isSigned: true } as const
const price = number('price')
const average = number('average')
const range = number('range')
const volume = number('volume')
const strength = number('strength')
const base = number('base')
const list = number('list')
const results = number('results')
const hk = number('hk')
const ofList = { needs: 'list' } as const
const growth = { unit: 'percent', isSigned: true, ...ofList } as const
const holders = { market: 'HKEX', needs: 'shareholding' } as const

/**
 * The figures by which the screener filters and sorts, by the name used in queries. Names are lower case, and part of
 * saved sets and addresses: never rename one.
 */
const screenFigures = {
  price: price(3, { unit: 'currency' }),
  change1d: price(2, { ...change, isOfDay: true }),
  change1w: price(2, change),
  change1m: price(2, change),
  change3m: price(2, change),
  change6m: price(2, change),
  change1y: price(2, change),
  changeytd: price(2, change),
  /** Known on boards of past weeks alone. */
  since: price(2, { unit: 'percent', isSigned: true }),

  sma20: average(3, { unit: 'currency', ...stored }),
  sma50: average(3, { unit: 'currency', ...stored }),
  sma150: average(3, { unit: 'currency', ...stored }),
  sma200: average(3, { unit: 'currency', ...stored }),
  dist20: average(2, change),
  dist50: average(2, change),
  dist150: average(2, change),
  dist200: average(2, change),
  high52: average(2, change),
  low52: average(2, change),
  template: average(0, { ...stored, ...ofList }),

  volatility: range(1, percent),
  atr: range(2, percent),
  adr: range(2, percent),
  tight: range(2, percent),

  volume: volume(0, { unit: 'shares', isOfDay: true }),
  volumex: volume(2, { unit: 'times', isOfDay: true }),
  avgvolume: volume(0, { unit: 'shares', ...stored }),
  turnover: volume(0, { unit: 'currency', isOfDay: true, ...stored }),
  avgturnover: volume(0, { unit: 'currency', ...stored }),
  updown: volume(2, { unit: 'times', ...stored }),

  rs: strength(0, ofList),
  rs4w: strength(0, { unit: 'points', isSigned: true, ...stored, ...ofList }),
  rsnewhigh: { kind: 'flag', group: 'strength', needs: 'rsline', ...stored },

  base: { kind: 'text', group: 'base', ...stored, ...ofList },
  basedepth: base(1, { ...percent, ...ofList }),
  baselength: base(0, { unit: 'weeks', ...stored, ...ofList }),
  baselow: base(0, { unit: 'weeks', ...stored, ...ofList }),
  topivot: base(2, { ...change, ...ofList }),

  listed: { kind: 'flag', group: 'list', ...ofList },
  score: list(0, ofList),
  listdays: list(0, { unit: 'days', ...ofList }),
  listtimes: list(0, ofList),
  outlook: list(0, { unit: 'percent', ...ofList }),
  chance: list(0, { unit: 'percent', ...ofList }),

  eps: results(1, growth),
  epsbefore: results(1, growth),
  epsfaster: results(1, { unit: 'points', isSigned: true, ...ofList }),
  epsup: results(0, { unit: 'quarters', ...ofList }),
  sales: results(1, growth),
  salesbefore: results(1, growth),
  salesfaster: results(1, { unit: 'points', isSigned: true, ...ofList }),
  salesup: results(0, { unit: 'quarters', ...ofList }),
  margin: results(1, { unit: 'percent', ...ofList }),
  margingain: results(1, { unit: 'points', isSigned: true, ...ofList }),
  resultdays: results(0, { unit: 'days', ...ofList }),
  yield: results(2, { unit: 'percent' }),

  sector: { kind: 'text', group: 'price' },
  subsector: { kind: 'text', group: 'price' },

  ccassday: hk(2, { unit: 'points', isSigned: true, ...holders }),
  ccassweek: hk(2, { unit: 'points', isSigned: true, ...holders }),
  top10: hk(2, { unit: 'percent', ...holders }),
  alertdays: hk(0, { unit: 'days', market: 'HKEX', needs: 'profit-alerts' }),
  alert: { kind: 'text', group: 'hk', market: 'HKEX', needs: 'profit-alerts' },
} as const satisfies Record<string, ScreenFigure>

type Table = typeof screenFigures
export type FigureName = keyof Table
type NamesOf<Shape> = { [Name in FigureName]: Table[Name] extends Shape ? Name : never }[FigureName]
/** The figures that are computed from bars and stored with the board. */
export type StoredScreenFigure = NamesOf<{ isStored: true }>
export type TextName = NamesOf<{ kind: 'text' }>
export type FlagName = NamesOf<{ kind: 'flag' }>
export type NumberName = NamesOf<{ kind: 'number' }>

export const figureNames = Object.keys(screenFigures) as FigureName[]
export const figureOf = (name: FigureName): ScreenFigure => screenFigures[name]
export const isFigure = (name: string): name is FigureName => Object.hasOwn(screenFigures, name)
export const isNumber = (name: FigureName): name is NumberName => figureOf(name).kind === 'number'
export const isText = (name: FigureName): name is TextName => figureOf(name).kind === 'text'
export const isFlag = (name: FigureName): name is FlagName => figureOf(name).kind === 'flag'
export const textFigures = figureNames.filter(isText)
export const storedScreenFigures = figureNames.filter(
  (name): name is StoredScreenFigure => figureOf(name).isStored === true,
)

/** The right that a figure of the market requires, besides the one to screen the market; null if none. */
export function rightFor(name: FigureName, exchange: ExchangeId): Right | null {
  const { needs } = figureOf(name)
  return needs === 'list' ? `finlist:${exchange}` : (needs ?? null)
}
