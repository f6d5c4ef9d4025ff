import { mostScreens, type SavedScreen, type ScreenBody } from '@finlist/contract/screener'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import { BadRequest } from '../../http/client-errors.ts'

export async function readScreens(db: Db, userId: number): Promise<SavedScreen[]> {
  const rows = await db
    .selectFrom('screen')
    .select(['screen_id', 'name', 'definition'])
    .where('user_id', '=', userId)
    .orderBy('screen_id')
    .execute()
  return rows.map(({ screen_id, name, definition }) => ({ ...definition, screenId: screen_id, name }))
}

/** Adds a screen. Throws BadRequest if the user has as many as are allowed, or one with the same name. */
export async function addScreen(tx: Tx, userId: number, body: ScreenBody): Promise<number> {
  const names = await lockNames(tx, userId)
  if (names.length >= mostScreens)
    throw new BadRequest('screens-full', { field: 'name', code: 'limit', values: { most: mostScreens } })
  assertNewName(names, body.name)
  const { screen_id } = await tx
    .insertInto('screen')
    .values({ user_id: userId, ...columnsOf(body) })
    .returning('screen_id')
    .executeTakeFirstOrThrow()
  return screen_id
}

/** Replaces a screen; false if the user has no such screen. */
export async function replaceScreen(tx: Tx, userId: number, id: number, body: ScreenBody): Promise<boolean> {
  const names = await lockNames(tx, userId)
  assertNewName(
    names.filter(({ screen_id }) => screen_id !== id),
    body.name,
  )
  const { numUpdatedRows } = await tx
    .updateTable('screen')
    .set(columnsOf(body))
    .where('user_id', '=', userId)
    .where('screen_id', '=', id)
    .executeTakeFirst()
  // What an alert on it last saw were the stocks of another screen.
  await tx
    .updateTable('alert')
    .set({ members: null, members_on: null })
    .where('user_id', '=', userId)
    .where('screen_id', '=', id)
    .execute()
  return numUpdatedRows > 0n
}

export async function dropScreen(tx: Tx, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('screen')
    .where('user_id', '=', userId)
    .where('screen_id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

type Named = { screen_id: number; name: string }

/** The user's names, under a lock, so that concurrent requests cannot exceed the limit or use the same name. */
async function lockNames(tx: Tx, userId: number): Promise<Named[]> {
  await tx.selectFrom('users').select('user_id').where('user_id', '=', userId).forNoKeyUpdate().executeTakeFirst()
  return await tx
    .selectFrom('screen')
    .select(['screen_id', sql<string>`lower(name)`.as('name')])
    .where('user_id', '=', userId)
    .execute()
}

function assertNewName(others: readonly Named[], name: string): void {
  if (others.some(other => other.name === name.toLowerCase()))
    throw new BadRequest('screen-name-taken', { field: 'name', values: { name } })
}

const columnsOf = ({ name, ...definition }: ScreenBody) => ({ name, definition: JSON.stringify(definition) })
