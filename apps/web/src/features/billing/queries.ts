import { type Given, givenPlans, type Subscription, userSubscriptions } from '@finlist/contract/billing'
import type { ProductId } from '@finlist/domain/plans/products'
import { useQuery } from '@tanstack/react-query'
import { useOperator } from '../../api/operator.ts'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { read } from '../../api/storage.ts'

/** The user's cards, subscriptions, invoices and credit, in one response. */
export const subscriptions = callQuery(userSubscriptions)

/** The plans that the user has been granted. */
const given = callQuery(givenPlans)

/** Prefetches what `usePlans` needs. */
export const fetchPlans = () =>
  Promise.all([
    queryClient.prefetchQuery(given),
    read('operator')?.payments !== 'none' && queryClient.prefetchQuery(subscriptions),
  ])

/** The plans that the user was granted and, if the operator sells plans, those they bought. */
export function usePlans() {
  const isSelling = useOperator().payments !== 'none'
  const own = useQuery({ ...subscriptions, enabled: isSelling })
  const gifts = useQuery(given)
  return { isSelling, own, gifts: gifts.data ?? [], isPending: own.isLoading || gifts.isPending }
}

/**
 * Whether a subscription gives access. A subscription with a disputed payment does not, and its plan can be bought
 * again.
 */
export const isGood = ({ disputed }: Subscription): boolean => !disputed

/**
 * The grant that includes a product: the grant of all products if there is one, else the longest grant of the product.
 */
export const givenOf = (all: readonly Given[], productId: ProductId): Given | undefined =>
  all.find(one => one.productId === null) ?? all.find(one => one.productId === productId)
