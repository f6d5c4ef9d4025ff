import type { Track, TrackedPick, YoungPick } from '@finlist/contract/track-record'
import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import { publish } from '../../db/topics.ts'
import { isHeldBar } from '../../market-data/quality/doubts.ts'
import { reconstructedOutcomes } from './reconstruction.ts'
import type { CountedRow, OutcomeRow, PickRow } from './rows.ts'

/**
 * Every pick with a buy point, oldest first: in lists, proposed by the method, or removed by staff. Stocks have their
 * current codes; twins are omitted once the outcome is final.
 */
export async function readPicksToFollow(db: Db, exchange: ExchangeId): Promise<PickRow[]> {
  const { rows } = await sql<PickRow>`
    with proposed as (
      select issue_date, row ->> 'code' as listed_as, code_since(${exchange}, row ->> 'code', issue_date) as stock_code,
        row ->> 'pattern' as pattern, (row ->> 'buyPoint')::float8 as buy_point
      from proposal cross join lateral jsonb_array_elements(body::jsonb -> 'picks') row
      where exchange = ${exchange} and state = 'published'),
    pick as (
      select issue_date, stock_code, 'published' as track, coalesce(pattern_type, 'NIL') as pattern, buy_point
      from finlist_pick where exchange = ${exchange} and buy_point is not null
      union all
      select issue_date, stock_code, 'method', pattern, buy_point from proposed where buy_point > 0
      union all
      select issue_date, stock_code, 'vetoed', pattern, buy_point from proposed where buy_point > 0
        and (issue_date, listed_as) in (
          select issue_date, stock_code from proposal_edit
          where exchange = ${exchange} and what = 'veto' and taken_back_at is null))
    select pick.issue_date as "issueDate", pick.stock_code as "stockCode", pick.track, pick.pattern,
      pick.buy_point as "buyPoint",
      case when outcome.stands_since is null and drawn.twins is not null
        then twins_since(${exchange}, pick.issue_date, drawn.twins) else '[]' end as twins,
      case when outcome.stands_since is not null
        then coalesce(outcome.exit_date, outcome.issue_date) end as "standsUntil",
      coalesce(outcome.state = 'repeated', false) as repeats
    from pick
      left join pick_twins drawn on drawn.exchange = ${exchange} and drawn.issue_date = pick.issue_date
        and drawn.stock_code = pick.stock_code
      left join pick_outcome outcome on outcome.exchange = ${exchange} and outcome.issue_date = pick.issue_date
        and outcome.stock_code = pick.stock_code and outcome.track = pick.track
    order by pick.issue_date, pick.stock_code`.execute(db)
  return rows
}

const columns = {
  issueDate: ['issue_date', 'date'],
  stockCode: ['stock_code', 'text'],
  track: ['track', 'text'],
  pattern: ['pattern', 'text'],
  buyPoint: ['buy_point', 'double precision'],
  repeats: ['repeats', 'date'],
  state: ['state', 'text'],
  entryDate: ['entry_date', 'date'],
  entry: ['entry', 'double precision'],
  exitDate: ['exit_date', 'date'],
  exit: ['exit', 'double precision'],
  netWorst: ['net_worst', 'double precision'],
  netBest: ['net_best', 'double precision'],
  marketReturn: ['market_return', 'double precision'],
  twins: ['twins', 'smallint'],
  twinsOpen: ['twins_open', 'smallint'],
  twinWorst: ['twin_worst', 'double precision'],
  twinBest: ['twin_best', 'double precision'],
  asAt: ['as_at', 'date'],
  standsSince: ['stands_since', 'date'],
} as const satisfies Record<keyof OutcomeRow, readonly [column: string, type: string]>

/** Writes outcomes; those already in the record are left unchanged. */
export async function writeOutcomes(tx: Tx, exchange: ExchangeId, rows: readonly OutcomeRow[]): Promise<void> {
  const names = Object.keys(columns) as (keyof OutcomeRow)[]
  const written = names.map(name => columns[name][0]).join(', ')
  const arrays = names.map((name, at) => `$${at + 2}::${columns[name][1]}[]`).join(', ')
  const changed = names.map(name => `${columns[name][0]} = excluded.${columns[name][0]}`).join(', ')
  await tx.query(
    `insert into pick_outcome (exchange, ${written}) select $1, * from unnest(${arrays})
     on conflict (exchange, issue_date, stock_code, track) do update set ${changed}
       where pick_outcome.recorded_in is null`,
    [exchange, ...names.map(name => rows.map(row => row[name]))],
  )
}

