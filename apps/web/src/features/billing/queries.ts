import { userSubscriptions } from '@finlist/contract/billing'
import { asked } from '../../api/query-client.ts'

/** Cards, subscriptions, invoices and credit of the person, in one answer. */
export const subscriptions = asked(userSubscriptions)
