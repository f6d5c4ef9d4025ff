import { chanceBases, chanceWorlds } from '@finlist/domain/chance/fires'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { exchangeId } from './finlist.ts'

const count = z.int().check(z.nonnegative())

/** One base was seen in `fires` of the `stockWeeks` weeks of eligible stocks. */
const rate = z.object({ fires: count, stockWeeks: count })
/** In simulated random walks, and in the real market. */
export const baseChance = z.object({ walks: rate, real: rate })

/** Each base was seen in `fires` of the `stockWeeks` weeks of eligible stocks. */
const fires = z.object({ stockWeeks: count, fires: z.record(z.enum(chanceBases), count) })

/** How often a market shows each base, and how often chance does: by the same method, counted together. */
const marketChance = z.object({
  exchange: exchangeId,
  methodId: z.string().check(z.maxLength(40)),
  countedAt: z.iso.datetime(),
  worlds: z.record(z.enum(chanceWorlds), fires),
})
export type MarketChance = z.output<typeof marketChance>

/** Every market counted so far; none until the first count is done. */
export const chance = call({
  method: 'GET',
  path: '/chance',
  needs: 'public',
  topics: ['chance'],
  data: z.array(marketChance).check(z.maxLength(20)),
})
