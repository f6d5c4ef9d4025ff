import {
  daysListed,
  decisionsListed,
  heldDaysListed,
  type MarketDay,
  type MoveDecision,
} from '@finlist/contract/staff/data'
import type { ActionKind } from '@finlist/domain/adjust/kinds'
import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import type { DoubtKind } from '@finlist/domain/prices/doubt-kinds'
import { type Ratio } from '@finlist/domain/prices/likely-ratio'
import { sql } from 'kysely'
import { commandLine } from '../../db/audit.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { ActionTerms } from '../../market-data/quality/doubted-actions.ts'
import { openDoubts } from '../../market-data/quality/doubts.ts'

/** The newest days with data, and all held days (days with too few stocks), however old. Newest first. */
export async function readDays(db: Db, exchange: ExchangeId): Promise<MarketDay[]> {
  const { rows } = await sql<MarketDay>`
    with told as (select date, stocks from breadth where exchange = ${exchange} order by date desc limit ${daysListed + 1}),
    days as (
      select date, coalesce(h.stocks, told.stocks) as stocks, h.stocks_before, h.date is not null and h.released_at is null as held,
        coalesce(h.released_by, '') as "releasedBy"
      from told full join (select * from held_day where exchange = ${exchange}
        and (released_at is null or date >= (select min(date) from told))) h using (date))
    select date, stocks, coalesce(stocks_before, lag(stocks) over (order by date)) as before, held, "releasedBy"
    from days order by date desc limit ${daysListed + heldDaysListed}`.execute(db)
  return rows
}

type Evidence = { actions?: ActionTerms[] }
/** A stock's day. `kind` selects one of the doubts about it if there are several. */
type DoubtedDay = { exchange: ExchangeId; stockCode: string; date: Day; kind?: DoubtKind | undefined }
export type OneDoubt = DoubtedDay & { kind: DoubtKind }

/** The user who decides: a staff member or, if null, the operator on the command line. */
export type By = number | null

export const named = (userId: By) =>
  userId === null
    ? sql`${commandLine}::text`
    : sql`(select coalesce(nullif(name, ''), email, user_id::text) from users where user_id = ${userId})`

/** The market's held days, newest first. */
export async function readUnreleasedDays(
  db: Db,
  exchange: ExchangeId,
): Promise<{ date: Day; stocks: number; before: number }[]> {
  return await db
    .selectFrom('held_day')
    .select(['date', 'stocks', 'stocks_before as before'])
    .where('exchange', '=', exchange)
    .where('released_at', 'is', null)
    .orderBy('date', 'desc')
    .execute()
}

/** Returns the first day that was released; undefined if none was held. */
export async function releaseHeldDays(
  tx: Tx,
  by: By,
  { exchange, date, to = date }: { exchange: ExchangeId; date: Day; to?: Day | undefined },
): Promise<Day | undefined> {
  const { rows } = await sql<{ date: Day }>`
    update held_day set released_at = product_now(), released_by = ${named(by)}
    where exchange = ${exchange} and date between ${date} and ${to} and released_at is null returning date`.execute(tx)
  return rows.map(row => row.date).toSorted()[0]
}

const isOfDay = ({ exchange, stockCode, date, kind }: DoubtedDay) =>
  sql<boolean>`exchange = ${exchange} and stock_code = ${stockCode} and date = ${date}
    and kind = coalesce(${kind ?? null}::text, kind)`

/** The kinds of the open doubts about a stock's day: at most one about its prices, and one about its actions. */
export async function openDoubtKinds(tx: Tx, day: DoubtedDay): Promise<DoubtKind[]> {
  const { rows } = await sql<{ kind: DoubtKind }>`
    select kind from doubt where ${isOfDay(day)} and ended_at is null order by kind`.execute(tx)
  return rows.map(({ kind }) => kind)
}

