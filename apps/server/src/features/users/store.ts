import { subscriptionsPerUser, type UserBadge, usersPerPage } from '@finlist/contract/staff/users'
import type { ProductId } from '@finlist/domain/plans/products'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'

type Wanted = { search?: string | undefined; filter?: UserBadge | undefined }
type At = { adminEmails: readonly string[]; now: Date }

export type UserRow = {
  user_id: number
  name: string
  email: string
  phone: string
  customer_id: string | null
  admin: boolean
  friend: boolean
  holds: boolean
  subscriptions: SubscriptionRow[]
}
type SubscriptionRow = { product_id: ProductId; subscription_id: string | null; starts_ms: number; ends_ms: number }

/** A page of the matching users, newest first. */
export async function readUsers(
  db: Db,
  { page, before, ...wanted }: Wanted & { page: number; before?: number | undefined },
  at: At,
): Promise<UserRow[]> {
  const begin = before === undefined ? sql`true` : sql`u.user_id < ${before}`
  const skip = before === undefined ? page * usersPerPage : 0
  const { rows } = await sql<UserRow>`
    with listed as materialized (
      select u.user_id from users u where ${begin} and ${areWanted(wanted, at)}
      order by u.user_id desc limit ${usersPerPage} offset ${skip})
    select u.user_id, u.name, u.email, u.phone, c.customer_id,
      u.user_id in ${admins(at)} as admin, u.user_id in ${friends} as friend, ${holds(at)} as holds,
      ${subscriptionsOf()} as subscriptions
    from listed join users u using (user_id) left join billing_customer c using (user_id)
    order by u.user_id desc`.execute(db)
  return rows
}

export async function countWanted(db: Db, wanted: Wanted, at: At): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from users u where ${areWanted(wanted, at)}`.execute(db)
  return rows[0]!.total
}

const friends = sql`(select user_id from user_role where role = 'friend')`
const admins = ({ adminEmails }: At) => sql`(
  select user_id from user_role where role in ('staff', 'admin')
  union all select user_id from users where lower(email) = any(${[...adminEmails]}) and email_proved_at is not null)`
const holds = ({ now }: At) => sql`exists (select from plan_grant h
  where h.user_id = u.user_id and h.starts_at <= ${now} and h.ends_at > ${now})`

function areWanted({ search, filter }: Wanted, at: At): RawBuilder<unknown> {
  const others = sql`u.user_id not in ${admins(at)} and u.user_id not in ${friends}`
  const badges: Record<UserBadge, RawBuilder<unknown>> = {
    ADMIN: sql`u.user_id in ${admins(at)}`,
    FRIEND: sql`u.user_id in ${friends} and u.user_id not in ${admins(at)}`,
    FREE: sql`${others} and not ${holds(at)}`,
    PAID: sql`${others} and ${holds(at)}`,
  }
  return sql`${filter ? badges[filter] : sql`true`} and ${search ? matches(search) : sql`true`}`
}

function matches(search: string) {
  const part = `%${search.replace(/[\\%_]/g, sign => `\\${sign}`)}%`
  const userId = /^\d{1,15}$/.test(search) ? Number(search) : 0
  return sql`(u.user_id = ${userId} or concat_ws(chr(10), u.name, u.email, u.phone) ilike ${part})`
}

/** Subscriptions at the payment provider that were ever active, and plans that staff granted; newest first. */
function subscriptionsOf() {
  const ms = (column: string) => sql.raw(`floor(extract(epoch from ${column}) * 1000)`)
  return sql`coalesce((select json_agg(told) from (
    select product_id, subscription_id, ${ms('started_at')} as starts_ms,
      ${ms('coalesce(ended_at, period_end)')} as ends_ms
    from subscription s where s.user_id = u.user_id and status not in ('incomplete', 'incomplete_expired')
    union all
    select product_id, null, ${ms('starts_at')}, ${ms('ends_at')}
    from plan_grant h where h.user_id = u.user_id and subscription_id is null
    order by starts_ms desc, product_id limit ${subscriptionsPerUser}) told), '[]')`
}
