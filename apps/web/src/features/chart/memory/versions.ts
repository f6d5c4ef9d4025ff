import * as z from 'zod/mini'
import { read, write } from '../../../api/storage.ts'

/** The whole board is stored under the empty name; drawings under their symbol. */
export const boardPlace = ''

/** The server's version of a place, and whether that is the latest. */
const version = z.object({ version: z.number(), sent: z.boolean() })

const keyOf = (place: string) => `${read('deviceAccount')} of ${place}`

/** Undefined if this browser never asked. */
export const versionOf = (place: string) => z.safeParse(version, read('chartMemory')[keyOf(place)]).data

export const noteVersion = (place: string, version: number, sent: boolean) =>
  write('chartMemory', { ...read('chartMemory'), [keyOf(place)]: { version, sent } })
