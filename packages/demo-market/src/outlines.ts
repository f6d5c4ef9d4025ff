import { adjustedPrice, stepAt, stepsOf } from '@finlist/domain/adjust/adjustment'
import type { Day } from '@finlist/domain/calendar'
import type { BasePattern } from './base-plan.ts'
import { actionsOf } from './corporate-actions.ts'
import type { Issue, Pick } from './issues.ts'
import type { DemoMarket, DemoStock } from './market.ts'

/** A line through the turns of a base, as the method saw the base. Depths are in percent. */
export type Outline = {
  stockCode: string
  pattern: BasePattern
  /** Prices in shares of the last point's day. */
  points: { date: Day; price: number }[]
  depth: number
  handleDepth?: number
  pivot: number
}

/**
 * The turns through which an outline is drawn. Days are indexes into the market's trading days; `seenOn` is the day on
 * which the method saw the base.
 */
type Drawn = Omit<Outline, 'stockCode' | 'points'> & { from: number; turns: Record<string, number>; seenOn: number }

/**
 * Minimum number of points of an outline. A base with several turns on the same day may have fewer, and gets no
 * outline.
 */
const fewestPoints = 3

/** The outlines of every planted base that the method saw. */
export function* outlinesOf(market: DemoMarket): Generator<Outline> {
  for (const stock of market.stocks) for (const drawn of planted(stock)) yield* outlineOf(market, stock, drawn)
}

/**
 * The outlines of the bases of listed picks, each as it was last seen. Bases that overlap a planted base are left out,
 * because `outlinesOf` returns their outlines.
 */
export function* outlinesOfPicks(market: DemoMarket, issues: readonly Issue[]): Generator<Outline> {
  const numberOf = new Map(market.days.map((day, at) => [day, at]))
  const byCode = new Map(market.stocks.map(stock => [stock.listing.stockCode, stock]))
  const newest = new Map<string, Drawn & { stock: DemoStock }>()
  for (const { date, picks } of issues)
    for (const pick of picks) {
      const stock = byCode.get(pick.code)!
      const drawn = ofPick(pick, date, numberOf)
      if (drawn && !planted(stock).some(other => other.from <= drawn.seenOn && other.seenOn >= drawn.from))
        newest.set(`${pick.code} ${drawn.from}`, { ...drawn, stock })
    }
  for (const { stock, ...drawn } of newest.values()) yield* outlineOf(market, stock, drawn)
}

const planted = ({ bases }: DemoStock): Drawn[] =>
  bases.flatMap(({ pattern, from, points, depth, handleDepth, readyAt, buyPoint }) =>
    readyAt === undefined
      ? []
      : [{ pattern, from, turns: points, depth: depth!, ...handle(handleDepth), pivot: buyPoint!, seenOn: readyAt }],
  )

function ofPick({ pattern, base, buyPoint }: Pick, date: Day, numberOf: ReadonlyMap<Day, number>): Drawn | undefined {
  if (!base || pattern === 'NIL') return undefined
  const day = (on: Day) => numberOf.get(on)!
  return {
    pattern,
    from: day(base.from),
    turns: Object.fromEntries(Object.entries(base.points).map(([name, on]) => [name, day(on)])),
    depth: base.depth / 10,
    ...handle(base.facts['handleDepth'] === undefined ? undefined : base.facts['handleDepth'] / 10),
    pivot: buyPoint,
    seenOn: day(date),
  }
}

const handle = (handleDepth: number | undefined) => (handleDepth === undefined ? {} : { handleDepth })

/** The outline from the base's beginning through its turns to the close of the day it was seen on. */
function* outlineOf(market: DemoMarket, stock: DemoStock, { from, turns, seenOn, ...told }: Drawn): Generator<Outline> {
  const { series, listing } = stock
  const steps = stepsOf(
    actionsOf(market, stock).filter(({ kind }) => kind === 'split'),
    { adjustment: 'splits', asOf: market.days[seenOn]! },
  )
  const named = Object.entries(turns).map(([name, day]) => ({ day, price: series[isLow(name) ? 'low' : 'high'][day]! }))
  const points = [{ day: from, price: series.high[from]! }, ...named, { day: seenOn, price: series.close[seenOn]! }]
    .filter(({ day }, at, all) => day >= from && all.findIndex(point => point.day === day) === at)
    .toSorted((one, other) => one.day - other.day)
    .map(({ day, price }) => ({ day: market.days[day]!, price }))
    .map(({ day, price }) => ({ date: day, price: adjustedPrice(price, stepAt(steps, day)) }))
  if (points.length >= fewestPoints) yield { stockCode: listing.stockCode, ...told, points }
}

const isLow = (turn: string) => /low/i.test(turn)
