import type { MarketChance } from '@finlist/contract/chance'
import { type ChanceWorld, chanceBases, chanceWorlds, type Fires, noFires } from '@finlist/domain/chance/fires'
import type { ExchangeId } from '@finlist/domain/markets'
import { method } from '@finlist/domain/picking/method'
import { Cache } from '../../db/cache.ts'
import type { Database, Db, Tx } from '../../db/database.ts'
import { publish } from '../../db/topics.ts'

/** Returns how often each base occurs in the market and by chance; null if that is not computed yet. */
export type ChanceOf = (exchange: ExchangeId) => MarketChance | null | Promise<MarketChance | null>

/** Caches the results in memory until new ones are published. */
export function openChance({ db, changes }: Pick<Database, 'db' | 'changes'>): ChanceOf {
  const counted = new Cache<ExchangeId, MarketChance | null>({
    changes,
    maxEntries: 20,
    dependsOn: { chance: (exchange, key) => exchange === key },
    load: exchange => readChance(db, exchange),
  })
  return exchange => counted.get(exchange)
}

export async function readChance(db: Db, exchange: ExchangeId): Promise<MarketChance | null> {
  const rows = await db
    .selectFrom('chance_figure')
    .select(['world', 'base', 'fires', 'stock_weeks', 'made_at'])
    .where('exchange', '=', exchange)
    .where('method_id', '=', method.id)
    .execute()
  if (rows.length === 0) return null
  const worlds = Object.fromEntries(chanceWorlds.map(world => [world, noFires()])) as Record<ChanceWorld, Fires>
  for (const { world, base, fires, stock_weeks } of rows) {
    worlds[world].stockWeeks = stock_weeks
    worlds[world].fires[base] = fires
  }
  return { exchange, methodId: method.id, countedAt: rows[0]!.made_at.toISOString(), worlds }
}

/** Replaces the market's previous results. Returns the number of rows. */
export async function writeChance(
  tx: Tx,
  exchange: ExchangeId,
  { seed, worlds }: { seed: string; worlds: Record<ChanceWorld, Fires> },
): Promise<number> {
  const rows = chanceWorlds.flatMap(world =>
    chanceBases.map(base => ({
      exchange,
      method_id: method.id,
      world,
      base,
      fires: worlds[world].fires[base],
      stock_weeks: worlds[world].stockWeeks,
      seed,
    })),
  )
  await tx.deleteFrom('chance_figure').where('exchange', '=', exchange).where('method_id', '=', method.id).execute()
  await tx.insertInto('chance_figure').values(rows).execute()
  await publish(tx, `chance:${exchange}`)
  return rows.length
}
