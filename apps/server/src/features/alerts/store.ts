import type { AlertKind } from '@finlist/domain/alerts/kind-names'
import { mostAlerts } from '@finlist/domain/alerts/kinds'
import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

export type AlertRow = {
  alert_id: number
  kind: AlertKind
  exchange: ExchangeId
  stock_code: string | null
  value: number | null
  value_on: Day
  paused: boolean
  created_at: Date
  stock_name: string | null
  stock_name_zh: string | null
  /**
   * When the event that last fired the alert took place (not when it was evaluated); noon in Hong Kong if only the day
   * is known.
   */
  fired_at: Date | null
  screen_id: number | null
  screen_name: string | null
  once: boolean
  expires_on: Day | null
  note: string
  done_at: Date | null
}

/** The user's alerts, newest first. */
export async function readAlerts(db: Db, userId: number): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    select alert_id, kind, exchange, stock_code, value, value_on, paused, created_at, stock_name, stock_name_zh, screen_id,
      once, expires_on, note, (select at from alert_done done where done.alert_id = alert.alert_id) as done_at,
      (select name from screen where screen.user_id = alert.user_id and screen.screen_id = alert.screen_id) as screen_name,
      (select max(coalesce((bar ->> 'takenAt')::timestamptz,
          (substring(seen from '\\d{4}-\\d{2}-\\d{2}') || ' 12:00+08')::timestamptz, at))
        from alert_firing f where f.alert_id = alert.alert_id) as fired_at
    from alert left join stock using (exchange, stock_code)
    where user_id = ${userId} and deleted_at is null order by alert_id desc`.execute(db)
  return rows
}

/** Locks the user's alerts, so that concurrent changes cannot exceed the limit or overwrite each other. */
export async function lockAlertsOf(tx: Tx, userId: number) {
  await tx.selectFrom('users').select('user_id').where('user_id', '=', userId).forNoKeyUpdate().executeTakeFirst()
}

export async function isListed(db: Db, exchange: ExchangeId, stockCode: string): Promise<boolean> {
  const row = await db
    .selectFrom('stock')
    .select('stock_code')
    .where('exchange', '=', exchange)
    .where('stock_code', '=', stockCode)
    .executeTakeFirst()
  return row !== undefined
}

type Watched = { userId: number; kind: AlertKind; exchange: ExchangeId; stockCode: string | null }
export type Terms = { once: boolean; expiresOn: Day | null; note: string }
type NewAlert = Watched & Terms & { value: number | null; valueOn: Day; screenId: number | null }

export async function insertAlert(tx: Tx, alert: NewAlert): Promise<number> {
  const { userId, kind, exchange, stockCode, value, valueOn, screenId, once, expiresOn, note } = alert
  const { rows } = await sql<{ alert_id: number }>`
    insert into alert (user_id, kind, exchange, stock_code, value, value_on, known_to, screen_id, once, expires_on, note)
    values (${userId}, ${kind}, ${exchange}, ${stockCode}, ${value}, ${valueOn}, ${knownTo(alert)}, ${screenId},
      ${once}, ${expiresOn}, ${note}) returning alert_id`.execute(tx)
  return rows[0]!.alert_id
}

type Changed = Watched & { alertId: number; paused: boolean; value: number | null; valueOn: Day }

/** Whether it is one of the user's screens, and includes the market. */
export async function hasScreen(tx: Tx, userId: number, screenId: number, exchange: ExchangeId): Promise<boolean> {
  const { rows } = await sql`
    select from screen where user_id = ${userId} and screen_id = ${screenId}
      and definition -> 'markets' ? ${exchange}`.execute(tx)
  return rows.length > 0
}

/** Saves the alert as newly set and not done, so that data that is already stored does not fire it. */
export async function setAgain(tx: Tx, alert: Changed): Promise<void> {
  await sql`
    update alert set value = ${alert.value}, value_on = ${alert.valueOn}, paused = ${alert.paused},
      known_to = ${knownTo(alert)}, members = null, members_on = null, changed_at = product_now()
    where user_id = ${alert.userId} and alert_id = ${alert.alertId}`.execute(tx)
  await tx.deleteFrom('alert_done').where('alert_id', '=', alert.alertId).execute()
}

/** Saves how often and how long the alert fires, and its note. */
export async function updateTerms(tx: Tx, alertId: number, { once, expiresOn, note }: Terms): Promise<void> {
  await tx.updateTable('alert').set({ once, expires_on: expiresOn, note }).where('alert_id', '=', alertId).execute()
  if (!once) await tx.deleteFrom('alert_done').where('alert_id', '=', alertId).execute()
}

/** Number of deleted alerts stored per user, newest first; limits the table's size. */
const mostKept = mostAlerts.subscriber

/**
 * Marks the alert as deleted and pauses it. It can be restored later, unless it is among the oldest beyond `mostKept`,
 * which are deleted for good.
 */
export async function deleteAlert(tx: Tx, userId: number, alertId: number): Promise<boolean> {
  await lockAlertsOf(tx, userId)
  const { numAffectedRows = 0n } = await sql`
    update alert set deleted_at = product_now(), was_paused = paused, paused = true
    where user_id = ${userId} and alert_id = ${alertId} and deleted_at is null`.execute(tx)
  await sql`
    delete from alert where alert_id in (select alert_id from alert where user_id = ${userId} and deleted_at is not null
      order by deleted_at desc, alert_id desc offset ${mostKept})`.execute(tx)
  return numAffectedRows > 0n
}

/** Restores an alert deleted within the last day; false if there is none. */
export async function restore(tx: Tx, userId: number, alertId: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update alert set paused = was_paused, deleted_at = null, was_paused = null
    where user_id = ${userId} and alert_id = ${alertId} and deleted_at > product_now() - interval '1 day'`.execute(tx)
  return numAffectedRows > 0n
}

