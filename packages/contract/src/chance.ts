import { chanceBases, chanceWorlds } from '@finlist/domain/chance/fires'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { exchangeId } from './finlist.ts'

const count = z.int().check(z.nonnegative())

/** A base was found in `fires` of `stockWeeks` weeks of eligible stocks. */
const rate = z.object({ fires: count, stockWeeks: count })
/** The base's rate in simulated random walks, and in the real market. */
export const baseChance = z.object({ walks: rate, real: rate })

/** Per base, the number of the `stockWeeks` weeks of eligible stocks in which it was found. */
const fires = z.object({ stockWeeks: count, fires: z.record(z.enum(chanceBases), count) })

/** How often each base occurs in a market and in random walks, detected by the same method and counted together. */
const marketChance = z.object({
  exchange: exchangeId,
  methodId: z.string().check(z.maxLength(40)),
  countedAt: z.iso.datetime(),
  worlds: z.record(z.enum(chanceWorlds), fires),
})
export type MarketChance = z.output<typeof marketChance>

/** Every market counted so far; empty until the first count is finished. */
export const chance = call({
  method: 'GET',
  path: '/chance',
  needs: 'public',
  topics: ['chance'],
  data: z.array(marketChance).check(z.maxLength(20)),
})
