import type { ExchangeId } from '../markets.ts'
import type { Stock } from './bars.ts'
import { canonical } from './canonical.ts'
import { isoDay } from './days.ts'
import { type Look, looksOf } from './look.ts'
import { constantsOf, method } from './method.ts'
import { type ScoreParts, scoreOf, scoreParts } from './score.ts'
import { tickAbove, tickDown } from './tick.ts'
import { isAtMost } from './whole.ts'

/** A row of the list. Prices are in the market's currency; `buyPoint` and `stop` are -1 where there is no base. */
export type IssueRow = {
  code: string
  close: number
  pattern: 'CWH' | 'CUP' | 'DB' | 'FB' | 'BASE' | 'NIL'
  variant: string
  buyPoint: number
  stop: number
  score: number
  rank: number
  template: number
  parts: ScoreParts
  base: null | {
    from: string
    points: Record<string, string>
    low: number
    depth: number
    length: number
    quality: number
    facts: Record<string, number>
  }
}

export type PickingIssue = {
  method: string
  /**
   * The hash of the rules, a colon, and the hash of the market's limits. Lists made up to 2026-11-28 have a single hash
   * of both.
   */
  constants: string
  market: ExchangeId
  date: string
  /** The number of eligible stocks. */
  eligible: number
  picks: IssueRow[]
}

/**
 * The market's list of `day` by the method, without any edits: first the listed stocks, then leaders without a base.
 */
export const issueOf = (exchange: ExchangeId, stocks: readonly Stock[], day: number): PickingIssue =>
  issueOfLooks(exchange, looksOf(exchange, stocks, day), day)

/** Makes the list of `day` from that day's looks. */
export function issueOfLooks(exchange: ExchangeId, looks: readonly Look[], day: number): PickingIssue {
  const listed = rows(exchange, looks.filter(isListed), true).slice(0, method.listed.most)
  const leaders = rows(exchange, looks.filter(isLeader), false).slice(0, method.leaders.mostRows - listed.length)
  return {
    method: method.id,
    constants: constantsOf(exchange),
    market: exchange,
    date: isoDay(day),
    eligible: looks.length,
    picks: [...listed, ...leaders],
  }
}

/** The canonical text of an issue, byte-identical on every machine. */
export const issueText = (issue: PickingIssue): string => canonical(issue)

/** All of the method's figures for a stock as text, for byte comparison. */
export function lookText({ bars, base, ...look }: Look): string {
  return canonical({ ...look, newest: bars.days[bars.last]!, base: base ?? null })
}

export const conditionsMet = ({ template }: Look) => template.filter(Boolean).length
/**
 * Whether the stock has a base that is a reason to list it. A consolidation is not such a base, so a stock with only a
 * consolidation counts as having none.
 */
export const hasBase = ({ base }: Look) => base !== undefined && base.variant !== 'consolidation'

/** Whether the method would list the stock, provided that there is room. */
export const isListable = (look: Look): boolean => isListed(look) || isLeader(look)

function isListed(look: Look): boolean {
  const { rank, template, pivotOver } = method.listed
  return (
    hasBase(look) &&
    look.rank >= rank &&
    conditionsMet(look) >= template &&
    isAtMost(look.base!.pivot - look.close, look.close, pivotOver)
  )
}

function isLeader(look: Look): boolean {
  const { rank, template } = method.leaders
  return !hasBase(look) && look.rank >= rank && conditionsMet(look) >= template
}

function rows(exchange: ExchangeId, looks: readonly Look[], withBase: boolean): IssueRow[] {
  return looks
    .map(look => rowOf(exchange, look, withBase))
    .toSorted((one, other) => other.score - one.score || (one.code < other.code ? -1 : 1))
}

/** The row that the stock would have on the list, whether or not the method lists it. */
export const rowOfStock = (exchange: ExchangeId, look: Look): IssueRow => rowOf(exchange, look, hasBase(look))

function rowOf(exchange: ExchangeId, look: Look, withBase: boolean): IssueRow {
  const base = withBase ? look.base! : undefined
  const template = conditionsMet(look)
  const parts = scoreParts({ rank: look.rank, template, quality: base?.quality ?? 0, volume: look.volume })
  const row = {
    code: look.code,
    close: inCurrency(look.close),
    rank: look.rank,
    template,
    parts,
    score: scoreOf(parts),
  }
  if (!base) return { ...row, pattern: 'NIL', variant: '', buyPoint: -1, stop: -1, base: null }
  const buyPoint = tickAbove(exchange, base.pivot)
  const on = (place: number) => isoDay(look.bars.days[place]!)
  return {
    ...row,
    pattern: base.pattern,
    variant: base.variant ?? '',
    buyPoint: inCurrency(buyPoint),
    stop: inCurrency(tickDown(exchange, Math.floor((buyPoint * method.stop) / 1_000))),
    base: {
      from: on(base.from),
      points: Object.fromEntries(Object.entries(base.points).map(([name, place]) => [name, on(place)])),
      low: inCurrency(base.low),
      depth: base.depth,
      length: base.length,
      quality: base.quality,
      facts: base.facts,
    },
  }
}

/** Converts a price in whole parts to the market's currency. */
export const inCurrency = (price: number) => price / method.priceParts
