import { maxWatchlists } from '@finlist/contract/watchlist'
import type { Database } from '../../db/database.ts'
import { BadRequest } from '../../http/client-errors.ts'
import type { Caller } from '../../http/serve.ts'
import { countWatchlists, insertWatchlist, lockListsOf } from './store.ts'

/** The maximum number of watchlists for a user exempt from the usual limit. */
const mostWithoutLimit = 100

/** Returns the new list's id. */
export async function makeWatchlist(database: Database, { userId, rights }: Caller, name: string): Promise<number> {
  const most = rights.has('watchlist-bypass') ? mostWithoutLimit : maxWatchlists
  return await database.write(async tx => {
    await lockListsOf(tx, userId)
    if ((await countWatchlists(tx, userId)) >= most)
      throw new BadRequest('watchlist-full', { code: 'limit', values: { most } })
    return await insertWatchlist(tx, userId, name)
  })
}
