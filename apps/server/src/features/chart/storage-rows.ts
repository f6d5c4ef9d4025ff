import { type ChartToSave, maxCharts, maxTemplates } from '@finlist/contract/chart-storage'
import type { Database, Db, Tx } from '../../db/database.ts'
import { Refused } from '../../http/refusals.ts'

/** Whose rows: the person of the token, within the client's name space. */
export type Owner = { userId: number; client: string }

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

/** The new chart's id. */
export async function insertChart({ write }: Database, { userId, client }: Owner, chart: ChartToSave) {
  return await write(async tx => {
    await assertRoom(tx, 'saved_chart', userId, maxCharts)
    const { chart_id } = await tx
      .insertInto('saved_chart')
      .values({ user_id: userId, client, ...chart })
      .returning('chart_id')
      .executeTakeFirstOrThrow()
    return chart_id
  })
}

/** Whether there was such a chart. */
export async function replaceChart(db: Db, { userId, client }: Owner, id: number, chart: ChartToSave) {
  const { numUpdatedRows } = await db
    .updateTable('saved_chart')
    .set({ ...chart, saved_at: new Date() })
    .where('user_id', '=', userId)
    .where('client', '=', client)
    .where('chart_id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
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

export async function putTemplate({ write }: Database, owner: Owner, name: string, content: string) {
  await write(async tx => {
    await lock(tx, owner.userId)
    if (!(await readTemplate(tx, owner, name))) await assertRoom(tx, 'study_template', owner.userId, maxTemplates)
    await tx
      .insertInto('study_template')
      .values({ user_id: owner.userId, client: owner.client, name, content })
      .onConflict(conflict =>
        conflict.columns(['user_id', 'client', 'name']).doUpdateSet({ content, saved_at: new Date() }),
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

/** Counts under a lock, so that two saves at once do not both find room. */
async function assertRoom(tx: Tx, table: 'saved_chart' | 'study_template', userId: number, most: number) {
  await lock(tx, userId)
  const { count } = await tx
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (count >= most) throw new Refused('chart-storage-full', { code: 'limit', values: { most } })
}

const lock = (tx: Tx, userId: number) =>
  tx.selectFrom('users').select('user_id').where('user_id', '=', userId).forNoKeyUpdate().executeTakeFirst()

const seconds = (at: Date) => Math.floor(at.getTime() / 1_000)