/** Ends the open doubt with a decision, and returns its evidence. */
export async function decideDoubt(tx: Tx, by: By, doubt: OneDoubt, as: 'right' | 'action'): Promise<Evidence> {
  const { rows } = await sql<{ evidence: Evidence }>`
    with decided as materialized (select ${named(by)} as by, product_now() as at),
    ended as (
      update doubt set ended_at = decided.at, ended_as = ${as}, ended_by = decided.by from decided
      where ${isOfDay(doubt)} and ended_at is null
      returning evidence)
    select * from ended`.execute(tx)
  return rows[0]!.evidence
}

/** The newest decisions that were not undone. */
export async function readDecisions(db: Db, exchange: ExchangeId): Promise<MoveDecision[]> {
  const { rows } = await sql<Omit<MoveDecision, 'at'> & { at: Date }>`
    select stock_code as "stockCode", stock_name as "stockName", stock_name_zh as "stockNameZh", date, kind,
      ended_as as decision, coalesce(ended_by, '') as by, ended_at as at
    from doubt join stock using (exchange, stock_code)
    where exchange = ${exchange} and ended_as in ('right', 'action') and undone_at is null
    order by ended_at desc, stock_code, date, kind limit ${decisionsListed}`.execute(db)
  return rows.map(row => ({ ...row, at: row.at.toISOString() }))
}

const isStanding = sql<boolean>`ended_as in ('right', 'action') and undone_at is null`

/** Like `openDoubtKinds`, but for the newest decisions that were not undone. */
export async function standingDecisions(tx: Tx, day: DoubtedDay): Promise<DoubtKind[]> {
  const { rows } = await sql<{ kind: DoubtKind }>`
    select distinct on (kind = 'action') kind from doubt where ${isOfDay(day)} and ${isStanding}
    order by kind = 'action' desc, ended_at desc`.execute(tx)
  return rows.map(({ kind }) => kind)
}

/** Undoes the newest decision on a doubt and opens it again. Returns what was decided, and the evidence. */
export async function undoDecision(
  tx: Tx,
  by: By,
  doubt: OneDoubt,
): Promise<{ decision: 'right' | 'action'; evidence: Evidence }> {
  const { rows } = await sql<{ decision: 'right' | 'action'; evidence: Evidence }>`
    with undone as materialized (select ${named(by)} as by, product_now() as at),
    newest as materialized (select max(ended_at) as ended_at from doubt where ${isOfDay(doubt)} and ${isStanding}),
    changed as (
      update doubt set undone_at = undone.at, undone_by = undone.by from undone, newest
      where ${isOfDay(doubt)} and doubt.ended_at = newest.ended_at and ${isStanding}
      returning evidence, ended_as as decision)
    select * from changed`.execute(tx)
  const { stockCode, date, kind } = doubt
  await openDoubts(
    tx,
    doubt.exchange,
    rows.map(({ evidence }) => ({ stockCode, date, kind, evidence })),
  )
  return rows[0]!
}

/** Removes the actions of these kinds that staff recorded on the day. */
export async function removeActions(tx: Tx, { exchange, stockCode, date }: DoubtedDay, kinds: readonly ActionKind[]) {
  await tx
    .deleteFrom('corporate_action')
    .where('exchange', '=', exchange)
    .where('stock_code', '=', stockCode)
    .where('ex_date', '=', date)
    .where('kind', 'in', kinds)
    .where('source', '=', 'staff')
    .execute()
}

export const termsOf = ({ numerator, denominator }: Ratio): ActionTerms => ({
  kind: numerator > denominator ? 'split' : 'consolidation',
  numerator,
  denominator,
  amount: null,
  currency: null,
})

export async function addActions(
  tx: Tx,
  { exchange, stockCode, date }: { exchange: ExchangeId; stockCode: string; date: Day },
  actions: readonly ActionTerms[],
) {
  for (const { kind, ...terms } of actions)
    await tx
      .insertInto('corporate_action')
      .values({ exchange, stock_code: stockCode, ex_date: date, kind, ...terms, source: 'staff' })
      .onConflict(conflict =>
        conflict
          .columns(['exchange', 'stock_code', 'ex_date', 'kind'])
          .doUpdateSet({ ...terms, source: 'staff', cancelled: false, known_at: sql`product_now()` }),
      )
      .execute()
}
