import { chanceBases, chanceWorlds } from '@finlist/domain/chance/fires'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { exchangeId } from './finlist.ts'

const count = z.int().check(z.nonnegative())

/** The base was found in `fires` of the `stockWeeks` weeks in which stocks were eligible. */
const rate = z.object({ fires: count, stockWeeks: count })
/** The base's rate in simulated random walks, and in the real market. */
export const baseChance = z.object({ walks: rate, real: rate })

/**
 * The number of stock-weeks evaluated, and per base the number of those in which it was found. A stock-week is one week
 * of one eligible stock.
 */
const fires = z.object({ stockWeeks: count, fires: z.record(z.enum(chanceBases), count) })

/**
 * The frequency of each base in a market and in two kinds of simulated market without predictability (`walks`,
 * `blocks`), found by the same method in one run.
 */
const marketChance = z.object({
  exchange: exchangeId,
  methodId: z.string().check(z.maxLength(40)),
  countedAt: z.iso.datetime(),
  worlds: z.record(z.enum(chanceWorlds), fires),
})
export type MarketChance = z.output<typeof marketChance>

/**
 * The frequency of each base in every market, and by chance. Markets that have not been computed yet are omitted.
 * `stockWeeks` is the number of weeks of eligible stocks that were evaluated, `fires` the number of those in which each
 * base was found.
 */
export const chance = call({
  method: 'GET',
  path: '/chance',
  needs: 'public',
  topics: ['chance'],
  data: z.array(marketChance).check(z.maxLength(20)),
})
