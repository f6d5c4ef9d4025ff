import type { ListedUser } from '@finlist/contract/staff/users'
import { products } from '@finlist/domain/plans/products'
import type { UserRow } from './store.ts'

export const userDto = (row: UserRow): ListedUser => ({
  userId: row.user_id,
  name: row.name,
  email: row.email,
  phoneNumber: row.phone,
  stripeCustomerId: row.customer_id,
  freeUser: !row.admin && !row.friend && !row.holds,
  friend: row.friend,
  admin: row.admin,
  subscriptions: row.subscriptions.map(({ product_id, subscription_id, starts_ms, ends_ms }) => ({
    planName: products[product_id].name,
    stripeSubscriptionId: subscription_id,
    startDate: new Date(starts_ms).toISOString(),
    endDate: new Date(ends_ms).toISOString(),
  })),
})
