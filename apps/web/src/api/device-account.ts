import { read, write } from './storage.ts'

/**
 * In this browser each account has its own device id and key. When another account signs in, restores that account's
 * pair, sets the previous pair aside and clears the previous user's cached registration. Returns whether a different
 * account was signed in before.
 */
export function bringDeviceOf(userId: string): boolean {
  const previous = read('deviceAccount')
  if (previous === userId) return false
  const others = { ...read('devicesOfOthers') }
  const current = { deviceId: read('deviceId'), deviceKey: read('deviceKey') }
  if (previous !== '') {
    if (current.deviceId !== '') others[previous] = current
    const own = others[userId]
    delete others[userId]
    write('devicesOfOthers', others)
    write('deviceId', own?.deviceId ?? '')
    write('deviceKey', own?.deviceKey ?? '')
    write('completeRegistration', false)
    write('somethingToBuy', null)
  }
  write('deviceAccount', userId)
  return previous !== ''
}
