import * as z from 'zod/mini'
import { read, write } from '../../../api/storage.ts'

/** The whole board is stored under an empty name, drawings under their symbol. */
export const boardPlace = ''

/** The last version of a place that was received from the server, and whether all changes made here have been sent. */
const version = z.object({ version: z.number(), sent: z.boolean() })

const keyOf = (place: string) => `${read('deviceAccount')} of ${place}`

/** Undefined if this browser has never synchronised the place. */
export const versionOf = (place: string) => z.safeParse(version, read('chartMemory')[keyOf(place)]).data

export const noteVersion = (place: string, version: number, sent: boolean) =>
  write('chartMemory', { ...read('chartMemory'), [keyOf(place)]: { version, sent } })
