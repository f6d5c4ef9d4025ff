import type { IpLocation } from '@finlist/contract/account/device'
import { type DeviceField, deviceHeaders } from '@finlist/contract/account/device-headers'

export type AboutBrowser = { device: string; browserName: string; browserVersion: string }

export const nowhere: IpLocation = { city: '', country: '', latitude: '', longitude: '', timezone: '' }

/** All ten headers of the device check, empty where the value is unknown. */
export function headersOf(
  pair: { deviceId: string; deviceKey: string },
  { device, browserName, browserVersion }: AboutBrowser,
  incognito: boolean,
  { city, country, latitude, longitude }: IpLocation,
): Record<string, string> {
  const fields: Record<DeviceField, string> = {
    ...pair,
    device,
    browserName,
    browserVersion,
    incognito: String(incognito),
    location: encodeURIComponent([city, country].filter(Boolean).join(', ')),
    latitude,
    longitude,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [deviceHeaders[field as DeviceField], latin(value)]),
  )
}

/** Keeps printable ASCII only, because a header cannot carry characters beyond Latin-1. */
const latin = (value: string) => value.replace(/[^\x20-\x7e]/g, '')

type AgentData = { platform: string; brands: { brand: string; version: string }[] }

export const aboutThisBrowser = (): AboutBrowser =>
  aboutBrowser(navigator.userAgent, (navigator as { userAgentData?: AgentData }).userAgentData)

function aboutBrowser(agent: string, data: AgentData | undefined): AboutBrowser {
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
