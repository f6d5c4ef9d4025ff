import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Head } from '@finlist/domain/record/chain'
import type { RecordEntry } from '@finlist/domain/record/entry'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'

/** The entry, with its body if the body is public at `now`. */
function entryOf(row: Selectable<Tables['record']>, now: number): RecordEntry {
  const isOpen = row.opens_at === null || row.opens_at.getTime() <= now
  return {
    seq: row.seq,
    prev: row.prev,
    kind: row.kind,
    market: row.market,
    madeAt: row.made_at.toISOString(),
    keyId: row.key_id,
    bodyHash: row.body_hash,
    ...(isOpen && { body: row.body }),
    hash: row.hash,
    signature: row.signature,
  }
}

/** Entries from `from` to `to`, inclusive; bodies that are not public yet are omitted. */
export async function readEntries(db: Db, from: number, to: number, now: number): Promise<RecordEntry[]> {
  const rows = await db
    .selectFrom('record')
    .selectAll()
    .where('seq', '>=', from)
    .where('seq', '<=', to)
    .orderBy('seq')
    .execute()
  return rows.map(row => entryOf(row, now))
}

/** The newest entry's number and hash; undefined if there is none. */
export async function readHead(db: Db): Promise<Head | undefined> {
  return await db.selectFrom('record').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1).executeTakeFirst()
}

/** Returns the entry with its body, even if the body is not public yet. */
export async function readEntry(db: Db, seq: number): Promise<(RecordEntry & { body: string }) | undefined> {
  const row = await db.selectFrom('record').selectAll().where('seq', '=', seq).executeTakeFirst()
  return row && { ...entryOf(row, 0), body: row.body }
}

/**
 * The number of all entries; and, of the entries from `from` to `to`, the number of all and of those with a public
 * body.
 */
export async function countPage(db: Db, from: number, to: number, now: number) {
  return await db
    .selectFrom('record')
    .select(({ fn, eb }) => [
      eb
        .selectFrom('record')
        .select(({ fn: all }) => all.max<number>('seq').as('size'))
        .as('size'),
      fn.countAll<number>().as('count'),
      fn
        .countAll<number>()
        .filterWhere(({ or, eb: is }) => or([is('opens_at', 'is', null), is('opens_at', '<=', new Date(now))]))
        .as('open'),
    ])
    .where('seq', '>=', from)
    .where('seq', '<=', to)
    .executeTakeFirstOrThrow()
}

/** The hashes of all entries after `after`, in order. */
export async function readHashes(db: Db, after: number): Promise<string[]> {
  const rows = await db.selectFrom('record').select('hash').where('seq', '>', after).orderBy('seq').execute()
  return rows.map(({ hash }) => hash)
}

/** The id of the current signing key; undefined before the record begins. */
export async function readSigningKeyId(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('record')
    .select('body')
    .where('kind', '=', 'key')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && (JSON.parse(row.body) as { keyId: string }).keyId
}

/** A current issue: its newest entry, and when its first entry was made (`publishedAt`). */
export type RecordedIssue = {
  exchange: ExchangeId
  issueDate: Day
  picks: number
  seq: number
  hash: string
  publishedAt: Date
  changedAt: Date
}

const mostIssues = 100

/** The newest issues of all markets, newest first. */
export async function readRecordedIssues(db: Db): Promise<RecordedIssue[]> {
  const { rows } = await sql<RecordedIssue>`
    select issue.exchange, issue.issue_date as "issueDate", entry.seq, entry.hash, entry.made_at as "changedAt",
      (select min(made_at) from record where kind = 'issue' and market = issue.exchange
         and body::jsonb -> 'list' ->> 'date' = issue.issue_date::text) as "publishedAt",
      (select count(*) from finlist_pick pick
       where pick.exchange = issue.exchange and pick.issue_date = issue.issue_date) as picks
    from (select * from finlist_issue order by issue_date desc, exchange limit ${mostIssues}) issue
      cross join lateral (select seq, hash, made_at from record where kind = 'issue' and market = issue.exchange
        and body::jsonb -> 'list' ->> 'date' = issue.issue_date::text order by seq desc limit 1) entry
    order by entry.seq desc`.execute(db)
  return rows
}

/** The checkpoint that a witness last signed. */
export async function readWitness(db: Db, name: string) {
  return await db.selectFrom('record_witness').selectAll().where('name', '=', name).executeTakeFirst()
}

export async function keepWitness(db: Db, row: Insertable<Tables['record_witness']>): Promise<void> {
  await db
    .insertInto('record_witness')
    .values(row)
    .onConflict(conflict => conflict.column('name').doUpdateSet(row))
    .execute()
}

/** The signature lines of those witnesses that have countersigned this checkpoint. */
export async function readCosignatures(
  db: Db,
  names: readonly string[],
  { size, root }: { size: number; root: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('record_witness')
    .select('line')
    .where('name', 'in', names)
    .where('size', '=', size)
    .where('root', '=', root)
    .orderBy('name')
    .execute()
  return rows.map(({ line }) => line)
}
