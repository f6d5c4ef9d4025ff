import { activityMonths } from '@finlist/contract/account/account-activity'
import { inboxDays } from '@finlist/contract/inbox'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

const atOnce = 5_000
/** Maximum number of firings stored per alert: an alert on all stocks fires more often in a year than anyone reads. */
const mostFirings = 500
/**
 * SQL conditions of expired rows, by table. The rate limiter's times are by the machine's clock, all others by the
 * product clock.
 */
const pastAt = (now: Date) => ({
  session: sql`expires_at < ${now}`,
  email_proof: sql`expires_at < ${now}`,
  sms_number: sql`asked_at < ${now}::timestamptz - interval '1 day'`,
  outbox: sql`created_at < product_now() - interval '30 days'`,
  inbox_item: sql`at < ${now}::timestamptz - ${inboxDays} * interval '1 day'`,
  // Deletes an alert's firings beyond the newest 500 and those older than 400 days. After a correction of data, only
  // recent days are rechecked, so no older firings are needed.
  alert_firing: sql`at < ${now}::timestamptz - interval '400 days' or alert_firing.ctid in (
    select older.ctid from (select alert_id from alert_firing group by alert_id having count(*) > ${mostFirings} limit 100) many
    cross join lateral (select ctid from alert_firing f where f.alert_id = many.alert_id order by at desc offset ${mostFirings}) older)`,
  account_event: sql`at < ${now}::timestamptz - ${activityMonths} * interval '1 month'`,
  removed_position: sql`removed_at < ${now}::timestamptz - interval '1 day'`,
  alert: sql`deleted_at < ${now}::timestamptz - interval '1 day'`,
  message_read: sql`not exists (select from system_message m where m.system_message_id = message_read.message_id)`,
  system_message: sql`expires_at < ${now}::timestamptz - interval '90 days'`,
  billing_operation: sql`state in ('done', 'failed') and updated_at < ${now}::timestamptz - interval '400 days'`,
  upload: sql`kind = 'movers' and uploaded_at < product_now() - interval '30 days'`,
  market_snapshot: sql`date < (select max(date) - 30 from market_snapshot newer where newer.exchange = market_snapshot.exchange)`,
  source_refusal: sql`refused_at < ${now}::timestamptz - interval '90 days'`,
  loaded_file: sql`loaded_at < ${now}::timestamptz - interval '400 days'`,
  dispatch: sql`state <> 'waiting' and settled_at < ${now}::timestamptz - interval '90 days'`,
  rate_limit: sql`expire < extract(epoch from now()) * 1000`,
})

/**
 * Deletes rows that have expired at `nowMs`, and the original files of uploads older than `fileDays`, in limited
 * batches. Returns the number deleted.
 */
export async function purge(db: Db, nowMs: number, fileDays = 90): Promise<number> {
  let deleted = await dropOriginals(db, fileDays)
  for (const [name, isPast] of Object.entries(pastAt(new Date(nowMs)))) {
    const table = sql.table(name)
    const { numAffectedRows = 0n } =
      await sql`delete from ${table} where ctid in (select ctid from ${table} where ${isPast} limit ${atOnce})`.execute(
        db,
      )
    deleted += Number(numAffectedRows)
  }
  return deleted
}

/** Kinds of uploads whose files are kept: a rollback imports them again. The files are small. */
const loadedAgain = ['finlist', 'markettrend', 'movers']

/** Deletes the files of old uploads, but keeps their history entries, counts and hashes. */
async function dropOriginals(db: Db, days: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update upload_file set gzipped = '' where ctid in (
      select f.ctid from upload_file f join upload u using (upload_id)
      where uploaded_at < product_now() - ${days} * interval '1 day' and kind <> all(${loadedAgain})
        and octet_length(gzipped) > 0 limit ${atOnce})`.execute(db)
  await sql`
    delete from upload_chunk where ctid in (
      select c.ctid from upload_chunk c join upload_file f using (upload_id, field)
      where octet_length(gzipped) = 0 limit ${atOnce})`.execute(db)
  return Number(numAffectedRows)
}
