import type { PatternType } from '@finlist/contract/finlist'
import type { PracticeSpace } from '@finlist/domain/chart/padded'
import type { StoredFigures } from '@finlist/domain/finlist/board-figures'
import type { ReportedFigure } from '@finlist/domain/fundamentals/reported'
import type { StateRates } from '@finlist/domain/market-trend/state-rates'
import type { MarketTrend } from '@finlist/domain/market-trend/trend'
import type { Currency, ExchangeId } from '@finlist/domain/markets'
import type { DoubtKind } from '@finlist/domain/prices/doubt-kinds'
import type { ReportType } from '@finlist/domain/profit-alerts/report-type'
import type { ScreenFigures } from '@finlist/domain/screener/bar-figures'
import type { ColumnType, Generated } from 'kysely'
import type { Instant, Json, MadeInstant } from './columns.ts'

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

/** Markets, stocks, their data, and uploads. */
export type MarketDataTables = {
  market: { exchange: ExchangeId }
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
    upload_id: number | null
  }
  bar_history: {
    exchange: string
    stock_code: string
    date: string
    open: number
    high: number
    low: number
    close: number
    volume: number
    brought_by: number | null
    until: Instant
    upload_id: number | null
  }
  bar_deletion: {
    deletion_id: Generated<number>
    exchange: ExchangeId
    stock_code: string | null
    date: string | null
    bars: number
    reason: string
    deleted_by: string
    deleted_at: MadeInstant
    restored_at: Instant | null
    restored_by: string | null
  }
  doubt: {
    exchange: ExchangeId
    kind: DoubtKind
    stock_code: string
    date: string
    held_until: string
    evidence: Json
    found_at: MadeInstant
    ended_at: Instant | null
    ended_as: 'right' | 'action' | 'stayed' | 'gone' | 'changed' | null
    ended_by: string | null
    undone_at: Instant | null
    undone_by: string | null
  }
  doubt_search: {
    exchange: ExchangeId
    version: number
    up_to: Generated<string>
    searched: Generated<number>
    stocks: Generated<number>
    found: Generated<number>
    began_at: MadeInstant
    ended_at: Instant | null
  }
  corporate_action_history: {
    exchange: string
    stock_code: string
    ex_date: string
    kind: string
    numerator: number | null
    denominator: number | null
    cancelled: boolean
    known_at: Instant
    until: Instant
  }
  /** Written only by versions that predate the table `doubt`. During an upgrade, such a version may still run. */
  unconfirmed_bar: {
    exchange: ExchangeId
    stock_code: string
    date: string
    previous_close: number
    close: number
    is_spike: Generated<boolean>
    found_at: MadeInstant
    released_at: Instant | null
    released_as: 'looked-at' | 'action' | 'stayed' | null
    released_by: string | null
  }
  held_day: {
    exchange: ExchangeId
    date: string
    stocks: number
    stocks_before: number
    found_at: MadeInstant
    released_at: Instant | null
    released_by: string | null
  }
  corporate_action: {
    exchange: ExchangeId
    stock_code: string
    ex_date: string
    kind: 'split' | 'consolidation' | 'bonus' | 'dividend' | 'rights' | 'spin-off'
    numerator: number | null
    denominator: number | null
    amount: number | null
    currency: string | null
    source: string
    known_at: MadeInstant
    cancelled: Generated<boolean>
  }
  listing: {
    exchange: ExchangeId
    stock_code: string
    listed_on: string
    delisted_on: string | null
    reason: string | null
    last_value: number | null
  }
  former_name: {
    former_name_id: ColumnType<number, never, never>
    exchange: ExchangeId
    stock_code: string
    stock_name: Generated<string>
    stock_name_zh: Generated<string>
    until: MadeInstant
  }
  name_sound: { name: string; sounds: string; version: number }
  stock_rename: { exchange: ExchangeId; from_code: string; to_code: string; renamed_on: string }
  market_closing: { exchange: ExchangeId; date: string; kind: 'full' | 'half' | 'open'; name: Generated<string> }
  reported_figure: {
    exchange: ExchangeId
    stock_code: string
    period_end: string
    figure: ReportedFigure
    known_on: string
    value: number
    currency: string
    source: string
  }
  fundamentals_asked: { exchange: ExchangeId; stock_code: string; source: string; asked_on: string; validator: string }
  source_day: {
    exchange: ExchangeId
    date: string
    source: string
    rows: number
    refused: number
    is_whole: boolean
    taken_at: Instant
  }
  loaded_file: { path: string; modified_ms: number; bytes: number; loaded_at: MadeInstant }
  source_reading: { exchange: ExchangeId; source: string; began_at: MadeInstant; times: Generated<number> }
  source_refusal: {
    refusal_id: ColumnType<number, never, never>
    exchange: ExchangeId
    source: string
    asked_for: string
    stock_code: string | null
    date: string | null
    reason: Json
    refused_at: Instant
  }
  backfill_part: {
    exchange: ExchangeId
    source: string
    first_day: string
    last_day: string
    part: string
    rows: number
    loaded_at: MadeInstant
  }
  missing_day_told: { exchange: ExchangeId; date: string; told_at: Instant }
  breadth: BreadthCounts & { stocks: number }
  uploaded_breadth: {
    [Column in keyof BreadthCounts]: BreadthCounts[Column] | (Column extends 'date' | 'exchange' ? never : null)
  } & {
    issue_date: string
    loaded_at: MadeInstant
  }
  breadth_due: { exchange: ExchangeId; from_date: string }
  exchange_rate: { currency: Currency; date: string; hkd: number; source: string | null }
  board_due: { exchange: ExchangeId; from_date: string }
  board_stock: {
    exchange: ExchangeId
    stock_code: string
    date: string
    close: number
    close_change: number | null
    volume: number
    volume_change: number | null
    volume_multiple: number | null
    high_distance: number | null
    rank: number | null
    figures: ColumnType<Partial<StoredFigures & ScreenFigures>, string | undefined, string>
  }
  past_board: {
    exchange: ExchangeId
    week: string
    date: string | null
    figures: string
    stocks: Buffer
    made_at: MadeInstant
  }
  market_state: {
    exchange: ExchangeId
    short_term: boolean
    start_date: string
    trend: MarketTrend
    set_at: MadeInstant
    by_user_id: number | null
  }
  state_rates: {
    exchange: ExchangeId
    rates: ColumnType<StateRates, string, string>
    seed: string
    made_at: MadeInstant
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
  practice_stock: {
    space: PracticeSpace
    stock_code: string
    stock_name: Generated<string>
    stock_name_zh: Generated<string>
    start_date: string | null
    resolution: Generated<'1D' | '1W' | '1M'>
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
    replaced_uploads: ColumnType<number[] | null, string | null | undefined, string | null>
    uploaded_at: MadeInstant
    rolled_back_at: Instant | null
  }
  upload_file: { upload_id: number; field: string; name: string; sha256: Buffer; bytes: number; gzipped: Buffer }
  upload_chunk: { upload_id: number; field: string; number: number; bytes: Buffer }
}
