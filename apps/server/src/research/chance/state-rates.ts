import type { MarketStateRates } from '@finlist/contract/market-trend'
import type { StateRates } from '@finlist/domain/market-trend/state-rates'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Db, Tx } from '../../db/database.ts'

/** The index's performance after each of the market's states; null if not computed yet. */
export async function readStateRates(db: Db, exchange: ExchangeId): Promise<MarketStateRates | null> {
  const row = await db
    .selectFrom('state_rates')
    .select(['rates', 'made_at'])
    .where('exchange', '=', exchange)
    .executeTakeFirst()
  return row ? { ...row.rates, countedAt: row.made_at.toISOString() } : null
}

/** Replaces the market's previous results. */
export async function writeStateRates(
  tx: Tx,
  exchange: ExchangeId,
  { rates, seed }: { rates: StateRates; seed: string },
): Promise<void> {
  await tx.deleteFrom('state_rates').where('exchange', '=', exchange).execute()
  await tx
    .insertInto('state_rates')
    .values({ exchange, rates: JSON.stringify(rates), seed })
    .execute()
}
