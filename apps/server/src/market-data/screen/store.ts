import type { Day } from '@finlist/domain/calendar'
import { currencyOf, type ExchangeId } from '@finlist/domain/markets'
import type { ReportType } from '@finlist/domain/profit-alerts/report-type'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

const endOfTime: Day = '9999-12-31'

/** Every stock of the market's board with its names and sectors, by stock code. */
export async function readBoard(db: Db, exchange: ExchangeId) {
  return await db
    .selectFrom('board_stock')
    .leftJoin('stock', join =>
      join
        .onRef('stock.exchange', '=', 'board_stock.exchange')
        .onRef('stock.stock_code', '=', 'board_stock.stock_code'),
    )
    .selectAll('board_stock')
    .select(['stock_name', 'stock_name_zh', 'sector', 'sector_zh', 'sub_sector', 'sub_sector_zh'])
    .where('board_stock.exchange', '=', exchange)
    .orderBy('board_stock.stock_code')
    .execute()
}

/** The names and sectors of the market's stocks, by stock code. */
export async function readNames(db: Db, exchange: ExchangeId) {
  const rows = await db
    .selectFrom('stock')
    .select(['stock_code', 'stock_name', 'stock_name_zh', 'sector', 'sector_zh', 'sub_sector', 'sub_sector_zh'])
    .where('exchange', '=', exchange)
    .execute()
  return new Map(rows.map(({ stock_code, ...names }) => [stock_code, names]))
}

/** Cash dividends in the market's currency by stock code, with an ex-date after `after` and up to `until`. */
export async function readDividends(db: Db, exchange: ExchangeId, { after, until }: { after: Day; until: Day }) {
  const rows = await db
    .selectFrom('corporate_action')
    .select(['stock_code', 'ex_date as exDate', 'amount'])
    .where('exchange', '=', exchange)
    .where('kind', '=', 'dividend')
    .where('cancelled', '=', false)
    .where('currency', '=', currencyOf[exchange])
    .where('amount', 'is not', null)
    .where('ex_date', '>', after)
    .where('ex_date', '<=', until)
    .execute()
  return Map.groupBy(
    rows.map(({ amount, ...row }) => ({ ...row, amount: amount! })),
    ({ stock_code }) => stock_code,
  )
}

/** The picks of the market's newest issue up to the end of `until`. */
export async function readNewestPicks(db: Db, exchange: ExchangeId, until: Day = endOfTime) {
  return await db
    .selectFrom('finlist_pick')
    .select(['stock_code', 'percival_score', 'outlook'])
    .where('exchange', '=', exchange)
    .where('issue_date', '=', ({ selectFrom }) =>
      selectFrom('finlist_issue')
        .where('exchange', '=', exchange)
        .where('issue_date', '<=', until)
        .select(({ fn }) => fn.max('issue_date').as('newest')),
    )
    .execute()
}

type Stay = { stock_code: string; times: number; since: Day }

/**
 * How often each stock was listed up to the end of `until`, and the issue date since which it had been on every list up
 * to its last.
 */
export async function readStays(
  db: Db,
  exchange: ExchangeId,
  until: Day = endOfTime,
): Promise<ReadonlyMap<string, Stay>> {
  const { rows } = await sql<Stay>`
    with issue as (select issue_date, row_number() over (order by issue_date) as place
      from finlist_issue where exchange = ${exchange} and issue_date <= ${until}),
    stay as (select stock_code, issue_date, place - row_number() over (partition by stock_code order by place) as run
      from finlist_pick join issue using (issue_date) where exchange = ${exchange})
    select distinct on (stock_code) stock_code, min(issue_date) over (partition by stock_code, run) as since,
      count(*) over (partition by stock_code)::int as times
    from stay order by stock_code, issue_date desc`.execute(db)
  return new Map(rows.map(row => [row.stock_code, row]))
}

/** Each stock's newest profit alert up to the end of `until`, with its day in Hong Kong. */
export async function readNewestAlerts(db: Db, until: Day = endOfTime) {
  const { rows } = await sql<{ stock_code: string; report_type: ReportType; released_on: Day }>`
    select distinct on (stock_code) stock_code, report_type, released_on
    from profit_alert, lateral (select (released_at at time zone 'Asia/Hong_Kong')::date as released_on) hong_kong
    where exchange = 'HKEX' and report_type <> 'OTHER' and released_on <= ${until}
    order by stock_code, released_at desc`.execute(db)
  return rows
}

/**
 * The part of a stock's shares that its participants hold on the newest settlement day up to `until`, in percent: its
 * change from the settlement day before and from a week before, and the part of the ten largest.
 */
export async function readHolders(db: Db, until: Day = endOfTime): Promise<ReadonlyMap<string, Holders>> {
  const { rows } = await sql<Holders & { stock_code: string }>`
    with newest as (select shareholding_date, day_before, week_before from settlement_date
      where counted_at is not null and shareholding_date <= ${until} order by shareholding_date desc limit 1),
    held as (select stock_code, shareholding_date, sum(shareholding_percent) as part,
        sum(shareholding_percent) filter (where place <= 10) as top
      from (select stock_code, held.shareholding_date, shareholding_percent,
          row_number() over (partition by stock_code, held.shareholding_date order by shareholding_percent desc) as place
        from shareholding held, newest
        where held.shareholding_date in (newest.shareholding_date, day_before, week_before)
          and shareholding_percent >= 0) placed
      group by stock_code, shareholding_date)
    select now.stock_code, round(now.top::numeric, 2)::float8 as top10,
      round((now.part - day.part)::numeric, 2)::float8 as ccassday,
      round((now.part - week.part)::numeric, 2)::float8 as ccassweek
    from newest join held now using (shareholding_date)
    left join held day on day.stock_code = now.stock_code and day.shareholding_date = day_before
    left join held week on week.stock_code = now.stock_code and week.shareholding_date = week_before`.execute(db)
  return new Map(rows.map(({ stock_code, ...holders }) => [stock_code, holders]))
}

type Holders = { top10: number | null; ccassday: number | null; ccassweek: number | null }

/** The codes of the market's stocks on a user's watchlist; empty if they have no such list. */
export async function readWatched(
  db: Db,
  userId: number,
  { exchange, watchlistId }: { exchange: ExchangeId; watchlistId: number },
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('watchlist_stock')
    .select('stock_code')
    .where('user_id', '=', userId)
    .where('watchlist_id', '=', watchlistId)
    .where('exchange', '=', exchange)
    .execute()
  return new Set(rows.map(({ stock_code }) => stock_code))
}
