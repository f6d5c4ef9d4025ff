import type { ColumnType } from 'kysely'

export type Instant = ColumnType<Date, Date | string, Date | string>
export type Json = ColumnType<Record<string, unknown>, string, string>
export type MadeJson = ColumnType<Record<string, unknown>, string | undefined, string>
export type MadeInstant = ColumnType<Date, Date | string | undefined, Date | string>
