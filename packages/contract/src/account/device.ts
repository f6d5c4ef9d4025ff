import * as z from 'zod/mini'
import { call } from '../call.ts'

/** The location of the caller's IP address, from the operator's local database; empty strings without one. */
export const ipLocation = z.object({
  city: z.string(),
  country: z.string(),
  latitude: z.string(),
  longitude: z.string(),
  timezone: z.string(),
})
export type IpLocation = z.output<typeof ipLocation>

/**
 * Checks the device before a call. If `status` is false, the call must not be made. A browser without a known device id
 * receives `deviceId`, `deviceKey` and `location` once, and stores them.
 */
export const deviceCheck = call({
  method: 'GET',
  path: '/device/check',
  needs: 'token',
  query: z.object({ path: z.string().check(z.maxLength(500)), page: z.string().check(z.maxLength(500)) }),
  data: z.object({
    status: z.boolean(),
    /** Why `status` is false: too many devices, another person's device, or a blocked account. */
    reason: z.optional(z.enum(['device', 'blocked'])),
    deviceId: z.optional(z.uuid()),
    deviceKey: z.optional(z.string()),
    location: z.optional(ipLocation),
  }),
})
