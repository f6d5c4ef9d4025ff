import { stepAt } from '@finlist/domain/adjust/adjustment'
import { addDays, type Day } from '@finlist/domain/calendar'
import { type KnownQuarter, quartersKnownOn } from '@finlist/domain/fundamentals/quarters-known'
import type { Reported, StoredFigure } from '@finlist/domain/fundamentals/reported'
import type { ExchangeId } from '@finlist/domain/markets'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import { readSteps } from '../store/adjustments.ts'

/** Number of days after its last list for which a stock's figures are still requested. */
const listedWithin = 35
const mostStocks = 2_000

/**
 * The stocks of recent lists and unpublished proposals whose figures have not been requested on the day, each with the
 * validator of its last response.
 */
export async function stocksDue(
  db: Db,
  exchange: ExchangeId,
  day: Day,
): Promise<{ code: string; validator: string }[]> {
  const { rows } = await sql<{ code: string; validator: string }>`
    with listed as (
      select stock_code from finlist_pick where exchange = ${exchange} and issue_date >= ${addDays(day, -listedWithin)}
      union select pick ->> 'code' from proposal, jsonb_array_elements(body::jsonb -> 'picks') pick
        where exchange = ${exchange} and state in ('open', 'handed-in')
      union select stock_code from proposal_edit join proposal using (exchange, issue_date)
        where exchange = ${exchange} and state in ('open', 'handed-in') and what = 'add' and taken_back_at is null)
    select stock_code as code, coalesce(validator, '') as validator
    from listed left join (select * from fundamentals_asked where exchange = ${exchange}) asked using (stock_code)
    where asked_on is null or asked_on < ${day}
    order by asked_on nulls first, stock_code limit ${mostStocks}`.execute(db)
  return rows
}

type Asked = { exchange: ExchangeId; stockCode: string; source: string; day: Day; validator: string }

export async function keepAsked(tx: Tx, { exchange, stockCode, source, day, validator }: Asked): Promise<void> {
  const asked = { source, asked_on: day, validator }
  await tx
    .insertInto('fundamentals_asked')
    .values({ exchange, stock_code: stockCode, ...asked })
    .onConflict(conflict => conflict.columns(['exchange', 'stock_code']).doUpdateSet(asked))
    .execute()
}

/** Adds figures that are not stored yet; stored figures are never changed. Returns the number of figures added. */
export async function addReported(
  tx: Tx,
  { exchange, stockCode, source }: Omit<Asked, 'day' | 'validator'>,
  reported: readonly Reported[],
): Promise<number> {
  if (reported.length === 0) return 0
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('reported_figure')
    .values(
      reported.map(({ periodEnd, figure, knownOn, value, currency }) => ({
        exchange,
        stock_code: stockCode,
        period_end: periodEnd,
        figure,
        known_on: knownOn,
        value,
        currency,
        source,
      })),
    )
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows)
}

/**
 * Like `addReported`, for a source that does not have every version (`hasEveryVersion`). A value that differs from the
 * stored one counts as known on `day`, unless the source gives it a later date than the stored value's. Skips figures
 * that another source has given.
 */
export async function addNewest(
  tx: Tx,
  of: Pick<Asked, 'exchange' | 'stockCode' | 'source' | 'day'>,
  reported: readonly Reported[],
): Promise<number> {
  const rows = await tx
    .selectFrom('reported_figure')
    .distinctOn(['period_end', 'figure'])
    .select(['period_end', 'figure', 'known_on', 'value', 'source'])
    .where('exchange', '=', of.exchange)
    .where('stock_code', '=', of.stockCode)
    .orderBy('period_end')
    .orderBy('figure')
    .orderBy('known_on', 'desc')
    .execute()
  const stored = new Map(rows.map(row => [`${row.period_end} ${row.figure}`, row]))
  const added = reported.flatMap(figure => {
    const before = stored.get(`${figure.periodEnd} ${figure.figure}`)
    if (!before) return [figure]
    if (before.source !== of.source || isSame(figure, before.value)) return []
    return [figure.knownOn > before.known_on ? figure : { ...figure, knownOn: of.day }]
  })
  return await addReported(tx, of, added)
}

/**
 * Earnings per share that differ by less than this fraction count as the same: the conversion for splits rounds them.
 */
const perShareRounding = 0.01

const isSame = ({ figure, value }: Reported, before: number) =>
  value === before || (figure === 'eps' && Math.abs(value - before) < perShareRounding * Math.abs(before))

/**
 * The quarters of each stock as known on the day, newest first. Earnings per share are in the shares of that day.
 * Stocks without any quarter are omitted.
 */
export async function readQuartersKnown(
  db: Db,
  { exchange, codes, day }: { exchange: ExchangeId; codes: readonly string[]; day: Day },
): Promise<Map<string, KnownQuarter[]>> {
  const figures = await readReported(db, { exchange, codes, day })
  const quarters = [...figures].map(([code, reported]) => [code, quartersKnownOn(reported, day)] as const)
  return new Map(quarters.filter(([, known]) => known.length > 0))
}

/**
 * All versions of each stock's figures that were known on the day, or today. Earnings per share are in the shares of
 * that day. Stocks without figures are omitted.
 */
export async function readReported(
  db: Db,
  { exchange, codes, day }: { exchange: ExchangeId; codes: readonly string[]; day?: Day },
): Promise<Map<string, StoredFigure[]>> {
  if (codes.length === 0) return new Map()
  const rows = await db
    .selectFrom('reported_figure')
    .selectAll()
    .where('exchange', '=', exchange)
    .where('stock_code', 'in', codes)
    .$if(day !== undefined, query => query.where('known_on', '<=', day!))
    .execute()
  if (rows.length === 0) return new Map()
  const steps = await readSteps(db, exchange, { codes, ...(day !== undefined && { asOf: day }) })
  return new Map(
    [...Map.groupBy(rows, row => row.stock_code)].map(([code, reported]) => {
      const stepsOfStock = steps.get(code) ?? []
      // A filing's earnings per share are in the shares of the day it was filed.
      const factorOf = (knownOn: Day) => stepAt(stepsOfStock, knownOn)?.prices ?? 1
      return [
        code,
        reported.map(({ period_end, figure, known_on, value, currency, source }) => ({
          periodEnd: period_end,
          figure,
          knownOn: known_on,
          value: figure === 'eps' ? value * factorOf(known_on) : value,
          currency,
          source,
        })),
      ]
    }),
  )
}
