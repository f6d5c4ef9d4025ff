import { type DeviceField, deviceCheck, deviceHeaders, type IpLocation } from '@finlist/contract/device'
import type * as z from 'zod/mini'
import { read, write } from './storage.ts'

const nowhere: IpLocation = { city: '', country: '', latitude: '', longitude: '', timezone: '' }

/** The ten headers of the device check, all of them, empty where nothing is known. */
export function headersOfDevice(): Record<string, string> {
  const { device, browserName, browserVersion, location } = describe()
  const fields: Record<DeviceField, string> = {
    deviceId: read('deviceId'),
    deviceKey: read('deviceKey'),
    device,
    browserName,
    browserVersion,
    incognito: String(read('incognito')),
    location: encodeURIComponent([location.city, location.country].filter(Boolean).join(', ')),
    latitude: location.latitude,
    longitude: location.longitude,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [deviceHeaders[field as DeviceField], latin(value)]),
  )
}

/** Stores what the device check answers about this browser. */
export function learn({ deviceId, deviceKey, location }: z.output<(typeof deviceCheck)['data']>): void {
  if (deviceId && deviceKey) {
    write('deviceId', deviceId)
    write('deviceKey', deviceKey)
  }
  if (location) write('deviceInfo', { ...describe(), location })
}

let firstInLine: Promise<unknown> = Promise.resolve()

/**
 * Runs a device check. While no device id is known, checks run one at a time across all tabs, because each one would be
 * answered with a new device.
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

type About = { device: string; browserName: string; browserVersion: string; location: IpLocation }
let about: Omit<About, 'location'> | undefined

function describe(): About {
  const known = read('deviceInfo')
  if (!about) {
    about = aboutBrowser(navigator.userAgent, (navigator as { userAgentData?: AgentData }).userAgentData)
    write('incognito', looksPrivate())
    write('deviceInfo', { ...about, location: known?.location ?? nowhere })
  }
  return { ...about, location: known?.location ?? nowhere }
}

type AgentData = { platform: string; brands: { brand: string; version: string }[] }

export function aboutBrowser(agent: string, data: AgentData | undefined): Omit<About, 'location'> {
  const brands = data?.brands.filter(({ brand }) => !/not.*brand/i.test(brand)) ?? []
  const brand = brands.find(({ brand }) => brand !== 'Chromium') ?? brands[0]
  const [, name, version] = /(Edg|OPR|Firefox|FxiOS|CriOS|Chrome|Version)\/(\d+)/.exec(agent) ?? []
  return {
    device: data?.platform || (/iPhone|iPad|Android|Windows|Macintosh|CrOS|Linux/.exec(agent)?.[0] ?? ''),
    browserName: brand?.brand ?? browserNames[name ?? ''] ?? name ?? '',
    browserVersion: brand?.version ?? version ?? '',
  }
}

const browserNames: Record<string, string> = {
  Edg: 'Edge',
  OPR: 'Opera',
  FxiOS: 'Firefox',
  CriOS: 'Chrome',
  Version: 'Safari',
}

/** Private windows as far as a browser reveals them: Firefox has no service workers there. Otherwise false. */
const looksPrivate = () => window.isSecureContext && navigator.serviceWorker === undefined

/** A header carries Latin-1 only. */
const latin = (value: string) => value.replace(/[^\x20-\x7e]/g, '')
