import { type ProductId, products } from './products.ts'

/*
 * What is sold. This file, products.ts and rights.ts are the only places that define a product, a period or a price.
 *
 * To add a plan: in products.ts, give the product an id that was never used and name its market. The new plan has the
 * monthly prices of all markets other than Hong Kong; a period without a price is not sold. To move a feature to other
 * periods, edit `planFeatures`. The comparison table, the checkout and every access decision follow.
 */

export const periods = {
  1: { name: 'yearly', months: 12 },
  2: { name: 'quarterly', months: 3 },
  3: { name: 'monthly', months: 1 },
  4: { name: 'half-year', months: 6 },
} as const
export type PeriodId = keyof typeof periods
export const bestDeal: PeriodId = 1

/** The number of days for which a renewing plan stays active while its renewal is unpaid. */
export const graceDays = 7

/** HK dollars per month, by period. Half-year and Sunday Club have no price until the operator sets one. */
const hongKong: MonthlyPrices = { 1: 1400, 2: 1600, 3: 2000 }
const otherMarket: MonthlyPrices = { 1: 1050, 2: 1200, 3: 1500 }
type MonthlyPrices = Partial<Record<PeriodId, number>>
const pricesOf = (market: string | null): MonthlyPrices =>
  market === null ? {} : market === 'HKEX' ? hongKong : otherMarket
export const monthlyPrices = /* @__PURE__ */ Object.fromEntries(
  Object.entries(products).map(([id, { market }]) => [id, pricesOf(market)]),
) as Record<ProductId, MonthlyPrices>

/** The price of one billing period, in cents HKD. Null if the operator sets the price, or if the plan is not sold. */
export function priceCents(productId: ProductId, periodId: PeriodId): number | null {
  const perMonth = monthlyPrices[productId][periodId]
  return perMonth === undefined ? null : perMonth * periods[periodId].months * 100
}

/** Prices set by the operator, in HK dollars per month; null: not sold. */
export type OwnPrices = { halfYearHongKong: number | null; halfYearOther: number | null; sundayClub: number | null }

/** Every plan that is sold, with the price of one billing period in cents HKD. Sunday Club has no half-year period. */
export function plansSold(own: OwnPrices): { productId: ProductId; periodId: PeriodId; cents: number }[] {
  const ids = <T extends number>(table: Record<T, unknown>) => Object.keys(table).map(Number) as T[]
  return ids<ProductId>(products).flatMap(productId =>
    ids<PeriodId>(periods).flatMap(periodId => {
      const perMonth = monthlyPrices[productId][periodId] ?? ownPrice(own, productId, periodId)
      return perMonth === null ? [] : [{ productId, periodId, cents: perMonth * periods[periodId].months * 100 }]
    }),
  )
}

function ownPrice(own: OwnPrices, productId: ProductId, periodId: PeriodId): number | null {
  const { market } = products[productId]
  if (market === null) return periodId === 4 ? null : own.sundayClub
  if (periodId !== 4) return null
  return market === 'HKEX' ? own.halfYearHongKong : own.halfYearOther
}

const everyPeriod: readonly PeriodId[] = [1, 2, 3, 4]

/**
 * For each feature, the periods of a FinList plan that include it. Features marked `hkOnly` come only with the Hong
 * Kong plan.
 */
export const planFeatures = {
  'stock-highlights': { hkOnly: false, periods: everyPeriod },
  'market-trend': { hkOnly: false, periods: everyPeriod },
  'market-performance': { hkOnly: false, periods: everyPeriod },
  'ccass-shareholding': { hkOnly: true, periods: everyPeriod },
  'ccass-shareholding-change': { hkOnly: true, periods: everyPeriod },
  'market-movers': { hkOnly: true, periods: everyPeriod },
  'market-movers-plus': { hkOnly: true, periods: everyPeriod },
  'profit-alerts': { hkOnly: true, periods: everyPeriod },
  'education-video-archive': { hkOnly: false, periods: [1, 2, 4] },
  'advanced-education-video-archive': { hkOnly: false, periods: [1] },
  'sunday-club': { hkOnly: true, periods: everyPeriod },
  'sunday-club-replay': { hkOnly: true, periods: everyPeriod },
} as const satisfies Record<string, { hkOnly: boolean; periods: readonly PeriodId[] }>
export type PlanFeatureId = keyof typeof planFeatures

/**
 * The features that a plan includes. A plan without a market (Sunday Club) includes only the live club and its replays.
 */
export function planFeaturesOf(productId: ProductId, periodId: PeriodId): PlanFeatureId[] {
  const { market } = products[productId]
  if (market === null) return ['sunday-club', 'sunday-club-replay']
  return (Object.keys(planFeatures) as PlanFeatureId[]).filter(name => {
    const feature: { hkOnly: boolean; periods: readonly PeriodId[] } = planFeatures[name]
    return feature.periods.includes(periodId) && (!feature.hkOnly || market === 'HKEX')
  })
}
