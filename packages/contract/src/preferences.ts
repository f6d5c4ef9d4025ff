import * as z from 'zod/mini'
import { call } from './call.ts'

const notificationSwitches = z.object({ marketingNotifications: z.boolean(), productNotifications: z.boolean() })
export type NotificationSwitches = z.output<typeof notificationSwitches>

export const notificationPreferences = call({
  method: 'GET',
  path: '/users/user/marketing/notifications',
  needs: 'signed-in',
  data: notificationSwitches,
})

/** Sets the switch to the given value, or flips it; answers both switches. */
export const toggleMarketing = call({
  method: 'POST',
  path: '/users/user/marketing/toggle',
  needs: 'signed-in',
  body: z.object({ marketingNotifications: z.optional(z.boolean()) }),
  data: notificationSwitches,
})
export const toggleMarketingByGet = call({
  method: 'GET',
  path: '/users/user/marketing/toggle',
  needs: 'signed-in',
  protocol: true,
  changes: true,
  data: notificationSwitches,
})

export const toggleProduct = call({
  method: 'POST',
  path: '/users/user/notification/toggle',
  needs: 'signed-in',
  body: z.object({ productNotifications: z.optional(z.boolean()) }),
  data: notificationSwitches,
})
export const toggleProductByGet = call({
  method: 'GET',
  path: '/users/user/notification/toggle',
  needs: 'signed-in',
  protocol: true,
  changes: true,
  data: notificationSwitches,
})

/**
 * Everything held about the person, one list of rows a table, without secrets. Needs a fresh sign-in; one at a time and
 * five a day.
 */
export const exportPersonalData = call({
  method: 'GET',
  path: '/users/user/export',
  needs: 'signed-in',
  plain: true,
  data: z.record(z.string(), z.unknown()),
})

/** Erases the account in seven days. Needs a fresh sign-in. */
export const deleteAccount = call({
  method: 'POST',
  path: '/users/user/delete',
  needs: 'signed-in',
  data: z.object({ deletionAt: z.iso.datetime() }),
})
export const keepAccount = call({ method: 'POST', path: '/users/user/delete/cancel', needs: 'signed-in' })
