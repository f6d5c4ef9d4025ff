import { read, write } from './storage.ts'

/**
 * A device belongs to one account. When another account signs in here, its own pair is brought out and the previous
 * one is put by, to be found again. What was cached about the previous person's registration is forgotten.
 */
export function bringDeviceOf(userId: string): void {
  const previous = read('deviceAccount')
  if (previous === userId) return
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
}
