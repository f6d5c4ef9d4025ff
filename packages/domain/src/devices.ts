/** A browser a person signed in with. Times in ms since the epoch. */
export type Device = { deviceId: string; signedInAt: number; lastSeenAt: number }

export const activeWindowMs = 5 * 60_000

/**
 * Whether a call from `own` is within the active-device limit: refused only when more than `limit` devices of the account
 * made a call within the last five minutes and this one is not among the `limit` newest sign-ins of those.
 */
export function withinDeviceLimit(own: Device, all: Iterable<Device>, limit: number, now: number): boolean {
  let newer = 0
  for (const device of all) {
    if (device.deviceId === own.deviceId || device.lastSeenAt <= now - activeWindowMs) continue
    if (device.signedInAt > own.signedInAt) newer++
    else if (device.signedInAt === own.signedInAt && device.deviceId > own.deviceId) newer++
  }
  return newer < limit
}
