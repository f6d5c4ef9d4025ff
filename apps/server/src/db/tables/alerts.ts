import type { MailChoice } from '@finlist/contract/channels'
import type { InboxKind } from '@finlist/contract/inbox'
import type { DispatchWay } from '@finlist/contract/staff/dispatches'
import type { AlertKind } from '@finlist/domain/alerts/kind-names'
import type { MarketTrend } from '@finlist/domain/market-trend/trend'
import type { ExchangeId } from '@finlist/domain/markets'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Instant, MadeInstant } from './columns.ts'

/** Values for the text of an inbox item. */
export type InboxFacts = Record<string, string | number>

/**
 * How far a topic's alerts have been evaluated: up to a day, a snapshot's time (ISO 8601), or the market's two trends.
 */
export type UpTo = { day?: string; takenAt?: string; states?: Partial<Record<'short' | 'long', MarketTrend>> }

/** Notifications, and the alerts that people set. */
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
    known_to: string | null
    deleted_at: Instant | null
    was_paused: boolean | null
    screen_id: number | null
    members: ColumnType<string[] | null, string | null | undefined, string | null>
    members_on: string | null
    once: Generated<boolean>
    expires_on: string | null
    note: Generated<string>
  }
  alert_done: { alert_id: number; at: MadeInstant }
  alert_evaluated: { topic: string; published_at: Date | null; upto: ColumnType<UpTo, string | undefined, string> }
  alert_bar_seen: { exchange: ExchangeId; stock_code: string; date: string }
  alert_firing: {
    alert_id: number
    stock_code: Generated<string>
    seen: string
    at: MadeInstant
    bar: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  }
  inbox_item: {
    item_id: GeneratedAlways<number>
    user_id: number
    kind: Exclude<InboxKind, 'system'>
    source: string
    exchange: ExchangeId | null
    stock_code: string | null
    facts: ColumnType<InboxFacts, string | undefined, string>
    link: Generated<string>
    at: MadeInstant
    read_at: ColumnType<Date | null, Date | undefined, Date>
    handed_at: ColumnType<Date | null, Date | undefined, Date>
  }
  message_read: { user_id: number; message_id: number; at: MadeInstant }
  channel_choice: { user_id: number; kind: InboxKind; mail: MailChoice; push: boolean }
  channel_setting: {
    user_id: number
    quiet_zone: string | null
    quiet_from: number | null
    quiet_until: number | null
    weekly: Generated<boolean>
    push_names_prices: Generated<boolean>
    no_daily: Generated<boolean>
    refused_email: string | null
    refused_at: Instant | null
  }
  push_subscription: {
    subscription_id: GeneratedAlways<number>
    user_id: number
    session_id: string
    endpoint: string
    p256dh: string
    auth: string
    key_id: string
    made_at: MadeInstant
    wait_until: Instant | null
  }
  dispatch: {
    dispatch_id: GeneratedAlways<number>
    user_id: number
    how: DispatchWay
    kind: InboxKind | 'daily' | 'weekly'
    item_id: number | null
    subscription_id: number | null
    exchange: ExchangeId | null
    week: string | null
    state: Generated<'waiting' | 'sent' | 'dropped' | 'failed'>
    made_at: MadeInstant
    try_at: Instant
    attempts: Generated<number>
    error: string | null
    settled_at: Instant | null
  }
  daily_item: { item_id: number; user_id: number; exchange: ExchangeId; dispatch_id: number | null }
}
