import { type LinkSuffix, markets } from '@finlist/domain/markets'
import {
  monthlyPrices,
  type PeriodId,
  type PlanFeatureId,
  planFeatures,
  planFeaturesOf,
} from '@finlist/domain/plans/catalogue'
import { type ProductId, products } from '@finlist/domain/plans/products'

/** A feature of a plan, and the billing periods that include it. The server applies the same table. */
type PlanFeature = {
  id: PlanFeatureId
  productId: ProductId
  /** Whether the feature is one of the main reasons to subscribe. Such features are in bold. */
  highlighted: boolean
  periods: readonly PeriodId[]
}
export type Plan = {
  productId: ProductId
  name: (typeof products)[ProductId]['name']
  market: LinkSuffix
  features: readonly PlanFeature[]
}

/** The periods offered here, shortest first. Half-yearly billing is available only through its address. */
export const offeredPeriods = [3, 2, 1] as const satisfies readonly PeriodId[]
export type OfferedPeriod = (typeof offeredPeriods)[number]

const highlights: readonly PlanFeatureId[] = ['stock-highlights', 'market-trend', 'profit-alerts', 'sunday-club']
const productIds = Object.keys(products).map(Number) as ProductId[]

/** The plans to compare: one per market, in the order in which every screen lists the markets. */
export const plans: readonly Plan[] = markets.flatMap(({ id, linkSuffix }) =>
  productIds
    .filter(productId => products[productId].market === id)
    .map(productId => ({
      productId,
      name: products[productId].name,
      market: linkSuffix,
      features: featuresOfPlan(productId),
    })),
)

function featuresOfPlan(productId: ProductId): PlanFeature[] {
  return (Object.keys(planFeatures) as PlanFeatureId[])
    .map(id => ({
      id,
      productId,
      highlighted: highlights.includes(id),
      periods: offeredPeriods.filter(period => planFeaturesOf(productId, period).includes(id)),
    }))
    .filter(({ periods }) => periods.length > 0)
}

/** Features grouped in rows under the name of their group. */
export const planFeatureGroups = {
  list: ['stock-highlights', 'market-trend', 'market-performance'],
  data: ['ccass-shareholding', 'ccass-shareholding-change', 'market-movers', 'market-movers-plus', 'profit-alerts'],
  learning: ['education-video-archive', 'advanced-education-video-archive', 'sunday-club', 'sunday-club-replay'],
} as const satisfies Record<string, readonly PlanFeatureId[]>
export type FeatureGroup = keyof typeof planFeatureGroups

/** The percentage by which a period is cheaper than monthly payment: the smallest saving among all plans. */
export function percentCheaper(period: OfferedPeriod): number {
  return Math.min(
    ...plans.map(({ productId }) => {
      const perMonth = monthlyPrices[productId]
      return Math.round(100 * (1 - (perMonth[period] ?? 0) / (perMonth[3] ?? 0)))
    }),
  )
}
