import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import type { CountedRow, OutcomeRow, PickRow } from './rows.ts'

/**
 * Reconstructed lists cover the weeks before the market's first published list. They are stored and read separately
 * from everything that was published.
 */

/** Every pick of the market's reconstruction, oldest first; twins are omitted once the outcome is final. */
export async function readReconstructedPicks(db: Db, exchange: ExchangeId): Promise<PickRow[]> {
  const { rows } = await sql<PickRow>`
    select issue_date as "issueDate", stock_code as "stockCode", 'reconstructed' as track, pattern,
      buy_point as "buyPoint", case when stands then '[]' else twins_since(${exchange}, issue_date, twins) end as twins,
      case when stands then coalesce(exit_date, issue_date) end as "standsUntil",
      coalesce(state = 'repeated', false) as repeats
    from reconstructed_pick
      cross join lateral (select coalesce(state not in ('waiting', 'filled') and twins_open = 0, false) as stands) known
    where exchange = ${exchange} order by issue_date, stock_code`.execute(db)
  return rows
}

export async function writeReconstructedOutcomes(tx: Tx, exchange: ExchangeId, rows: readonly OutcomeRow[]) {
  const column = <Name extends keyof OutcomeRow>(name: Name) => rows.map(row => row[name])
  await tx.query(
    `update reconstructed_pick pick set repeats = now.repeats, state = now.state, entry_date = now.entry_date,
       entry = now.entry, exit_date = now.exit_date, exit = now.exit, net_worst = now.net_worst, net_best = now.net_best,
       market_return = now.market_return, twins_filled = now.twins_filled, twins_open = now.twins_open,
       twin_worst = now.twin_worst, twin_best = now.twin_best
     from unnest($2::date[], $3::text[], $4::date[], $5::text[], $6::date[], $7::float8[], $8::date[], $9::float8[],
       $10::float8[], $11::float8[], $12::float8[], $13::smallint[], $14::smallint[], $15::float8[], $16::float8[])
       as now(issue_date, stock_code, repeats, state, entry_date, entry, exit_date, exit, net_worst, net_best,
         market_return, twins_filled, twins_open, twin_worst, twin_best)
     where pick.exchange = $1 and pick.issue_date = now.issue_date and pick.stock_code = now.stock_code`,
    [
      exchange,
      column('issueDate'),
      column('stockCode'),
      column('repeats'),
      column('state'),
      column('entryDate'),
      column('entry'),
      column('exitDate'),
      column('exit'),
      column('netWorst'),
      column('netBest'),
      column('marketReturn'),
      column('twins'),
      column('twinsOpen'),
      column('twinWorst'),
      column('twinBest'),
    ],
  )
}

/** The facts about a reconstruction that are shown next to its figures. */
export type Reconstruction = {
  madeOn: Day
  /** The days of the first list with any stocks, and of the last list. */
  first: Day
  last: Day
  /** Weeks for which no list could be made. */
  empty: number
  times: number
  gone: number
  historyFrom: Day | null
  method: string
}

/**
 * The facts about the market's complete reconstruction. Counts only lists older than the market's current first issue.
 */
export async function readReconstruction(db: Db, exchange: ExchangeId): Promise<Reconstruction | undefined> {
  const { rows } = await sql<Reconstruction>`
    select made_on as "madeOn", coalesce(min(issue_date) filter (where eligible > 0), min(issue_date)) as first,
      max(issue_date) as last, count(*) filter (where eligible = 0) as empty, times, gone, history_from as "historyFrom", method_id as method
    from reconstruction join reconstructed_issue using (exchange)
    where exchange = ${exchange} and made_on is not null and ${isBefore(exchange)}
    group by exchange`.execute(db)
  return rows[0]
}

/** The outcomes of the reconstruction's picks with the values that figures are computed from, oldest first. */
export async function readReconstructedOutcomes(db: Db, exchange: ExchangeId): Promise<CountedRow[]> {
  const { rows } = await sql<CountedRow>`
    select issue_date as "issueDate", stock_code as "stockCode", 'reconstructed' as track, pattern, state,
      exit_date as "exitDate", net_worst as "netWorst", net_best as "netBest", twins, twins_open as "twinsOpen", twin_worst as "twinWorst", twin_best as "twinBest",
      state not in ('waiting', 'filled') and twins_open = 0 as stands
    from (${reconstructedOutcomes(exchange)}) outcome order by issue_date, stock_code`.execute(db)
  return rows
}

/** SQL: the outcomes of the picks of a complete reconstruction, with the columns of `pick_outcome`. */
export const reconstructedOutcomes = (exchange: ExchangeId) => sql`
  select exchange, issue_date, stock_code, pattern, buy_point, repeats, state, entry_date, entry, exit_date, exit,
    net_worst, net_best, market_return, twins_filled as twins, twins_open, twin_worst, twin_best
  from reconstruction join reconstructed_pick using (exchange)
  where exchange = ${exchange} and made_on is not null and state is not null and ${isBefore(exchange)}`

/**
 * SQL: whether the issue is older than the market's current first issue. Staff may have loaded older lists since the
 * reconstruction.
 */
const isBefore = (exchange: ExchangeId) => sql<boolean>`
  issue_date < coalesce((select min(listed.issue_date) from finlist_issue listed where listed.exchange = ${exchange}), 'infinity')`