/**
 * Deletes outcomes whose pick is gone because its list was rolled back. Keeps recorded outcomes, and final ones unless
 * the pick was a repeated one. Returns the number deleted.
 */
export async function dropUntracked(tx: Tx, exchange: ExchangeId, picks: readonly PickRow[]): Promise<number> {
  const { rowCount } = await tx.query(
    `delete from pick_outcome where exchange = $1 and recorded_in is null
     and (stands_since is null or state = 'repeated')
     and (issue_date, stock_code, track) not in (select * from unnest($2::date[], $3::text[], $4::text[]))`,
    [exchange, picks.map(pick => pick.issueDate), picks.map(pick => pick.stockCode), picks.map(pick => pick.track)],
  )
  if (rowCount) await publish(tx, `track-record:${exchange}`)
  return rowCount ?? 0
}

/** Every outcome of the market, oldest first. */
export async function readOutcomes(db: Db, exchange: ExchangeId): Promise<CountedRow[]> {
  const { rows } = await sql<CountedRow>`
    select issue_date as "issueDate", stock_code as "stockCode", track, pattern, state, exit_date as "exitDate", net_worst as "netWorst", net_best as "netBest",
      twins, twins_open as "twinsOpen", twin_worst as "twinWorst", twin_best as "twinBest",
      stands_since is not null as stands
    from pick_outcome where exchange = ${exchange} order by issue_date, stock_code`.execute(db)
  return rows
}

export async function readIssuesCounted(db: Db, exchange: ExchangeId) {
  const { rows } = await sql<{ first: Day | null; method: number; staff: number; asAt: Day | null }>`
    select min(issue_date) as first, count(*) filter (where method_id is not null) as method,
      count(*) filter (where method_id is null) as staff,
      (select max(as_at) from pick_outcome where exchange = ${exchange}) as "asAt"
    from finlist_issue where exchange = ${exchange}`.execute(db)
  return rows[0]!
}

/** The outcomes of a year's picks up to `until`, newest first, and the number of later ones. */
export async function readTracked(
  db: Db,
  { exchange, track, year, until }: { exchange: ExchangeId; track: Track; year: number; until: Day },
) {
  const { rows } = await sql<TrackedPick>`
    select issue_date as "issueDate", outcome.stock_code as "stockCode", coalesce(stock_name, '') as "stockName",
      coalesce(stock_name_zh, '') as "stockNameZh", pattern as "patternType", buy_point as "buyPoint", state, repeats,
      entry_date as "entryDate", entry, exit_date as "exitDate", exit, net_worst as "netWorst", net_best as "netBest",
      market_return as "marketReturn", twins, twin_worst as "twinWorst"
    from (${track === 'reconstructed' ? reconstructedOutcomes(exchange) : outcomesOn(track)}) outcome
      left join stock using (exchange, stock_code)
    where exchange = ${exchange} and issue_date between ${`${year}-01-01`} and ${`${year}-12-31`}
    order by issue_date desc, outcome.stock_code`.execute(db)
  const told = rows.filter(({ issueDate }) => issueDate <= until)
  return { told, young: rows.length - told.length }
}

const outcomesOn = (track: Track) => sql`select * from pick_outcome where track = ${track}`

export type YoungRow = Omit<YoungPick, 'close' | 'closeDate' | 'buyPoint' | 'stop' | 'target'> & {
  buyPoint: number
  close: number | null
  closeDate: Day | null
}

/** The published picks of issues after the day, with their last close, newest first; repeated picks are omitted. */
export async function readYoungRows(db: Db, exchange: ExchangeId, after: Day): Promise<YoungRow[]> {
  const { rows } = await sql<YoungRow>`
    select issue_date as "issueDate", outcome.stock_code as "stockCode", coalesce(stock_name, '') as "stockName",
      coalesce(stock_name_zh, '') as "stockNameZh", pattern as "patternType", buy_point as "buyPoint", state,
      entry_date as "entryDate", entry, exit_date as "exitDate", exit, net_worst as "netWorst", bar.close, bar.date as "closeDate"
    from pick_outcome outcome
      left join stock using (exchange, stock_code)
      left join lateral (select close, date from bars_before(${exchange}, outcome.stock_code, 'infinity', 5) bar
        where not ${sql.raw(isHeldBar)} order by date desc limit 1) bar on true
    where exchange = ${exchange} and track = 'published' and state <> 'repeated' and issue_date > ${after}
    order by issue_date desc, outcome.stock_code`.execute(db)
  return rows
}
