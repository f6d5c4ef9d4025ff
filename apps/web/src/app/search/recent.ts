import type { FoundSymbol } from '@finlist/contract/charts/chart'
import * as z from 'zod/mini'
import { accountId } from '../../api/session.ts'
import { read, write } from '../../api/storage.ts'
import type { Place } from './places.ts'

const mostKept = 8

const symbol = z.object({
  symbol: z.string(),
  full_name: z.string(),
  description: z.string(),
  description_zh: z.string(),
  exchange: z.string(),
})
/** A stock is kept with its names; anything else is found again by its key. */
const kept = z.catch(
  z.object({
    account: z.string(),
    places: z.array(z.object({ key: z.string(), stock: z.optional(symbol) })),
  }),
  () => ({ account: '', places: [] }),
)
export type Recent = { key: string; stock?: z.output<typeof symbol> | undefined }

const owner = () => accountId() ?? ''

/** What this account opened from the search in this browser, the latest first. */
export function recentPlaces(): Recent[] {
  const { account, places } = z.parse(kept, read('recentPlaces'))
  return account === owner() ? places.slice(0, mostKept) : []
}

export function remember(place: Place): void {
  const { key } = place
  const others = recentPlaces().filter(recent => recent.key !== key)
  const added: Recent = 'stock' in place ? { key, stock: named(place.stock) } : { key }
  write('recentPlaces', { account: owner(), places: [added, ...others].slice(0, mostKept) })
}

const named = ({ symbol, full_name, description, description_zh, exchange }: FoundSymbol) => ({
  symbol,
  full_name,
  description,
  description_zh,
  exchange,
})
