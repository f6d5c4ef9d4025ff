import type { InboxKind } from '@finlist/contract/inbox'
import type { AlertKind } from '@finlist/domain/alerts/kinds'
import type { ExchangeId } from '@finlist/domain/markets'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Instant, Json, MadeInstant } from './columns.ts'

/** What people are told, and what they asked to be told of. */
export type AlertTables = {
  alert: {
    alert_id: GeneratedAlways<number>
    user_id: number
    kind: AlertKind
    exchange: ExchangeId
    stock_code: string | null
    value: number | null
    value_on: string
    paused: Generated<boolean>
    created_at: MadeInstant
    changed_at: MadeInstant
  }
  alert_firing: {
    alert_id: number
    stock_code: Generated<string>
    seen: string
    at: MadeInstant
    bar: Json
  }
  inbox_item: {
    item_id: GeneratedAlways<number>
    user_id: number
    kind: Exclude<InboxKind, 'system'>
    source: string
    exchange: ExchangeId | null
    stock_code: string | null
    facts: ColumnType<Record<string, string | number>, string | undefined, string>
    link: Generated<string>
    at: MadeInstant
    read_at: ColumnType<Date | null, Date | undefined, Date>
    handed_at: ColumnType<Date | null, Date | undefined, Date>
  }
  message_read: { user_id: number; message_id: number; at: MadeInstant }
}
