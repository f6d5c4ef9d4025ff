import type { PatternType } from '@finlist/contract/finlist'
import type { Track } from '@finlist/contract/track-record'
import type { ChanceBase, ChanceWorld } from '@finlist/domain/chance/fires'
import type { StoredFigures } from '@finlist/domain/finlist/board-figures'
import type { ListRow } from '@finlist/domain/finlist/edited-list'
import type { RecordedOutlook } from '@finlist/domain/learning/outlook'
import type { ExchangeId } from '@finlist/domain/markets'
import type { OutcomeState } from '@finlist/domain/outcome/follow'
import type { Twin } from '@finlist/domain/outcome/twin'
import type { DepartureReason } from '@finlist/domain/picking/departure-reasons'
import type { PickFacts } from '@finlist/domain/picking/facts'
import type { LeftOut } from '@finlist/domain/prices/left-out'
import type { ColumnType, Generated } from 'kysely'
import type { Instant, Json, MadeInstant } from './columns.ts'

/** The outlooks of a list's stocks by code, and the id of their model; null if they are by chance alone. */
export type ListOutlooks = { model: string | null; picks: Record<string, RecordedOutlook> }
export type PublishedOutlook = RecordedOutlook & { model: string | null }

/** Lists, how they are made, and the outcome of their picks. */
export type ListTables = {
  finlist_issue: {
    exchange: ExchangeId
    issue_date: string
    published_at: MadeInstant
    method_id: string | null
    constants: string | null
    departures: ColumnType<Record<string, DepartureReason> | null, string | null | undefined, string | null>
  }
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
    variant: Generated<string>
    stop: number | null
    rank: number | null
    template: number | null
    facts: ColumnType<PickFacts | null, string | null | undefined, string | null>
    origin: Generated<'method' | 'staff' | 'import'>
    note: Generated<string>
    outlook: ColumnType<PublishedOutlook | null, string | null | undefined, string | null>
  }
  pick_figure: {
    exchange: ExchangeId
    issue_date: string
    stock_code: string
    volume_multiple: number | null
    high_distance: number | null
    rank: number | null
    figures: ColumnType<Partial<StoredFigures>, string | undefined, string>
  }
  pick_twins: {
    exchange: ExchangeId
    issue_date: string
    stock_code: string
    seed: string
    twins: ColumnType<Twin[], string, string>
    drawn_at: MadeInstant
  }
  /** Queried only with hand-written SQL. */
  pick_outcome: {
    exchange: ExchangeId
    issue_date: string
    stock_code: string
    track: Track
    pattern: PatternType | 'NIL'
    buy_point: number
    repeats: string | null
    state: OutcomeState | 'repeated'
    entry_date: string | null
    entry: number | null
    exit_date: string | null
    exit: number | null
    net_worst: number | null
    net_best: number | null
    market_return: number | null
    twins: number
    twins_open: number
    twin_worst: number | null
    twin_best: number | null
    as_at: string
    stands_since: string | null
    recorded_in: number | null
  }
  list_correction: {
    exchange: ExchangeId
    issue_date: string
    rows_apart: number
    checked_at: MadeInstant
  }
  reconstruction: {
    exchange: ExchangeId
    from_date: string
    before_date: string
    method_id: string
    constants: string
    asked_at: Instant
    times: Generated<number>
    made_on: string | null
    gone: number | null
    history_from: string | null
  }
  reconstructed_issue: {
    exchange: ExchangeId
    issue_date: string
    inputs_hash: string
    eligible: number
  }
  /** Queried only with hand-written SQL. */
  reconstructed_pick: {
    exchange: ExchangeId
    issue_date: string
    stock_code: string
    pattern: PatternType
    buy_point: number
    seed: string
    twins: ColumnType<Twin[], string, string>
    repeats: string | null
    state: OutcomeState | 'repeated' | null
    entry_date: string | null
    entry: number | null
    exit_date: string | null
    exit: number | null
    net_worst: number | null
    net_best: number | null
    market_return: number | null
    twins_filled: Generated<number>
    twins_open: Generated<number>
    twin_worst: number | null
    twin_best: number | null
  }
  proposal: {
    exchange: ExchangeId
    issue_date: string
    method_id: string
    constants: string
    inputs_hash: string
    eligible: number
    body: string
    facts: ColumnType<Record<string, PickFacts>, string, string>
    departures: ColumnType<Record<string, DepartureReason> | null, string | null, string | null>
    previous_date: string | null
    prices_at: Instant | null
    made_at: Instant
    known_at: Instant | null
    left_out: ColumnType<LeftOut[] | null, string | null, string | null>
    outlooks: ColumnType<ListOutlooks | null, string | null | undefined, string | null>
    state: Generated<'open' | 'handed-in' | 'published' | 'dropped'>
    handed_in_by: number | null
    handed_in_at: Instant | null
    published_by: number | null
    published_at: Instant | null
  }
  proposal_edit: {
    edit_id: ColumnType<number, never, never>
    exchange: ExchangeId
    issue_date: string
    stock_code: string
    what: 'veto' | 'add' | 'change' | 'note'
    before: number | null
    after: number | null
    note: Generated<string>
    added: ColumnType<{ row: ListRow; facts: PickFacts | null } | null, string | null | undefined, string | null>
    reason: string
    by_user_id: number | null
    at: Instant
    taken_back_at: Instant | null
    taken_back_by: number | null
  }
  proposal_missing: {
    exchange: ExchangeId
    issue_date: string
    why: 'no-prices' | 'too-few-stocks' | 'day-held' | 'engine-failed'
    eligible: number | null
    eligible_before: number | null
    message: Json | null
    prices_at: Instant | null
    told_at: Instant | null
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
    source: string | null
    known_on: string | null
  }
  chance_figure: {
    exchange: ExchangeId
    method_id: string
    world: ChanceWorld
    base: ChanceBase
    fires: number
    stock_weeks: number
    seed: string
    made_at: MadeInstant
  }
  record_widening: {
    exchange: ExchangeId
    method_id: string
    factor: number | null
    cells: number
    held: number
    held_widened: number
    worlds: number
    weeks: number
    stocks: number
    seed: string
    made_at: MadeInstant
  }
}
