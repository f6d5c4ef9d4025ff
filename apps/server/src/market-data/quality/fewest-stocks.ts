import type { ExchangeId } from '@finlist/domain/markets'
import type { Tx } from '../../db/database.ts'

/**
 * Below this number of stocks, a market is still being set up or tried out, and comparisons with its number of stocks
 * are meaningless.
 */
export const fewestStocks = 20

export async function countListed(tx: Tx, exchange: ExchangeId): Promise<number> {
  const { rows } = await tx.query<{ count: number }>('select count(*) as count from stock where exchange = $1', [
    exchange,
  ])
  return rows[0]!.count
}
