import type { AuditAction, LetterKind } from '@finlist/contract/customers'
import type { PatternType } from '@finlist/contract/finlist'
import type { PracticeSpace } from '@finlist/domain/chart/symbol'
import type { VideoList } from '@finlist/domain/education/video-lists'
import type { GameAction } from '@finlist/domain/fintrainer/play'
import type { PlaylistId, ScenarioId } from '@finlist/domain/fintrainer/playlists'
import type { MarketTrend } from '@finlist/domain/market-trend/trend'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Role } from '@finlist/domain/plans/rights'
import type { ReportType } from '@finlist/domain/profit-alerts/report-type'
import type { ColumnType, Generated } from 'kysely'
import type { Purpose } from './keys.ts'

type Instant = ColumnType<Date, Date | string, Date | string>
type Json = ColumnType<Record<string, unknown>, string, string>
type MadeJson = ColumnType<Record<string, unknown>, string | undefined, string>
type MadeInstant = ColumnType<Date, Date | string | undefined, Date | string>

export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'paused'
  | 'canceled'
export type OperationKind =
  | 'subscribe'
  | 'upgrade'
  | 'downgrade'
  | 'cancel-downgrade'
  | 'renewal'
  | 'card'
  | 'credit'
  | 'refund'
  | 'trial'

type BreadthCounts<Count = number> = {
  exchange: ExchangeId
  date: string
  up: Count
  down: Count
  no_change: Count
  on_ten_week_ma: Count
  under_ten_week_ma: Count
  on_forty_week_ma: Count
  under_forty_week_ma: Count
  fifty_two_week_high: Count
  fifty_two_week_low: Count
}

