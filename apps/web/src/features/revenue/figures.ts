import type { RevenueFigures, RevenueRow } from '@finlist/contract/staff/revenue'
import { dollars } from '../../components/money.ts'

/** The figures in the order of every table. Those in `counted` are numbers of people, the others amounts in cents. */
export const figureNames = [
  'active',
  'new',
  'lost',
  'monthlyRevenue',
  'collected',
  'refunded',
  'net',
  'disputed',
  'disputesLost',
  'disputesWon',
] as const satisfies (keyof RevenueFigures)[]
export type FigureName = (typeof figureNames)[number]

const counted: ReadonlySet<FigureName> = new Set(['active', 'new', 'lost'])
export const isMoney = (name: FigureName) => !counted.has(name)

/** Formats a figure without its unit, which is in the heading. */
export const figureText = (name: FigureName, value: number) =>
  isMoney(name) ? dollars(value) : value.toLocaleString('en-HK')

export const dimensions = ['product', 'period', 'coupon'] as const
export type Dimension = (typeof dimensions)[number]
export type Part = { of: string | number | null; figures: RevenueFigures }

const valueOf = {
  product: ({ productId }: RevenueRow) => productId,
  period: ({ billingPeriodId }: RevenueRow) => billingPeriodId,
  coupon: ({ couponId }: RevenueRow) => couponId,
}

/** A month's figures by one dimension, sorted by normalised revenue and then by net revenue, largest first. */
export function partsOf(rows: readonly RevenueRow[], month: string, by: Dimension): Part[] {
  const parts = new Map<string | number | null, RevenueFigures>()
  for (const row of rows) {
    if (row.month !== month) continue
    const of = valueOf[by](row)
    const sum = parts.get(of) ?? { ...nothing }
    for (const name of figureNames) sum[name] += row[name]
    parts.set(of, sum)
  }
  return [...parts]
    .map(([of, figures]) => ({ of, figures }))
    .toSorted((a, b) => b.figures.monthlyRevenue - a.figures.monthlyRevenue || b.figures.net - a.figures.net)
}

const nothing: RevenueFigures = {
  active: 0,
  new: 0,
  lost: 0,
  monthlyRevenue: 0,
  collected: 0,
  refunded: 0,
  net: 0,
  disputed: 0,
  disputesLost: 0,
  disputesWon: 0,
}
