import { describe, expect, it } from 'vitest'
import { activeWindowMs, type Device, withinDeviceLimit } from './devices.ts'

const now = 10_000_000
const device = (deviceId: string, signedInAt: number, lastSeenAt = now): Device => ({
  deviceId,
  signedInAt,
  lastSeenAt,
})

describe('the device limit, which gives preference to the newest sign-ins,', () => {
  it.each<[string, Device[], string, number, boolean]>([
    ['one device', [device('a', 1)], 'a', 1, true],
    ['a newer sign-in locks the older one out', [device('a', 1), device('b', 2)], 'a', 1, false],
    ['the newer one stays', [device('a', 1), device('b', 2)], 'b', 1, true],
    ['three of three', [device('a', 1), device('b', 2), device('c', 3)], 'a', 3, true],
    ['the oldest of four', [device('a', 1), device('b', 2), device('c', 3), device('d', 4)], 'a', 3, false],
    [
      'a newer one that became inactive does not count',
      [device('a', 1), device('b', 2, now - activeWindowMs)],
      'a',
      1,
      true,
    ],
    [
      'a newer one seen slightly more recently counts',
      [device('a', 1), device('b', 2, now - activeWindowMs + 1)],
      'a',
      1,
      false,
    ],
    ['of two at the same instant exactly one passes', [device('a', 1), device('b', 1)], 'a', 1, false],
    ['and it is the other', [device('a', 1), device('b', 1)], 'b', 1, true],
  ])('allows or refuses a device: %s', (_, devices, id, limit, allowed) => {
    const own = devices.find(({ deviceId }) => deviceId === id)!
    expect(withinDeviceLimit(own, new Set(devices).values(), limit, now)).toBe(allowed)
  })
})
