import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { learn } from './device.ts'
import { bringDeviceOf } from './device-account.ts'
import { renewAccessToken } from './session.ts'
import { read, reload, write } from './storage.ts'

beforeEach(() => {
  write('deviceAccount', '')
  write('devicesOfOthers', {})
  write('deviceId', '')
  write('deviceKey', '')
})

/** The device's id and key as a freshly loaded page reads them. */
function pair(): string {
  reload()
  return `${read('deviceId')}/${read('deviceKey')}`
}

test('each account in a browser gets its own device, which is restored when the account signs in again', () => {
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

test('a device registered after the user cleared the site’s data belongs to that user only', async () => {
  vi.stubGlobal('window', {})
  vi.stubGlobal('fetch', async () => Response.json({ accessToken: 'token', expiresInSeconds: 600, userId: 1 }))
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  await renewAccessToken()
  write('deviceAccount', '')
  learn({ status: true, deviceId: 'a', deviceKey: 'k' })
  bringDeviceOf('2')
  expect(pair()).toBe('/')
  bringDeviceOf('1')
  expect(pair()).toBe('a/k')
})
