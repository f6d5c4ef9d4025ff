import { read, write } from './storage.ts'

/**
 * A device belongs to one account. When another account signs in here, its own device pair is restored, the previous
 * account's pair is set aside and the previous user's cached registration is cleared. Returns whether a different
 * account was here before.
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
  }
  write('deviceAccount', userId)
  return previous !== ''
}
