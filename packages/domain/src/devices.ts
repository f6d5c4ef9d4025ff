/** A browser that a user signed in with. Times in ms since the epoch. */
export type Device = { deviceId: string; signedInAt: number; lastSeenAt: number }

export const activeWindowMs = 5 * 60_000

/**
 * Whether a call from the device `own` is allowed by the active-device limit. A call is refused only if at least
 * `limit` other devices of the account signed in later and made a call within the last five minutes.
 */
export const withinDeviceLimit = (own: Device, all: Iterable<Device>, limit: number, now: number): boolean =>
  isAmongNewest(own, all, limit, now - activeWindowMs)

/**
 * Whether fewer than `limit` other devices have a newer sign-in, counting only those that made a call after `since`.
 */
export function isAmongNewest(own: Device, all: Iterable<Device>, limit: number, since = -Infinity): boolean {
  let newer = 0
  for (const device of all) {
    if (device.deviceId === own.deviceId || device.lastSeenAt <= since) continue
    if (device.signedInAt > own.signedInAt) newer++
    else if (device.signedInAt === own.signedInAt && device.deviceId > own.deviceId) newer++
  }
  return newer < limit
}
