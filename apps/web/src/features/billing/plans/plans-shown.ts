import type { Given } from '@finlist/contract/billing'
import type { ProductId } from '@finlist/domain/plans/products'
import type { OfferedPeriod } from './plan-features.ts'

/** For each product that the user has, the id of their subscription. */
export type Held = ReadonlyMap<ProductId, string> | 'unknown'
export type PlansShown = {
  period: OfferedPeriod
  held: Held
  gifts: readonly Given[]
  onSubscribe: (productId: ProductId) => void
}
