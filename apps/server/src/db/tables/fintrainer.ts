import type { GameAction } from '@finlist/domain/fintrainer/play'
import type { PlaylistId, ScenarioId } from '@finlist/domain/fintrainer/playlists'
import type { ExchangeId } from '@finlist/domain/markets'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Instant } from './columns.ts'

/** The game's levels, and users' plays of them. */
export type FintrainerTables = {
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
    /** Null for GAME. */
    market: GeneratedAlways<ExchangeId | null>
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
    moved_at: ColumnType<Date | null, Date | undefined, Date | null>
    scale: Generated<number>
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
  game_off_boards: { user_id: number; since: Instant }
}
