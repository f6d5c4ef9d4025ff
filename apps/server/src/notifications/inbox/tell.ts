import type { InboxKind } from '@finlist/contract/inbox'
import type { ExchangeId } from '@finlist/domain/markets'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { InboxFacts } from '../../db/tables/alerts.ts'

export type ToldItem = {
  userId: number
  kind: Exclude<InboxKind, 'system'>
  /** Identifies the event; a user is notified of it once. */
  source: string
  exchange?: ExchangeId
  stockCode?: string
  /** The values from which `wordsOf` composes the text. Must not contain codes or secrets. */
  facts: InboxFacts
  /** The path of a page in the app. */
  link?: string
}

/** Adds items to users' inboxes, in the transaction that causes them. The only writer of `inbox_item`. */
export async function tell(tx: Db, items: readonly ToldItem[]): Promise<void> {
  if (items.length === 0) return
  const column = <Value>(of: (item: ToldItem) => Value) => items.map(of)
  await sql`
    insert into inbox_item (user_id, kind, source, exchange, stock_code, facts, link)
    select * from unnest(${column(it => it.userId)}::bigint[], ${column(it => it.kind)}::text[], ${column(it => it.source)}::text[],
      ${column(it => it.exchange ?? null)}::text[], ${column(it => it.stockCode ?? null)}::text[],
      ${column(it => JSON.stringify(it.facts))}::jsonb[], ${column(it => it.link ?? '')}::text[])
    on conflict (user_id, source) do nothing`.execute(tx)
}
