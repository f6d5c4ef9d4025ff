/** A browser that a person signed in with. Times in ms since the epoch. */
export type Device = { deviceId: string; signedInAt: number; lastSeenAt: number }

export const activeWindowMs = 5 * 60_000

/**
 * Whether a call from `own` is within the active-device limit. It is refused only when more than `limit` devices of the
 * account made a call within the last five minutes and this one is not among the `limit` newest sign-ins of those.
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
