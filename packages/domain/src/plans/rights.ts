import { type ExchangeId, exchangeIds } from '../markets.ts'
import { type PeriodId, type PlanFeatureId, planFeaturesOf } from './catalogue.ts'
import { type ProductId, products } from './products.ts'
import type { Role } from './roles.ts'

/**
 * A right that a call may require. Code checks for a right, never for a plan. A right whose name ends in a market is
 * granted per market. Only `rightsOf` grants rights; any other right is refused.
 */
export type Right =
  | 'signed-in'
  | `${'finlist' | 'market-trend' | 'patterns' | 'notifications'}:${ExchangeId}`
  | 'paid'
  | 'notifications:PAID'
  | 'notifications:SUNDAY_CLUB'
  | 'shareholding'
  | 'shareholding-change'
  | 'movers'
  | 'movers-plus'
  | 'profit-alerts'
  | 'finder'
  | 'watchlist'
  | 'watchlist-bypass'
  | 'chart'
  | 'rsline'
  | 'game'
  | 'game-rank'
  | 'videos'
  | 'advanced-videos'
  | 'sunday-club'
  | 'sunday-club-replay'
  | 'affiliate'
  | 'staff'
  | 'admin'

/** A plan that a user holds from `startsAt` until just before `endsAt` (ms since the epoch). */
export type PlanGrant = { productId: ProductId; periodId: PeriodId; startsAt: number; endsAt: number }

const free: Right[] = ['signed-in', 'chart', 'game', 'shareholding-change', 'movers']

const marketRights: Partial<Record<PlanFeatureId, ('finlist' | 'patterns' | 'market-trend')[]>> = {
  'stock-highlights': ['finlist', 'patterns'],
  'market-trend': ['market-trend'],
}
const plainRights: Partial<Record<PlanFeatureId, Right>> = {
  'ccass-shareholding': 'shareholding',
  'ccass-shareholding-change': 'shareholding-change',
  'market-movers': 'movers',
  'market-movers-plus': 'movers-plus',
  'profit-alerts': 'profit-alerts',
  'education-video-archive': 'videos',
  'advanced-education-video-archive': 'advanced-videos',
  'sunday-club': 'sunday-club',
  'sunday-club-replay': 'sunday-club-replay',
}

/** Whether every signed-in user has the feature, with or without a plan. */
export function isFree(feature: PlanFeatureId): boolean {
  const right = plainRights[feature]
  return right !== undefined && free.includes(right)
}

function planRights(productId: ProductId, periodId: PeriodId): Right[] {
  const { market } = products[productId]
  const given = planFeaturesOf(productId, periodId)
  const rights = given.flatMap(feature => plainRights[feature] ?? [])
  if (given.includes('sunday-club')) rights.push('notifications:SUNDAY_CLUB')
  if (market === null) return rights
  rights.push('paid', 'watchlist', 'rsline', 'game-rank', 'notifications:PAID', `notifications:${market}`)
  for (const feature of given) for (const right of marketRights[feature] ?? []) rights.push(`${right}:${market}`)
  if (market === 'HKEX') rights.push('finder')
  return rights
}

const everyPlanRight: Right[] = [
  ...(Object.keys(products) as unknown[]).flatMap(id => planRights(Number(id) as ProductId, 1)),
  'watchlist-bypass',
]

const roleRights: Record<Role, Right[]> = {
  friend: everyPlanRight,
  staff: [...everyPlanRight, 'staff'],
  admin: [...everyPlanRight, 'staff', 'admin'],
  affiliate: ['affiliate'],
  beta_access: ['finder'],
}

const holds = (holding: PlanGrant, now: number) => holding.startsAt <= now && now < holding.endsAt

/** Everything a signed-in user may do at `now` (ms): the union of the free tier, each plan held and each role. */
export function rightsOf(
  holdings: readonly PlanGrant[],
  personRoles: readonly Role[],
  now: number,
): ReadonlySet<Right> {
  return new Set([
    ...free,
    ...holdings
      .filter(holding => holds(holding, now))
      .flatMap(({ productId, periodId }) => planRights(productId, periodId)),
    ...personRoles.flatMap(role => roleRights[role]),
  ])
}

/** The earliest time after `now` at which the result of `rightsOf` may change; Infinity if none is known. */
export function rightsChangeAt(holdings: readonly PlanGrant[], now: number): number {
  return Math.min(...holdings.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]).filter(at => at > now), Infinity)
}

/** Every right, for tables that must be complete. */
export const everyRight: readonly Right[] = [
  ...new Set<Right>([
    ...free,
    ...roleRights.admin,
    ...roleRights.affiliate,
    ...exchangeIds.map(id => `finlist:${id}` as const),
  ]),
]
