import type { ExchangeId } from '../markets.ts'
import { baseLines, type SeenBase } from './base-lines.ts'
import type { PickFacts } from './facts.ts'
import { atLeast, atMost, type Line } from './line.ts'
import { limitsOf, method } from './method.ts'
import { tickAbove } from './tick.ts'
import { thousandths } from './whole.ts'

/** A published pick for which the method has figures. The close is in the market's currency. */
export type SeenPick = {
  exchange: ExchangeId
  close: number
  rank: number
  template: number
  pattern: string
  variant: string
  facts: PickFacts
}

/** Every limit of the method with the stock's value. Not all of the template's eight conditions have to be met. */
export type Checklist = { listing: Line[]; template: Line[]; base: Line[] }

const parts = (price: number) => Math.round(price * method.priceParts)

export function checklistOf(pick: SeenPick): Checklist {
  return { listing: listingLines(pick), template: templateLines(pick), base: linesOfBase(pick) }
}

/** The buy point that the method itself gives the pick; null without a base. */
export const buyPointByMethod = (exchange: ExchangeId, { pivot }: PickFacts): number | null =>
  pivot === null ? null : tickAbove(exchange, parts(pivot)) / method.priceParts

function listingLines({ exchange, close, rank, template, facts }: SeenPick): Line[] {
  const { lowestClose, lowestTurnover } = limitsOf(exchange)
  const { pivot } = facts
  const wanted = pivot === null ? method.leaders : method.listed
  return [
    atLeast('rank', rank, wanted.rank),
    atLeast('template', template, wanted.template),
    ...(pivot === null
      ? []
      : [atMost('pivot-over', thousandths(parts(pivot) - parts(close), parts(close)), method.listed.pivotOver)]),
    atLeast('close', close, lowestClose),
    atLeast('turnover', facts.turnover, lowestTurnover),
  ]
}

/** The averages here are rounded, but whether a condition holds was decided with the exact averages. */
function templateLines({ close, rank, facts: { trend } }: SeenPick): Line[] {
  const { averages, slowBefore, high, low, conditions } = trend
  const [fast, middle, slow] = averages
  const { overLow, ofHigh, rank: leastRank } = method.template
  const lines = [
    atLeast('close-over-averages', close, Math.max(middle, slow)),
    atLeast('middle-over-slow', middle, slow),
    atLeast('slow-rising', slow, slowBefore),
    atLeast('fast-over-averages', fast, Math.max(middle, slow)),
    atLeast('close-over-fast', close, fast),
    atLeast('over-low', thousandths(parts(close) - parts(low), parts(low)), overLow),
    atLeast('of-high', thousandths(parts(close), parts(high)), ofHigh),
    atLeast('template-rank', rank, leastRank),
  ]
  return lines.map((line, at) => ({ ...line, met: conditions[at] ?? line.met }))
}

function linesOfBase({ close, pattern, variant, facts }: SeenPick): Line[] {
  const { base, pivot, highs, turns } = facts
  if (!base || pivot === null || !highs) return []
  const seen: SeenBase = {
    close: parts(close),
    pivot: parts(pivot),
    low: parts(base.low),
    depth: base.depth,
    length: base.length,
    facts: base.facts,
    price: turn => parts(turns[turn]?.price ?? 0),
    ago: turn => turns[turn]?.ago ?? 0,
    highs: { before: parts(highs.before), since: parts(highs.since), sinceLow: parts(highs.sinceLow) },
  }
  return baseLines[pattern === 'BASE' ? variant : pattern]?.(seen) ?? []
}
