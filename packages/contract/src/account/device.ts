import * as z from 'zod/mini'
import { call } from '../call.ts'

/**
 * The location of the caller's IP address, from the operator's local database; empty strings if there is no database.
 */
export const ipLocation = z.object({
  city: z.string(),
  country: z.string(),
  latitude: z.string(),
  longitude: z.string(),
  timezone: z.string(),
})
export type IpLocation = z.output<typeof ipLocation>

/**
 * Checks the device before a call. If `status` is false, the client must not make the call. A browser that sends no
 * known device id receives `deviceId`, `deviceKey` and `location` once, and must store them.
 */
export const deviceCheck = call({
  method: 'GET',
  path: '/device/check',
  needs: 'token',
  query: z.object({ path: z.string().check(z.maxLength(500)), page: z.string().check(z.maxLength(500)) }),
  data: z.object({
    status: z.boolean(),
    /**
     * The reason why `status` is false. `device`: too many devices, or another user's device; `blocked`: the account
     * is blocked.
     */
    reason: z.optional(z.enum(['device', 'blocked'])),
    deviceId: z.optional(z.uuid()),
    deviceKey: z.optional(z.string()),
    location: z.optional(ipLocation),
  }),
})
