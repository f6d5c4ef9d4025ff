import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

export type Told = { exchange: ExchangeId; lists: number; first: Day; followed: number }

/**
 * Each market's number of published lists, the day of the first, and the number of their picks with a final outcome.
 */
export async function readTold(db: Db): Promise<Told[]> {
  const { rows } = await sql<Told>`
    with followed as materialized (
      select exchange, count(*) as picks from pick_outcome
      where track = 'published' and state in ('stop', 'target', 'time', 'expired', 'gone') group by exchange)
    select exchange, count(*) as lists, min(issue_date) as first,
      coalesce((select picks from followed where followed.exchange = issue.exchange), 0) as followed
    from finlist_issue issue group by exchange`.execute(db)
  return rows
}
