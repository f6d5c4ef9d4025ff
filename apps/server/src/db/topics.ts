import type { Topic } from '@finlist/contract/topics'
import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * Records the topics as published at the present moment, not at the start of the transaction, and notifies every
 * process.
 */
export async function publish(tx: Db, ...topics: Topic[]): Promise<void> {
  await sql`insert into last_updated (topic, updated_at)
    select topic, product_now(clock_timestamp()) from unnest(${[...new Set(topics)]}::text[]) topic
    on conflict (topic) do update set updated_at = excluded.updated_at`.execute(tx)
}

/** Records the topic as published at a past time, unless a later publication is already recorded. */
export async function publishedAt(tx: Db, topic: Topic, at: Date): Promise<void> {
  await sql`insert into last_updated (topic, updated_at) values (${topic}, ${at})
    on conflict (topic) do update set updated_at = greatest(last_updated.updated_at, excluded.updated_at)`.execute(tx)
}

/** The time at which the topic was last published; undefined if it never was. */
export async function lastPublished(db: Db, topic: Topic): Promise<Date | undefined> {
  const row = await db.selectFrom('last_updated').select('updated_at').where('topic', '=', topic).executeTakeFirst()
  return row?.updated_at
}

/** The time at which each topic was last published, in ms. Topics never published have no entry. */
export async function readLastPublished(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom('last_updated').select(['topic', 'updated_at']).execute()
  return new Map(rows.map(row => [row.topic, row.updated_at.getTime()]))
}
