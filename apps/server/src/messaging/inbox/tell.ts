import type { InboxKind } from '@finlist/contract/inbox'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Db } from '../../db/database.ts'
import type { InboxFacts } from '../../db/tables/alerts.ts'

export type ToldItem = {
  userId: number
  kind: Exclude<InboxKind, 'system'>
  /** What it is told of: a person is told of it once. */
  source: string
  exchange?: ExchangeId
  stockCode?: string
  /** What `wordsOf` makes its words from: no code and no secret. */
  facts: InboxFacts
  /** A path within the app. */
  link?: string
}

/** Puts what happened into people's inboxes, in the transaction that makes it so. The one writer of `inbox_item`. */
export async function tell(tx: Db, items: readonly ToldItem[]): Promise<void> {
  if (items.length === 0) return
  await tx
    .insertInto('inbox_item')
    .values(
      items.map(({ userId, kind, source, exchange = null, stockCode = null, facts, link = '' }) => ({
        user_id: userId,
        kind,
        source,
        exchange,
        stock_code: stockCode,
        facts: JSON.stringify(facts),
        link,
      })),
    )
    .onConflict(conflict => conflict.columns(['user_id', 'source']).doNothing())
    .execute()
}
