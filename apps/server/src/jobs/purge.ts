import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

const atOnce = 5_000
const past = {
  session: sql`expires_at < now()`,
  email_proof: sql`expires_at < now()`,
  outbox: sql`created_at < now() - interval '30 days'`,
  system_message: sql`expires_at < now() - interval '90 days'`,
  billing_operation: sql`state in ('done', 'failed') and updated_at < now() - interval '400 days'`,
  rate_limit: sql`expire < extract(epoch from now()) * 1000`,
}

/** Deletes what is past its time, a bounded number of rows at a time; harmless when several processes do it. */
export async function purge(db: Db) {
  for (const [name, isPast] of Object.entries(past)) {
    const table = sql.table(name)
    await sql`delete from ${table} where ctid in (select ctid from ${table} where ${isPast} limit ${atOnce})`.execute(
      db,
    )
  }
}
