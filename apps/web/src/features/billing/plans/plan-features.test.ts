import { type PlanFeatureId, planFeatures, planFeaturesOf } from '@finlist/domain/plans/catalogue'
import type { ProductId } from '@finlist/domain/plans/products'
import { isFree } from '@finlist/domain/plans/rights'
import { expect, test } from 'vitest'
import { offeredPeriods, percentCheaper, planFeatureGroups, plans } from './plan-features.ts'

test('the plans are the five market plans in the order of the markets, without Sunday Club (PLAN-09, 10)', () => {
  expect(plans.map(({ name }) => name)).toEqual(['finlist-hk', 'finlist-us', 'finlist-jp', 'finlist-cn', 'finlist-tw'])
})

test('the table of features matches what the server grants, for every plan, feature and period (PLAN-13, 14, 19)', () => {
  for (const plan of plans)
    for (const period of offeredPeriods) {
      const shown = plan.features.filter(({ periods }) => periods.includes(period)).map(({ id }) => id)
      expect([plan.name, period, shown.toSorted()]).toEqual([
        plan.name,
        period,
        planFeaturesOf(plan.productId as ProductId, period).toSorted(),
      ])
    }
})

test('each feature is in exactly one group, and features highlighted in one plan are highlighted in all (PLAN-14)', () => {
  expect(Object.values(planFeatureGroups).flat().toSorted()).toEqual(
    (Object.keys(planFeatures) as PlanFeatureId[]).toSorted(),
  )
  const looks = new Map<PlanFeatureId, Set<boolean>>()
  for (const { id, highlighted } of plans.flatMap(plan => plan.features))
    looks.set(id, (looks.get(id) ?? new Set()).add(highlighted))
  expect([...looks.values()].every(found => found.size === 1)).toBe(true)
  expect([...looks].filter(([, found]) => found.has(true)).length).toBeGreaterThan(0)
})

test('the shareholding changes and the market movers of Hong Kong are free without a plan', () => {
  const free = plans.map(({ market, features: found }) => [market, found.map(({ id }) => id).filter(isFree)])
  expect(Object.fromEntries(free)).toEqual({
    hk: ['ccass-shareholding-change', 'market-movers'],
    us: [],
    jp: [],
    cn: [],
    tw: [],
  })
})

test('a quarter costs 20% less than three monthly payments, and a year 30% less than twelve (PLAN-05)', () => {
  expect(offeredPeriods.map(percentCheaper)).toEqual([0, 20, 30])
})