/** The tables as the migrations leave them. bigint and numeric are read as numbers, dates as 'YYYY-MM-DD'. */
export type Tables = {
  server_secret: { name: string; value: string }
  server_key: { purpose: Purpose; key_id: string; value: string; signs_from: Instant }
  users: {
    user_id: ColumnType<number, never, never>
    issuer: string
    subject: string
    email: Generated<string>
    email_proved_at: Instant | null
    name: Generated<string>
    phone: Generated<string>
    language: 'en' | 'zh' | null
    referral: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
    registered_at: Instant | null
    blocked_at: Instant | null
    created_at: MadeInstant
    marketing_notifications: Generated<boolean>
    product_notifications: Generated<boolean>
    deletion_at: Instant | null
  }
  user_role: { user_id: number; role: Role; from_claim: Generated<boolean> }
  holding: {
    user_id: number
    holding_id: ColumnType<number, never, never>
    product_id: number
    period_id: number
    starts_at: MadeInstant
    ends_at: Instant
    created_at: MadeInstant
    subscription_id: Generated<string | null>
    is_trial: Generated<boolean>
  }
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
  sms_number: { account: string; number_hash: Buffer; asked_at: Instant }
  outbox: {
    message_id: ColumnType<number, never, never>
    channel: 'email' | 'sms'
    recipient: string
    subject: string
    body: string
    created_at: MadeInstant
  }
  outbox_attachment: { message_id: number; number: number; name: string; type: string; content: Buffer }
  billing_customer: {
    user_id: number
    customer_id: string
    credit_cents: Generated<number>
    owed_cents: Generated<number>
    payment_method_id: Generated<string | null>
    card_brand: Generated<string | null>
    card_last4: Generated<string | null>
    card_exp_month: Generated<number | null>
    card_exp_year: Generated<number | null>
    card_fingerprint: Generated<string | null>
    read_at: MadeInstant
    compared_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    deleted: Generated<boolean>
  }
  subscription: {
    user_id: number
    subscription_id: string
    product_id: number
    period_id: number
    future_period_id: Generated<number>
    schedule_id: string | null
    status: SubscriptionStatus
    renews: boolean
    started_at: Instant
    period_start: Instant
    period_end: Instant
    trial_end: Instant | null
    ended_at: Instant | null
    price_cents: number
    next_cents: number
    coupon_id: string | null
    read_at: MadeInstant
  }
  invoice: {
    user_id: number
    invoice_id: string
    subscription_id: string | null
    product_id: number | null
    period_id: number | null
    number: string | null
    status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
    subtotal_cents: number
    discount_cents: number
    total_cents: number
    credit_cents: number
    paid_cents: number
    due_cents: number
    refunded_cents: Generated<number>
    disputed: Generated<boolean>
    credited_cents: Generated<number>
    dispute_lost: Generated<boolean>
    promotion_code_id: string | null
    coupon_id: string | null
    period_start: Instant
    period_end: Instant
    created_at: Instant
    paid_at: Instant | null
    next_attempt_at: Instant | null
    read_at: MadeInstant
    recurring_cents: Generated<number>
    payment_intent_id: Generated<string | null>
    needs_bank: Generated<boolean>
    access_ruling: Generated<'kept' | 'ended' | null>
    access_ruled_at: ColumnType<Date | null, never, Date | null>
  }
  billing_coupon: { coupon_id: string; name: string }
  refund: {
    user_id: number
    refund_id: string
    invoice_id: string
    cents: number
    to_credit: Generated<boolean>
    created_at: Instant
  }
  billing_letter: {
    user_id: number
    letter_id: ColumnType<number, never, never>
    kind: LetterKind
    subject_id: string
    decided_at: Instant
    state: Generated<'waiting' | 'sent' | 'dropped' | 'failed'>
    settled_at: ColumnType<Date | null, never, Date | null>
    attempts: Generated<number>
    pdf_attempts: Generated<number>
    try_at: Instant
    error: Generated<string | null>
  }
  audit_log: {
    audit_id: ColumnType<number, never, never>
    by_user_id: number | null
    by_name: string
    about_user_id: number | null
    action: AuditAction
    facts: ColumnType<Record<string, string | number | boolean | null>, string, never>
    reason: string
    asked_key: Generated<string | null>
    operation_id: Generated<string | null>
    at: Instant
  }
  affiliate_code: {
    code: string
    user_id: number | null
    coupon_id: string
    promotion_code_id: string | null
    percent_off: number
    duration: 'once' | 'forever'
    by_user_id: number
    reason: string
    operation_id: string
    created_at: Instant
  }
  affiliate_month: {
    month: string
    rate_basis_points: number
    closed_at: Instant
  }
  affiliate_line: {
    coupon_id: string
    month: string
    key: string
    kind: 'sale' | 'renewal' | 'refund' | 'correction'
    at: Instant
    product_id: number | null
    period_id: number | null
    cents: number
    sold: number
  }
  billing_operation: {
    user_id: number
    operation_id: string
    kind: OperationKind
    product_id: number | null
    subscription_id: string | null
    request: Json
    asked_key: string | null
    quoted_at: Instant | null
    state: 'started' | 'requires_action' | 'done' | 'failed'
    step: Generated<string>
    before: MadeJson
    ids: MadeJson
    answer: Json | null
    error: Json | null
    created_at: MadeInstant
    updated_at: MadeInstant
  }
  billing_quote: {
    user_id: number
    product_id: number
    subscription_id: Generated<string>
    period_id: number
    promotion_code_id: Generated<string>
    amount_cents: number
    quoted_at: Instant
  }
  billing_event: {
    event_id: string
    type: string
    customer_id: string | null
    object_id: string | null
    created_at: Instant
    received_at: MadeInstant
    applied_at: Instant | null
    attempts: Generated<number>
    try_at: MadeInstant
    error: string | null
  }
  trial_taken: { user_id: number; product_id: number; card_fingerprint: Generated<string>; taken_at: MadeInstant }
  invoice_link: { token_hash: Buffer; user_id: number; invoice_id: string; expires_at: Instant }
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
  }
  finder_filter_set: {
    user_id: number
    finder_filter_set_id: ColumnType<number, never, never>
    finder_filter_set_name: string
    filters: ColumnType<unknown, string, string>
    created_at: MadeInstant
  }
  practice_stock: {
    space: PracticeSpace
    stock_code: string
    stock_name: Generated<string>
    stock_name_zh: Generated<string>
    start_date: string | null
    resolution: Generated<'1D' | '1W' | '1M'>
  }
  chart_pattern: {
    exchange: string
    pattern_id: string
    stock_code: string
    pattern_type: PatternType
    points: ColumnType<{ time: number; price: number }[], string, string>
    options: ColumnType<Record<string, unknown>, string | undefined, string>
    from_date: string
    to_date: string
  }
  breadth: BreadthCounts & { stocks: number }
  uploaded_breadth: {
    [Column in keyof BreadthCounts]: BreadthCounts[Column] | (Column extends 'date' | 'exchange' ? never : null)
  } & {
    issue_date: string
    loaded_at: MadeInstant
  }
  breadth_due: { exchange: ExchangeId; from_date: string }
  market_state: {
    exchange: ExchangeId
    short_term: boolean
    start_date: string
    trend: MarketTrend
    set_at: MadeInstant
    by_user_id: number | null
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
  study_template: { user_id: number; client: string; name: string; content: string; saved_at: MadeInstant }
  game_level: {
    playlist_id: PlaylistId
    level_id: number
    exchange: ExchangeId | 'GAME'
    stock_code: string
    stock_name: Generated<string>
    stock_name_zh: Generated<string>
    start_date: string
    end_date: string
    multiplier: number
  }
  game_play: {
    user_id: number
    playlist_id: PlaylistId
    level_id: number
    day: Generated<number>
    buy_day: Generated<number | null>
    buy_price: Generated<number | null>
    steps: Generated<number>
    last_action: Generated<GameAction>
    previous_day: Generated<number>
    started_at: Instant
    finished_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  }
  game_trade: {
    user_id: number
    playlist_id: PlaylistId
    level_id: number
    step: number
    buy_day: number
    buy_price: number
    sell_day: number
    sell_price: number
    return_rate: number
    sold_at: Instant
    saved_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    random_rate: Generated<number | null>
  }
  game_place: { user_id: number; playlist_id: ScenarioId; earned_at: Instant }
  demo_mark: { single_row: Generated<boolean>; is_demo: boolean; marked_at: MadeInstant }
  product_clock: {
    one: Generated<boolean>
    ahead_ms: Generated<number>
    from_ms: number | null
    goal_ms: number | null
    stage: 'days' | 'data' | null
    mover: number | null
    mover_session: string | null
    error: Generated<string>
  }
  demo_part: {
    name: string
    version: number
    loaded_at: MadeInstant
    state: ColumnType<unknown, string | undefined, string>
  }
  stock: {
    exchange: ExchangeId
    stock_code: string
    is_index: Generated<boolean>
    stock_name: Generated<string>
    stock_name_zh: Generated<string>
    sector: Generated<string>
    sector_zh: Generated<string>
    sub_sector: Generated<string>
    sub_sector_zh: Generated<string>
    profile_info: Generated<string>
    profile_info_zh: Generated<string>
  }
  bar: {
    exchange: ExchangeId
    stock_code: string
    date: string
    open: number
    high: number
    low: number
    close: number
    volume: number
  }
  finlist_issue: { exchange: ExchangeId; issue_date: string; published_at: MadeInstant }
  finlist_pick: {
    exchange: ExchangeId
    issue_date: string
    stock_code: string
    close: number
    close_change: number | null
    volume: number | null
    volume_change: number | null
    percival_score: number
    buy_point: number | null
    pattern_type: PatternType | null
    is_low_turnover: Generated<boolean>
    free_pick: Generated<boolean>
  }
  fundamental: {
    exchange: ExchangeId
    issue_date: string
    stock_code: string
    quarter: number
    this_report_date: number
    last_report_date: number | null
    this_eps: number | null
    last_eps: number | null
    eps_change: number | null
    this_sales: number | null
    last_sales: number | null
    sales_change: number | null
    this_npm: number | null
    last_npm: number | null
    npm_change: number | null
  }
  shareholding: {
    stock_code: string
    shareholding_date: string
    participant_id: string
    participant_name: string
    shareholding: number
    shareholding_percent: number
  }
  settlement_date: {
    shareholding_date: string
    day_before: string | null
    week_before: string | null
    counted_at: Instant | null
  }
  shareholding_change: {
    shareholding_date: string
    span: 'day' | 'week'
    stock_code: string
    participant_id: string
    participant_name: string
    change: number
  }
  market_snapshot: { exchange: ExchangeId; taken_at: Instant; date: string }
  market_snapshot_price: {
    exchange: ExchangeId
    taken_at: Instant
    stock_code: string
    price: number
    previous_price: number | null
    volume: number
  }
  profit_alert: {
    exchange: ExchangeId
    stock_code: string
    released_at: Instant
    report_type: ReportType
    link: string
    link_zh: Generated<string>
    loaded_at: MadeInstant
  }
  upload: {
    upload_id: ColumnType<number, never, never>
    kind: string
    key: string
    by_user_id: number | null
    by_name: string
    files: ColumnType<unknown, string, string>
    counts: ColumnType<Record<string, number>, string, string>
    notes: ColumnType<string[], string | undefined, string>
    keeps_replaced: ColumnType<boolean, boolean | undefined, boolean>
    uploaded_at: MadeInstant
    rolled_back_at: Instant | null
  }
  upload_file: { upload_id: number; field: string; name: string; sha256: Buffer; bytes: number; gzipped: Buffer }
  system_message: {
    system_message_id: ColumnType<number, never, never>
    message_en: string
    message_zh: string
    target: string
    expires_at: Instant
    by_user_id: number | null
    created_at: MadeInstant
  }
  message_withdrawal: { system_message_id: number; by_user_id: number | null; withdrawn_at: MadeInstant }
  last_updated: { topic: string; updated_at: Instant }
  job_run: {
    name: string
    next_at: Instant
    began_at: ColumnType<Date | null, Date | undefined, Date>
    ended_at: ColumnType<Date | null, Date | undefined, Date>
    duration_ms: Generated<number | null>
    succeeded_at: ColumnType<Date | null, Date | undefined, Date>
    rows: Generated<number | null>
    as_at: Generated<string | null>
    failures: Generated<number>
    error: Generated<string | null>
    failed_at: ColumnType<Date | null, Date | undefined, Date>
  }
  config_entry: { key: string; value: string; updated_at: MadeInstant; by_user_id: number | null }
  video: {
    list: VideoList
    vimeo_id: string
    name: string
    name_zh: Generated<string>
    thumbnail: Generated<string>
    file: Generated<string>
    duration_seconds: number
    published_on: string
    hidden: Generated<boolean>
  }
  video_view: {
    user_id: number
    vimeo_id: string
    views: Generated<number>
    first_viewed_at: MadeInstant
    last_viewed_at: MadeInstant
  }
  demo_truth: { exchange: ExchangeId; stock_code: string; kind: string; facts: ColumnType<unknown, string, string> }
}
