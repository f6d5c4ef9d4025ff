import * as z from 'zod/mini'
import { read, write } from '../../../api/storage.ts'

/** The whole board is at the place without a name; drawings are at their symbol. */
export const boardPlace = ''

/** What the server has of a place, and whether that is the newest. */
const version = z.object({ version: z.number(), sent: z.boolean() })

const keyOf = (place: string) => `${read('deviceAccount')} of ${place}`

/** Undefined: this browser never asked. */
export const versionOf = (place: string) => z.safeParse(version, read('chartMemory')[keyOf(place)]).data

export const noteVersion = (place: string, version: number, sent: boolean) =>
  write('chartMemory', { ...read('chartMemory'), [keyOf(place)]: { version, sent } })
