import { read, write } from '../../../api/storage.ts'

/** The whole board is at the place without a name; drawings are at their symbol. */
export const boardPlace = ''

const keyOf = (place: string) => `${read('deviceAccount')} ${place}`

/** What the server has of a place; undefined: this browser never asked. */
export const versionOf = (place: string): { version: number; sent: boolean } | undefined =>
  read('chartVersions')[keyOf(place)]

export const noteVersion = (place: string, version: number, sent: boolean) =>
  write('chartVersions', { ...read('chartVersions'), [keyOf(place)]: { version, sent } })
