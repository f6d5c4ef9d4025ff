import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'

/** When the topic ('finlist:HKEX', 'education:videos') was last published. */
export async function readLastUpdated(db: Db, topic: string): Promise<Date | undefined> {
  const row = await db.selectFrom('last_updated').select('updated_at').where('topic', '=', topic).executeTakeFirst()
  return row?.updated_at
}

/** Records that the topic was published, and makes every process drop its cached answers of it. */
export async function publish(tx: Tx, topic: string) {
  await sql`insert into last_updated (topic, updated_at) values (${topic}, product_now(clock_timestamp()))
    on conflict (topic) do update set updated_at = excluded.updated_at`.execute(tx)
}
