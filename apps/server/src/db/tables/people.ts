import type { RisingPrices } from '@finlist/contract/account/account'
import type { ListView, ViewedList } from '@finlist/contract/list-views'
import type { ScreenBody } from '@finlist/contract/screener'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Role } from '@finlist/domain/plans/roles'
import type { FlagColour } from '@finlist/domain/stock-marks/flag-colours'
import { type Language } from '@finlist/i18n/languages'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Instant, MadeInstant } from './columns.ts'

/** Users' data: accounts, sessions, watchlists and charts. */
export type PeopleTables = {
  users: {
    user_id: ColumnType<number, never, never>
    issuer: string
    subject: string
    email: Generated<string>
    email_proved_at: Instant | null
    name: Generated<string>
    phone: Generated<string>
    language: Language | null
    rising_prices: RisingPrices | null
    start_page: string | null
    referral: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
    registered_at: Instant | null
    blocked_at: Instant | null
    created_at: MadeInstant
    marketing_notifications: Generated<boolean>
    product_notifications: Generated<boolean>
    deletion_at: Instant | null
    first_steps: Generated<boolean>
    pick_opened_at: Instant | null
  }
  user_role: { user_id: number; role: Role; from_claim: Generated<boolean> }
  session: {
    user_id: number
    session_id: string
    secret_hash: Buffer
    client: 'browser' | 'command-line'
    auth_time: Instant
    id_token: string | null
    created_at: MadeInstant
    renewed_at: MadeInstant
    expires_at: Instant
    user_agent: Generated<string>
    place: Generated<string>
  }
  account_event: {
    event_id: GeneratedAlways<number>
    user_id: number
    at: MadeInstant
    kind: string
    session_id: string | null
    user_agent: Generated<string>
    place: Generated<string>
    detail: Generated<string>
  }
  device: {
    user_id: number
    device_id: string
    key_hash: Buffer
    signed_in_at: Instant
    last_seen_at: MadeInstant
    info: ColumnType<Record<string, unknown>, string | undefined, string>
    session_id: string | null
    networks: ColumnType<Record<string, number>, string | undefined, string>
  }
  email_proof: {
    user_id: number
    email: string
    code_hash: Buffer
    tries: Generated<number>
    expires_at: Instant
    proved_at: Instant | null
  }
  sms_number: { account: string; number_hash: Buffer; asked_at: Instant }
  datafeed_token: {
    token_id: Generated<number>
    user_id: number
    name: string
    token_hash: Buffer
    made_at: Instant
    last_used_at: Instant | null
    network: Generated<string>
    network_at: MadeInstant
    calls: Generated<number>
    counted_from: MadeInstant
  }
  watchlist: {
    user_id: number
    watchlist_id: ColumnType<number, never, never>
    watchlist_name: string
    created_at: MadeInstant
  }
  watchlist_stock: {
    user_id: number
    watchlist_stock_id: ColumnType<number, never, never>
    watchlist_id: number
    exchange: ExchangeId
    stock_code: string
    buy_price: number
    shares: number
    created_at: MadeInstant
    follows_actions: Generated<boolean>
    changed_at: ColumnType<Date | null, never, never>
    place: number | null
    note: Generated<string>
  }
  list_view: {
    user_id: number
    list: ViewedList
    view: ColumnType<ListView, string, string>
    changed_at: MadeInstant
  }
  stock_mark: {
    user_id: number
    exchange: ExchangeId
    stock_code: string
    flag: FlagColour | null
    note: string
    changed_at: MadeInstant
  }
  removed_position: {
    user_id: number
    watchlist_id: number
    watchlist_stock_id: number
    position: ColumnType<Record<string, unknown>, string, string>
    removed_at: MadeInstant
  }
  finder_filter_set: {
    user_id: number
    finder_filter_set_id: ColumnType<number, never, never>
    finder_filter_set_name: string
    filters: ColumnType<unknown, string, string>
    created_at: MadeInstant
  }
  screen: {
    user_id: number
    screen_id: ColumnType<number, never, never>
    name: string
    definition: ColumnType<Omit<ScreenBody, 'name'>, string, string>
    created_at: MadeInstant
  }
  saved_chart: {
    user_id: number
    chart_id: ColumnType<number, never, never>
    client: string
    name: string
    symbol: Generated<string>
    resolution: Generated<string>
    content: string
    saved_at: MadeInstant
  }
  chart_memory: {
    chart_memory_id: GeneratedAlways<number>
    user_id: number
    exchange: Generated<string>
    stock_code: Generated<string>
    content: string
    version: Generated<number>
    kept_at: MadeInstant
  }
  study_template: { user_id: number; client: string; name: string; content: string; saved_at: MadeInstant }
  video_view: {
    user_id: number
    vimeo_id: string
    views: Generated<number>
    first_viewed_at: MadeInstant
    last_viewed_at: MadeInstant
  }
  outbox: {
    message_id: ColumnType<number, never, never>
    channel: 'email' | 'sms'
    recipient: string
    subject: string
    body: string
    created_at: MadeInstant
  }
  outbox_attachment: { message_id: number; number: number; name: string; type: string; content: Buffer }
}
