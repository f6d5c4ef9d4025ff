import type { Role } from '@finlist/domain/plans/rights'
import type { ColumnType, Generated } from 'kysely'

type Instant = ColumnType<Date, Date | string, Date | string>
type MadeInstant = ColumnType<Date, Date | string | undefined, Date | string>

/** The tables as the migrations leave them. bigint and numeric are read as numbers, dates as 'YYYY-MM-DD'. */
export type Tables = {
  server_secret: { name: string; value: string }
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
  }
  device: {
    user_id: number
    device_id: string
    key_hash: Buffer
    signed_in_at: Instant
    last_seen_at: MadeInstant
    info: ColumnType<Record<string, unknown>, string | undefined, string>
  }
  email_proof: {
    user_id: number
    email: string
    code_hash: Buffer
    tries: Generated<number>
    expires_at: Instant
  }
  outbox: {
    message_id: ColumnType<number, never, never>
    channel: 'email' | 'sms'
    recipient: string
    subject: string
    body: string
    created_at: MadeInstant
  }
  demo_part: { name: string; version: number; loaded_at: MadeInstant }
}
