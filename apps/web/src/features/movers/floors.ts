import { leastPower, mostPower, turnoverFloors, usualPower } from '@finlist/contract/movers'
import * as z from 'zod/mini'
import { read, useStored, write } from '../../api/storage.ts'

const kept = z.object({
  power: z.catch(z.int().check(z.minimum(leastPower), z.maximum(mostPower)), usualPower),
  turnover: z.catch(z.literal(turnoverFloors), 0),
})
/** The minimum volume, as a power of ten, and the minimum turnover. */
export type PlusFloors = z.output<typeof kept>

/** The minimums are stored by account, because several people may use one browser. */
const keyOf = () => `${read('deviceAccount')} movers-plus`

/** The minimums that the user last used in PLUS in this browser, and a function that changes them. */
export function useFloors() {
  const { data: floors = { power: usualPower, turnover: 0 } } = z.safeParse(kept, useStored('listViews')[keyOf()])
  const change = (part: Partial<PlusFloors>) =>
    write('listViews', { ...read('listViews'), [keyOf()]: { ...floors, ...part } })
  return { floors, change }
}
