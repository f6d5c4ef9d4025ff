import { beforeEach, expect, test } from 'vitest'
import { bringDeviceOf } from './device-account.ts'
import { read, reload, write } from './storage.ts'

beforeEach(() => {
  write('deviceAccount', '')
  write('devicesOfOthers', {})
  write('deviceId', '')
  write('deviceKey', '')
})

/** The device pair as read by a freshly loaded page. */
function pair(): string {
  reload()
  return `${read('deviceId')}/${read('deviceKey')}`
}

test('gives each account of a browser its own device and restores it later', () => {
  bringDeviceOf('1')
  write('deviceId', 'a')
  write('deviceKey', 'k')
  write('completeRegistration', true)
  bringDeviceOf('1')
  expect(pair()).toBe('a/k')
  expect(read('completeRegistration')).toBe(true)

  bringDeviceOf('2')
  expect(pair()).toBe('/')
  expect(read('completeRegistration')).toBe(false)
  write('deviceId', 'b')
  write('deviceKey', 'l')

  bringDeviceOf('1')
  expect(pair()).toBe('a/k')
  bringDeviceOf('2')
  expect(pair()).toBe('b/l')
})
