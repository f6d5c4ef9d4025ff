import type { Day } from '@finlist/domain/calendar'
import { quartersKnownAt } from './fundamentals.ts'
import { withoutChineseName } from './listing.ts'
import type { DemoMarket, DemoStock } from './market.ts'
import { withHugeEpsChange, withoutFundamentals } from './traits.ts'

/**
 * A feature that was planted in a stock, with the facts that are visible by the market's last day. Days are given as
 * dates.
 */
export type Truth = { stockCode: string; kind: string; facts: Record<string, unknown> }

export function* truthsOf(market: DemoMarket): Generator<Truth> {
  for (const stock of market.stocks)
    for (const { kind, facts } of [
      ...basesTold(market, stock),
      ...eventTold(market, stock),
      ...oddities(market, stock),
    ])
      yield { stockCode: stock.listing.stockCode, kind, facts }
}

function* basesTold({ days }: DemoMarket, { bases }: DemoStock) {
  const told = bases.map(({ from, points, readyAt, until, breakoutAt, ...rest }) => ({
    ...rest,
    ...dated(days, { from, readyAt, until, breakoutAt }),
    points: dated(days, points),
  }))
  const real = told.filter(({ nearMiss }) => !nearMiss)
  const missed = told.filter(({ nearMiss }) => nearMiss)
  if (real.length > 0) yield { kind: 'bases', facts: { bases: real } }
  if (missed.length > 0) yield { kind: 'near-misses', facts: { bases: missed } }
}

const dated = (days: readonly Day[], numbers: Record<string, number | undefined>) =>
  Object.fromEntries(Object.entries(numbers).flatMap(([name, at]) => (at === undefined ? [] : [[name, days[at]!]])))

function* eventTold({ days }: DemoMarket, { traits: { special } }: DemoStock) {
  switch (special?.kind) {
    case 'split':
      if (special.day < days.length) yield { kind: 'split', facts: { date: days[special.day], ratio: special.ratio } }
      break
    case 'new-listing':
      if (special.day < days.length) yield { kind: 'new-listing', facts: { date: days[special.day] } }
      break
    case 'delisting':
      if (special.day < days.length) yield { kind: 'delisting', facts: { date: days[special.day] } }
      break
    case 'suspension':
      if (special.from < days.length)
        yield { kind: 'suspension', facts: { from: days[special.from], to: days[special.to] ?? null } }
  }
}

function* oddities({ seed, exchange, days }: DemoMarket, stock: DemoStock) {
  const { ordinal } = stock.listing
  if (ordinal === withoutChineseName) yield { kind: 'no-chinese-name', facts: {} }
  if (ordinal === withoutFundamentals) yield { kind: 'no-fundamentals', facts: {} }
  if (ordinal === withHugeEpsChange) {
    const quarters = quartersKnownAt(seed, exchange, stock, days.at(-1)!)
    const huge = quarters.find(({ epsChange }) => epsChange !== null && epsChange > 9999)
    if (huge) yield { kind: 'eps-change', facts: { reportDate: huge.thisReportDate, epsChange: huge.epsChange } }
  }
}