/**
 * SQL: the newest stored day of the data that an alert of this kind is evaluated on; null for kinds that compare times
 * instead of days.
 */
function knownTo({ userId, kind, exchange, stockCode }: Watched) {
  if (kind === 'profit-alert' || kind === 'state' || kind === 'screen') return sql`null`
  if (kind === 'shareholding')
    return sql`(select max(shareholding_date) from settlement_date where counted_at is not null)`
  if (kind === 'issue' || kind === 'entered' || kind === 'left')
    return sql`(select max(issue_date) from finlist_issue where exchange = ${exchange})`
  const newestBar = (codes: ReturnType<typeof sql>) => sql`(select max(newest.date) from ${codes} it
    cross join lateral bars_before(${exchange}, it.stock_code, 'infinity', 1) newest)`
  if (stockCode !== null) return newestBar(sql`(select ${stockCode}::text as stock_code)`)
  return kind === 'buy-point'
    ? newestBar(sql`(select stock_code from finlist_pick where exchange = ${exchange} and issue_date =
        (select max(issue_date) from finlist_issue where exchange = ${exchange}))`)
    : newestBar(
        sql`(select stock_code from watchlist_stock where user_id = ${userId} and watchlist_stock.exchange = ${exchange})`,
      )
}

/** The stored bar that fired an alert. */
export type SeenBar = {
  open: number
  high: number
  low: number
  close: number
  volume: number | null
  unconfirmed: boolean
  /** Time of the half-hourly snapshot, ISO 8601; undefined for a daily bar. */
  takenAt?: string
}
export type FiringRow = { at: Date; stock_code: string | null; seen: string; bar: SeenBar | null }

export async function readFirings(db: Db, alertId: number, most: number): Promise<FiringRow[]> {
  const { rows } = await sql<FiringRow>`
    select at, coalesce(nullif(f.stock_code, ''), a.stock_code) as stock_code, seen, bar
    from alert_firing f join alert a using (alert_id) where alert_id = ${alertId}
    order by substring(seen from '\\d{4}-\\d{2}-\\d{2}') desc nulls last, at desc, seen desc, 2 limit ${most}`.execute(
    db,
  )
  return rows
}
