import { type ChartToSave, maxCharts, maxTemplates } from '@finlist/contract/charts/chart-storage'
import { storedBytes } from '@finlist/domain/plans/storage'
import { sql } from 'kysely'
import type { Database, Db, Tx } from '../../db/database.ts'
import { BadRequest } from '../../http/client-errors.ts'
import type { Caller } from '../../http/serve.ts'

/** The owner of stored charts: the token's user, within the client's namespace. */
export type Owner = Room & { client: string }
/** The user, and the maximum total bytes of their content. */
type Room = { userId: number; mostBytes: number }

export function ownerOf({ caller, query }: { caller: Caller; query: { client: string } }): Owner {
  return { userId: caller.userId, client: query.client, mostBytes: storedBytes(caller.rights) }
}

export async function listCharts(db: Db, { userId, client }: Owner) {
  const rows = await db
    .selectFrom('saved_chart')
    .select(['chart_id', 'name', 'symbol', 'resolution', 'saved_at'])
    .where('user_id', '=', userId)
    .where('client', '=', client)
    .orderBy('saved_at', 'desc')
    .orderBy('chart_id', 'desc')
    .execute()
  return rows.map(row => ({
    id: row.chart_id,
    name: row.name,
    timestamp: seconds(row.saved_at),
    symbol: row.symbol,
    resolution: row.resolution,
  }))
}

export async function readChart(db: Db, { userId, client }: Owner, id: number) {
  const row = await db
    .selectFrom('saved_chart')
    .select(['chart_id', 'name', 'content', 'saved_at'])
    .where('user_id', '=', userId)
    .where('client', '=', client)
    .where('chart_id', '=', id)
    .executeTakeFirst()
  return row && { id: row.chart_id, name: row.name, timestamp: seconds(row.saved_at), content: row.content }
}

/** Returns the new chart's id. */
export async function insertChart(database: Database, owner: Owner, chart: ChartToSave) {
  const { userId, client } = owner
  return await saveWithin(database, owner, async tx => {
    await assertRoom(tx, 'saved_chart', userId, maxCharts)
    const { chart_id } = await tx
      .insertInto('saved_chart')
      .values({ user_id: userId, client, ...chart })
      .returning('chart_id')
      .executeTakeFirstOrThrow()
    return chart_id
  })
}

/** Returns false if the owner has no such chart. */
export async function replaceChart(database: Database, owner: Owner, id: number, chart: ChartToSave) {
  return await saveWithin(database, owner, async tx => {
    const { numUpdatedRows } = await tx
      .updateTable('saved_chart')
      .set({ ...chart, saved_at: sql`product_now()` })
      .where('user_id', '=', owner.userId)
      .where('client', '=', owner.client)
      .where('chart_id', '=', id)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  })
}

export async function removeChart(db: Db, { userId, client }: Owner, id: number) {
  const { numDeletedRows } = await db
    .deleteFrom('saved_chart')
    .where('user_id', '=', userId)
    .where('client', '=', client)
    .where('chart_id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function listTemplates(db: Db, { userId, client }: Owner) {
  return await db
    .selectFrom('study_template')
    .select('name')
    .where('user_id', '=', userId)
    .where('client', '=', client)
    .orderBy('name')
    .execute()
}

export async function readTemplate(db: Db, { userId, client }: Owner, name: string) {
  return await db
    .selectFrom('study_template')
    .select(['name', 'content'])
    .where('user_id', '=', userId)
    .where('client', '=', client)
    .where('name', '=', name)
    .executeTakeFirst()
}

export async function putTemplate(database: Database, owner: Owner, name: string, content: string) {
  await saveWithin(database, owner, async tx => {
    if (!(await readTemplate(tx, owner, name))) await assertRoom(tx, 'study_template', owner.userId, maxTemplates)
    await tx
      .insertInto('study_template')
      .values({ user_id: owner.userId, client: owner.client, name, content })
      .onConflict(conflict =>
        conflict.columns(['user_id', 'client', 'name']).doUpdateSet({ content, saved_at: sql`product_now()` }),
      )
      .execute()
  })
}

export async function removeTemplate(db: Db, { userId, client }: Owner, name: string) {
  const { numDeletedRows } = await db
    .deleteFrom('study_template')
    .where('user_id', '=', userId)
    .where('client', '=', client)
    .where('name', '=', name)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Saves under a lock, so that two concurrent saves cannot exceed the limit. Rejects a save that increases the total and
 * leaves it over the limit.
 */
export async function saveWithin<T>({ write }: Database, owner: Room, work: (tx: Tx) => Promise<T>): Promise<T> {
  return await write(async tx => {
    await tx.selectFrom('users').select('user_id').where('user_id', '=', owner.userId).forNoKeyUpdate().execute()
    const before = await bytesStored(tx, owner)
    const done = await work(tx)
    const after = await bytesStored(tx, owner)
    if (after > owner.mostBytes && after > before)
      throw new BadRequest('storage-full', {
        code: 'storage_quota',
        values: { megabytes: owner.mostBytes / 1_000_000 },
      })
    return done
  })
}

/** Does not decompress the texts, because PostgreSQL stores their uncompressed length. */
async function bytesStored(tx: Tx, { userId }: Room): Promise<number> {
  const { rows } = await sql<{
    bytes: number
  }>`select coalesce(sum(octet_length(name) + octet_length(content)), 0) as bytes
    from (select name, content from saved_chart where user_id = ${userId}
      union all select name, content from study_template where user_id = ${userId}
      union all select '', content from chart_memory where user_id = ${userId}) own`.execute(tx)
  return rows[0]!.bytes
}

async function assertRoom(tx: Tx, table: 'saved_chart' | 'study_template', userId: number, most: number) {
  const { count } = await tx
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (count >= most) throw new BadRequest('chart-storage-full', { code: 'limit', values: { most } })
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1_000)
