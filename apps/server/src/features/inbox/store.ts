import { type InboxKind, inboxDays, mostInboxItems } from '@finlist/contract/inbox'
import type { MessageTarget } from '@finlist/contract/staff/message-targets'
import type { ExchangeId } from '@finlist/domain/markets'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import type { InboxFacts } from '../../db/tables/alerts.ts'

/** The inbox's owner, and what they may see: kinds such as 'volume HKEX', and target groups of system messages. */
export type Reader = { userId: number; kinds: readonly string[]; targets: readonly MessageTarget[]; now: Date }

export type InboxRow = {
  id: string
  at: Date
  read: boolean
  link: string
} & (
  | { kind: 'system'; facts: { en: string; zh: string } }
  | { kind: Exclude<InboxKind, 'system'>; exchange: ExchangeId | null; stock_code: string | null; facts: InboxFacts }
)

const since = ({ now }: Reader) => sql`${now}::timestamptz - ${inboxDays} * interval '1 day'`

/** SQL, for `inbox_item`: whether the user may see the item now. */
const mayBeTold = ({ kinds }: Reader) =>
  sql`(kind in ('billing', 'account') or kind || ' ' || exchange = any(${kinds}::text[]))`

/**
 * SQL, for the message `m`: whether it is addressed to the user, recent enough for the inbox and not withdrawn. An
 * expired message is shown only to users who had registered before it was sent.
 */
const isHeard = (reader: Reader) => sql`(m.target = any(${reader.targets}::text[]) and m.created_at > ${since(reader)}
  and not exists (select from message_withdrawal w where w.system_message_id = m.system_message_id)
  and (m.expires_at > ${reader.now} or m.created_at >= (select created_at from users where user_id = ${reader.userId})))`

/** SQL: the items that the inbox shows, newest first. */
const shown = (reader: Reader) => sql`(
  select * from (
    (select item_id::text as id, kind, exchange, stock_code, facts, link, at, read_at is not null as read
      from inbox_item where user_id = ${reader.userId} and at > ${since(reader)} and ${mayBeTold(reader)}
      order by at desc, item_id desc limit ${mostInboxItems})
    union all
    (select 's' || m.system_message_id, 'system', null, null, jsonb_build_object('en', message_en, 'zh', message_zh), '',
        m.created_at, exists (select from message_read r where r.user_id = ${reader.userId} and r.message_id = m.system_message_id)
      from system_message m where ${isHeard(reader)}
      order by m.created_at desc limit ${mostInboxItems})
  ) came order by at desc, id desc limit ${mostInboxItems})`

export async function readShown(db: Db, reader: Reader): Promise<InboxRow[]> {
  const { rows } = await sql<InboxRow>`select * from ${shown(reader)} it`.execute(db)
  return rows
}

export async function countUnread(db: Db, reader: Reader): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*) as unread from ${shown(reader)} it where not read`.execute(db)
  return rows[0]!.unread
}

/**
 * Marks the items with these ids as read, or all items if `ids` is undefined. System messages have ids such as 's12'.
 */
export async function markRead(tx: Tx, reader: Reader, ids: readonly string[] | undefined): Promise<void> {
  const items = ids?.filter(id => !id.startsWith('s'))
  const messages = ids?.filter(id => id.startsWith('s')).map(id => id.slice(1))
  await sql`
    update inbox_item set read_at = product_now()
    where user_id = ${reader.userId} and read_at is null and ${mayBeTold(reader)}
      ${items ? sql`and item_id = any(${items}::bigint[])` : sql``}`.execute(tx)
  await sql`
    insert into message_read (user_id, message_id)
    select ${reader.userId}, system_message_id from system_message m
    where ${isHeard(reader)} ${messages ? sql`and system_message_id = any(${messages}::bigint[])` : sql``}
    on conflict do nothing`.execute(tx)
}
