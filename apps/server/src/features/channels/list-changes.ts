import type { ExchangeId } from '@finlist/domain/markets'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { ListChange } from './letters.ts'

/**
 * Compares each market's newest list, if published after `since`, with the previous one, and names the user's own
 * stocks among the changes. Omits markets without a previous list or without changes.
 */
export async function readListChanges(
  db: Db,
  userId: number,
  exchanges: readonly ExchangeId[],
  since: Date,
): Promise<ListChange[]> {
  if (exchanges.length === 0) return []
  const { rows } = await sql<ListChange>`
    with newest as (
      select distinct on (exchange) exchange, issue_date as date,
        (select max(b.issue_date) from finlist_issue b where b.exchange = i.exchange and b.issue_date < i.issue_date) as before
      from finlist_issue i where exchange = any(${[...exchanges]}) and published_at > ${since}
      order by exchange, issue_date desc
    ), own as (
      select distinct exchange, stock_code from watchlist_stock where user_id = ${userId}
    ), change as (
      select n.exchange, n.date, c.stock_code, c.added
      from newest n cross join lateral (
        (select stock_code, true as added from finlist_pick p where p.exchange = n.exchange and p.issue_date = n.date
          except select stock_code, true from finlist_pick p where p.exchange = n.exchange and p.issue_date = n.before)
        union all
        (select stock_code, false from finlist_pick p where p.exchange = n.exchange and p.issue_date = n.before
          except select stock_code, false from finlist_pick p where p.exchange = n.exchange and p.issue_date = n.date)
      ) c
      where n.before is not null
    )
    select c.exchange, c.date, count(*) filter (where added) as added, count(*) filter (where not added) as left,
      coalesce(array_agg(c.stock_code order by c.stock_code) filter (where added and o.stock_code is not null), '{}') as "ownAdded",
      coalesce(array_agg(c.stock_code order by c.stock_code) filter (where not added and o.stock_code is not null), '{}') as "ownLeft"
    from change c left join own o using (exchange, stock_code)
    group by c.exchange, c.date order by c.exchange`.execute(db)
  return rows
}
