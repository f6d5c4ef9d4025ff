import type { FinderFilter } from '@finlist/contract/finder'
import type { Db, Tx } from '../../db/database.ts'

export type FilterSetFacts = { finderFilterSetName: string; filters: readonly FinderFilter[] }

export async function readFilterSets(db: Db, userId: number) {
  return await db
    .selectFrom('finder_filter_set')
    .select(['finder_filter_set_id', 'finder_filter_set_name', 'filters'])
    .where('user_id', '=', userId)
    .orderBy('finder_filter_set_id')
    .execute()
}

/**
 * Counts the user's filter sets under a lock, so that two concurrent requests cannot exceed the limit or use the same
 * name.
 */
export async function countFilterSets(tx: Tx, userId: number): Promise<number> {
  await tx.selectFrom('users').select('user_id').where('user_id', '=', userId).forNoKeyUpdate().executeTakeFirst()
  const { count } = await tx
    .selectFrom('finder_filter_set')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** Whether another of the user's filter sets has the name, ignoring case. */
export async function isNameTaken(
  tx: Tx,
  { userId, id }: { userId: number; id?: number },
  name: string,
): Promise<boolean> {
  const named = await tx
    .selectFrom('finder_filter_set')
    .select('finder_filter_set_id')
    .where('user_id', '=', userId)
    .where(({ fn, val, eb }) => eb(fn('lower', ['finder_filter_set_name']), '=', fn('lower', [val(name)])))
    .$if(id !== undefined, query => query.where('finder_filter_set_id', '!=', id!))
    .executeTakeFirst()
  return named !== undefined
}

export async function insertFilterSet(tx: Tx, userId: number, facts: FilterSetFacts): Promise<number> {
  const { finder_filter_set_id } = await tx
    .insertInto('finder_filter_set')
    .values({ user_id: userId, ...columnsOf(facts) })
    .returning('finder_filter_set_id')
    .executeTakeFirstOrThrow()
  return finder_filter_set_id
}

type OfPerson = { userId: number; id: number }

export async function changeFilterSet(tx: Tx, { userId, id }: OfPerson, facts: FilterSetFacts): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('finder_filter_set')
    .set(columnsOf(facts))
    .where('user_id', '=', userId)
    .where('finder_filter_set_id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function dropFilterSet(tx: Tx, { userId, id }: OfPerson): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('finder_filter_set')
    .where('user_id', '=', userId)
    .where('finder_filter_set_id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

const columnsOf = ({ finderFilterSetName, filters }: FilterSetFacts) => ({
  finder_filter_set_name: finderFilterSetName,
  filters: JSON.stringify(filters),
})
