import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

const everyMs = 3_600_000
const atOnce = 5_000

/** Deletes what is past its time, a bounded number of rows at a time; harmless when several processes do it. */
export function schedulePurge(db: Db, log: { warn(details: object, message: string): void }): () => void {
  const purge = () => {
    Promise.all([
      sql`delete from session where ctid in (select ctid from session where expires_at < now() limit ${atOnce})`.execute(
        db,
      ),
      sql`delete from email_proof where ctid in (select ctid from email_proof where expires_at < now() limit ${atOnce})`.execute(
        db,
      ),
      sql`delete from outbox where ctid in (select ctid from outbox where created_at < now() - interval '30 days' limit ${atOnce})`.execute(
        db,
      ),
      sql`delete from rate_limit where ctid in (select ctid from rate_limit
        where expire < extract(epoch from now()) * 1000 limit ${atOnce})`.execute(db),
    ]).catch(error => log.warn({ err: error }, 'what is past its time was not purged'))
  }
  const timer = setInterval(purge, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
