/** A browser a person signed in with. Times in ms since the epoch. */
export type Device = { deviceId: string; signedInAt: number; lastSeenAt: number }

export const activeWindowMs = 5 * 60_000

/**
 * Whether a call from `deviceId` is within the active-device limit: refused only when more than `limit` devices of the
 * account made a call within the last five minutes and this one is not among the `limit` newest sign-ins of those.
 */
export function withinDeviceLimit(devices: Iterable<Device>, deviceId: string, limit: number, now: number): boolean {
  let newer = 0
  let signedInAt = -Infinity
  for (const device of devices) if (device.deviceId === deviceId) signedInAt = device.signedInAt
  for (const device of devices) {
    if (device.deviceId === deviceId || device.lastSeenAt <= now - activeWindowMs) continue
    if (device.signedInAt > signedInAt || (device.signedInAt === signedInAt && device.deviceId > deviceId)) newer++
  }
  return newer < limit
}
