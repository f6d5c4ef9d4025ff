import { type Given, givenPlans, type Subscription, userSubscriptions } from '@finlist/contract/billing'
import type { ProductId } from '@finlist/domain/plans/products'
import { callQuery, queryClient } from '../../api/query-client.ts'

/** Cards, subscriptions, invoices and credit of the person, in one answer. */
export const subscriptions = callQuery(userSubscriptions)

/** The plans that the person has without paying. */
export const given = callQuery(givenPlans)

/** Asks for both beforehand. */
export const fetchPlans = () =>
  Promise.all([queryClient.prefetchQuery(subscriptions), queryClient.prefetchQuery(given)])

/** A subscription whose payment is disputed gives no access, and can be bought anew. */
export const isGood = ({ disputed }: Subscription): boolean => !disputed

/** The grant that gives a product without payment: the one of all products, or the one that lasts longest. */
export const givenOf = (all: readonly Given[], productId: ProductId): Given | undefined =>
  all.find(one => one.productId === null) ?? all.find(one => one.productId === productId)
