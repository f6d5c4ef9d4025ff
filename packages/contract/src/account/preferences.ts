import * as z from 'zod/mini'
import { call } from '../call.ts'

const notificationSwitches = z.object({ marketingNotifications: z.boolean(), productNotifications: z.boolean() })
export type NotificationSwitches = z.output<typeof notificationSwitches>

/** The caller's two switches for notifications by e-mail. */
export const notificationPreferences = call({
  method: 'GET',
  path: '/users/user/marketing/notifications',
  needs: { right: 'signed-in', fresh: 'never' },
  data: notificationSwitches,
})

/**
 * Sets the switch for marketing notifications to the given value, or toggles it if none is given. Returns both
 * switches.
 */
export const toggleMarketing = call({
  method: 'POST',
  path: '/users/user/marketing/toggle',
  needs: { right: 'signed-in', fresh: 'never' },
  body: z.object({ marketingNotifications: z.optional(z.boolean()) }),
  data: notificationSwitches,
})
/** Toggles the switch for marketing notifications. Returns both switches. */
export const toggleMarketingByGet = call({
  method: 'GET',
  path: '/users/user/marketing/toggle',
  needs: { right: 'signed-in', fresh: 'never' },
  protocol: true,
  changes: true,
  data: notificationSwitches,
})

/**
 * Sets the switch for product notifications to the given value, or toggles it if none is given. Returns both switches.
 */
export const toggleProduct = call({
  method: 'POST',
  path: '/users/user/notification/toggle',
  needs: { right: 'signed-in', fresh: 'never' },
  body: z.object({ productNotifications: z.optional(z.boolean()) }),
  data: notificationSwitches,
})
/** Toggles the switch for product notifications. Returns both switches. */
export const toggleProductByGet = call({
  method: 'GET',
  path: '/users/user/notification/toggle',
  needs: { right: 'signed-in', fresh: 'never' },
  protocol: true,
  changes: true,
  data: notificationSwitches,
})

/**
 * Exports all data about the caller, without secrets, as one list of rows per table. Limited to one export at a time
 * and five a day (429).
 */
export const exportPersonalData = call({
  method: 'GET',
  path: '/users/user/export',
  needs: { right: 'signed-in', fresh: 'always' },
  plain: true,
  data: z.record(z.string(), z.unknown()),
})

/** Schedules the erasure of the caller's account in seven days. */
export const deleteAccount = call({
  method: 'POST',
  path: '/users/user/delete',
  needs: { right: 'signed-in', fresh: 'always' },
  data: z.object({ deletionAt: z.iso.datetime() }),
})
/** Cancels the scheduled erasure of the caller's account. */
export const keepAccount = call({
  method: 'POST',
  path: '/users/user/delete/cancel',
  needs: { right: 'signed-in', fresh: 'never' },
})
