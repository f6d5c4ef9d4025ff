import type { ExchangeId } from '../markets.ts'
import type { Stock } from '../picking/bars.ts'
import type { Base } from '../picking/bases/base.ts'
import { looksOf } from '../picking/look.ts'
import { method } from '../picking/method.ts'

/**
 * The kinds of base, and `any`: at least one base of a kind that is a reason to list a stock. Consolidations are not.
 */
export const chanceBases = [...method.order, 'any'] as const
export type ChanceBase = (typeof chanceBases)[number]

/** The real market, and two kinds of simulated market in which nothing can be predicted. */
export const chanceWorlds = ['real', 'walks', 'blocks'] as const
export type ChanceWorld = (typeof chanceWorlds)[number]

/** The number of stock-weeks evaluated, and in how many of them each kind of base was found. */
export type Fires = { stockWeeks: number; fires: Record<ChanceBase, number> }

export const noFires = (): Fires => ({
  stockWeeks: 0,
  fires: Object.fromEntries(chanceBases.map(base => [base, 0])) as Fires['fires'],
})

/**
 * Evaluates every eligible stock on each of the days. A kind that is found twice for a stock on one day counts once.
 */
export function firesOf(exchange: ExchangeId, stocks: readonly Stock[], days: readonly number[]): Fires {
  const counted = noFires()
  for (const day of days)
    for (const { bases } of looksOf(exchange, stocks, day)) {
      counted.stockWeeks++
      for (const kind of kindsOf(bases)) counted.fires[kind]++
    }
  return counted
}

export function addFires(one: Fires, other: Fires): Fires {
  const sum = noFires()
  sum.stockWeeks = one.stockWeeks + other.stockWeeks
  for (const base of chanceBases) sum.fires[base] = one.fires[base] + other.fires[base]
  return sum
}

/** On average, the base is found once in this number of stock-weeks; undefined if it was never found. */
export const oneIn = (fires: number, stockWeeks: number): number | undefined =>
  fires > 0 ? Math.round(stockWeeks / fires) : undefined

/** The kind that a base counts as: its variant if its pattern is BASE, otherwise its pattern. */
export const chanceBaseOf = ({ pattern, variant }: { pattern: Base['pattern']; variant: string | null }): ChanceBase =>
  chanceBases.find(kind => kind === (pattern === 'BASE' ? variant : pattern))!

function kindsOf(bases: readonly Base[]): Set<ChanceBase> {
  const kinds = new Set(bases.map(chanceBaseOf))
  if ([...kinds].some(kind => kind !== 'consolidation')) kinds.add('any')
  return kinds
}
