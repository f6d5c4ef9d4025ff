/**
 * The ten headers that are sent with the device check and with every call after it. A header is empty if its value is
 * unknown. The location is percent-encoded.
 */
export const deviceHeaders = {
  deviceId: 'X-Device-Id',
  deviceKey: 'X-Device-Key',
  device: 'X-Device',
  browserName: 'X-Browser-Name',
  browserVersion: 'X-Browser-Version',
  incognito: 'X-Incognito',
  location: 'X-Location',
  latitude: 'X-Latitude',
  longitude: 'X-Longitude',
  timezone: 'X-Timezone',
} as const
export type DeviceField = keyof typeof deviceHeaders
