import type { VideoList } from '@finlist/domain/education/video-lists'
import type { ExchangeId } from '@finlist/domain/markets'
import type { EntryKind } from '@finlist/domain/record/entry'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Purpose } from '../key-purposes.ts'
import type { Instant, MadeInstant } from './columns.ts'

/** The server's keys, jobs and settings; the record; messages and videos; and the demo's state. */
export type HouseTables = {
  server_secret: { name: string; value: string }
  server_key: { purpose: Purpose; key_id: string; value: string; signs_from: Instant }
  record: {
    seq: ColumnType<number, number, never>
    prev: ColumnType<string, string, never>
    kind: ColumnType<EntryKind, EntryKind, never>
    market: ColumnType<ExchangeId | '', ExchangeId | '', never>
    made_at: ColumnType<Date, Date, never>
    key_id: ColumnType<string, string, never>
    body_hash: ColumnType<string, string, never>
    body: ColumnType<string, string, never>
    hash: ColumnType<string, string, never>
    signature: ColumnType<string, string, never>
    opens_at: ColumnType<Date | null, Date | null, never>
  }
  record_witness: {
    name: string
    size: Generated<number>
    root: Generated<string>
    line: Generated<string>
    signed_at: Instant | null
    refused: Generated<string>
  }
  record_key: { key_id: string; private_key: string; made_at: MadeInstant }
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
    asked_at: ColumnType<Date | null, Date | undefined, Date | null>
    asked_by: Generated<string | null>
  }
  job_log: {
    run_id: ColumnType<number, never, never>
    name: string
    asked_by: string | null
    began_at: Instant
    ended_at: ColumnType<Date | null, undefined, Date>
    rows: Generated<number | null>
    as_at: Generated<string | null>
    error: string | null
  }
  config_entry: { key: string; value: string; updated_at: MadeInstant; by_user_id: number | null }
  system_message: {
    system_message_id: ColumnType<number, never, never>
    message_en: string
    message_zh: string
    target: string
    expires_at: Instant
    by_user_id: number | null
    created_at: MadeInstant
    /** Null for a message that is not specific to a market. */
    market: GeneratedAlways<ExchangeId | null>
  }
  message_withdrawal: { system_message_id: number; by_user_id: number | null; withdrawn_at: MadeInstant }
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
  demo_mark: { single_row: Generated<boolean>; is_demo: boolean; marked_at: MadeInstant }
  demo_part: {
    name: string
    version: number
    loaded_at: MadeInstant
    state: ColumnType<unknown, string | undefined, string>
  }
  demo_truth: { exchange: ExchangeId; stock_code: string; kind: string; facts: ColumnType<unknown, string, string> }
}
