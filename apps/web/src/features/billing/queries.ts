import { type Given, givenPlans, type Subscription, userSubscriptions } from '@finlist/contract/billing'
import type { ProductId } from '@finlist/domain/plans/catalogue'
import { callQuery } from '../../api/query-client.ts'

/** Cards, subscriptions, invoices and credit of the person, in one answer. */
export const subscriptions = callQuery(userSubscriptions)

/** What the person holds without paying for it. */
export const given = callQuery(givenPlans)

/** One whose payment is disputed gives nothing, and can be bought anew. */
export const isGood = ({ disputed }: Subscription): boolean => !disputed

/** By what somebody has a product without paying for it: by all of them, or by the one that lasts longest. */
export const givenOf = (all: readonly Given[], productId: ProductId): Given | undefined =>
  all.find(one => one.productId === null) ?? all.find(one => one.productId === productId)
