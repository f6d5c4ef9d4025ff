import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

const atOnce = 5_000
const past = {
  session: sql`expires_at < now()`,
  email_proof: sql`expires_at < now()`,
  outbox: sql`created_at < now() - interval '30 days'`,
  system_message: sql`expires_at < now() - interval '90 days'`,
  billing_operation: sql`state in ('done', 'failed') and updated_at < now() - interval '400 days'`,
  upload: sql`kind = 'movers' and uploaded_at < now() - interval '30 days'`,
  market_snapshot: sql`date < (select max(date) - 30 from market_snapshot newer where newer.exchange = market_snapshot.exchange)`,
  rate_limit: sql`expire < extract(epoch from now()) * 1000`,
}

/** Deletes what is past its time, a bounded number of rows at a time; answers how many. */
export async function purge(db: Db): Promise<number> {
  let deleted = 0
  for (const [name, isPast] of Object.entries(past)) {
    const table = sql.table(name)
    const { numAffectedRows = 0n } =
      await sql`delete from ${table} where ctid in (select ctid from ${table} where ${isPast} limit ${atOnce})`.execute(
        db,
      )
    deleted += Number(numAffectedRows)
  }
  return deleted
}
