import type { IpLocation } from '@finlist/contract/account/device'
import type { CityResponse } from 'maxmind'

export type Locate = (ip: string) => IpLocation

const nowhere: IpLocation = { city: '', country: '', latitude: '', longitude: '', timezone: '' }

/** Opens the operator's MaxMind-format database; without one every field of a lookup is empty. */
export async function openLocations(path: string): Promise<Locate> {
  if (!path) return () => nowhere
  const { default: maxmind } = await import('maxmind')
  const reader = await maxmind.open<CityResponse>(path)
  return ip => {
    const found = maxmind.validate(ip) ? reader.get(ip) : null
    if (!found) return nowhere
    return {
      city: found.city?.names?.en ?? '',
      country: found.country?.names?.en ?? '',
      latitude: String(found.location?.latitude ?? ''),
      longitude: String(found.location?.longitude ?? ''),
      timezone: found.location?.time_zone ?? '',
    }
  }
}

/**
 * The approximate location of an IP address as text that the user would recognise: city and country, or else the
 * network.
 */
export const placer =
  (locate: Locate, networkOf: (ip: string) => string) =>
  (ip: string): string => {
    const { city, country } = locate(ip)
    const network = networkOf(ip)
    return [city, country].filter(Boolean).join(', ') || (network.includes(':') ? `${network}::/48` : `${network}.0/24`)
  }
