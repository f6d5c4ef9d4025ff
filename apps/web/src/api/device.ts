import type { deviceCheck, IpLocation } from '@finlist/contract/account/device'
import type * as z from 'zod/mini'
import { type AboutBrowser, aboutThisBrowser, headersOf, nowhere } from './device-headers.ts'
import { accountId } from './session.ts'
import { read, write } from './storage.ts'

/** The ten headers of the device check. */
export function headersOfDevice(): Record<string, string> {
  const { location, ...browser } = describe()
  const pair = { deviceId: read('deviceId'), deviceKey: read('deviceKey') }
  return headersOf(pair, browser, read('incognito'), location)
}

/** Stores what the device check returned about this browser. */
export function learn({ deviceId, deviceKey, location }: z.output<(typeof deviceCheck)['data']>): void {
  if (deviceId && deviceKey) {
    write('deviceId', deviceId)
    write('deviceKey', deviceKey)
    // Written with them, because the user may have cleared the site's data while the page was open.
    write('deviceAccount', accountId() ?? '')
  }
  if (location) write('deviceInfo', { ...describe(), location })
}

let firstInLine: Promise<unknown> = Promise.resolve()

/**
 * Runs a device check. While no device id is known, checks run one at a time across all tabs: the server would
 * otherwise give each of them a new device.
 */
export function takingTurns<T>(check: () => Promise<T>): Promise<T> {
  if (read('deviceId') !== '') return check()
  const turn = firstInLine.then(() => {
    if (read('deviceId') !== '' || !navigator.locks) return check()
    return navigator.locks.request('finlist-first-device-check', check) as Promise<T>
  })
  firstInLine = turn.catch(() => undefined)
  return turn
}

let about: AboutBrowser | undefined

function describe(): AboutBrowser & { location: IpLocation } {
  const known = read('deviceInfo')
  if (!about) {
    about = aboutThisBrowser()
    write('incognito', looksPrivate())
    write('deviceInfo', { ...about, location: known?.location ?? nowhere })
  }
  return { ...about, location: known?.location ?? nowhere }
}

/**
 * Whether this is a private window of Firefox, recognised by its lack of service workers. False in other browsers,
 * which do not reveal private windows.
 */
const looksPrivate = () => window.isSecureContext && navigator.serviceWorker === undefined
