import type { Given } from '@finlist/contract/billing'
import type { ProductId } from '@finlist/domain/plans/products'
import type { OfferedPeriod } from './plan-features.ts'

/** The id of the person's subscription to each product that they have. */
export type Held = ReadonlyMap<ProductId, string> | 'unknown'
export type PlansShown = {
  period: OfferedPeriod
  held: Held
  gifts: readonly Given[]
  onSubscribe: (productId: ProductId) => void
}
