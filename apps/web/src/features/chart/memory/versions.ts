import * as z from 'zod/mini'
import { read, write } from '../../../api/storage.ts'

/** The place of the whole board. The place of drawings is their symbol. */
export const boardPlace = ''

/** The version of a place last received from the server, and whether all changes made here since have been sent. */
const version = z.object({ version: z.number(), sent: z.boolean() })

const keyOf = (place: string) => `${read('deviceAccount')} of ${place}`

/** Undefined if this browser has never synchronised the place. */
export const versionOf = (place: string) => z.safeParse(version, read('chartMemory')[keyOf(place)]).data

export const noteVersion = (place: string, version: number, sent: boolean) =>
  write('chartMemory', { ...read('chartMemory'), [keyOf(place)]: { version, sent } })
