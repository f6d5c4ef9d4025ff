import type { FilterSet, FinderFilter } from '@finlist/contract/finder'
import { Cache } from '../../db/cache.ts'
import type { Database, Db } from '../../db/database.ts'
import { readFilterSets } from './store.ts'

/** In-memory cache of users' filter sets. */
export const ownFilterSets = ({ db, changes }: Database) =>
  new Cache<number, FilterSet[]>({
    changes,
    maxEntries: 5_000,
    load: userId => readOwn(db, userId),
    dependsOn: { filters: (changed, userId) => changed === userId },
  })

async function readOwn(db: Db, userId: number): Promise<FilterSet[]> {
  const rows = await readFilterSets(db, userId)
  return rows.map(row => ({
    finderFilterSetId: row.finder_filter_set_id,
    finderFilterSetName: row.finder_filter_set_name,
    filters: row.filters as FinderFilter[],
  }))
}
