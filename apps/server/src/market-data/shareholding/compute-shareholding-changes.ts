import { changeDates, mostChanges } from '@finlist/contract/shareholding'
import type { Day } from '@finlist/domain/calendar'
import { type DaysBefore, daysBefore } from '@finlist/domain/shareholding/days-before'
import type { Database, Tx } from '../../db/database.ts'
import { publish } from '../../db/topics.ts'
import { readClosings } from '../store/closings.ts'

/** A date is compared only with earlier dates that are less than this number of days before it. */
const comparedDays = 14

/** Marks for recomputation the changes that depend on the holdings of these dates. */
export async function shareholdingsAreDue(tx: Tx, dates: Day[]): Promise<void> {
  await tx.query(
    'insert into settlement_date (shareholding_date) select * from days_with_holdings($1) on conflict do nothing',
    [dates],
  )
  await tx.query(
    `delete from settlement_date where shareholding_date = any($1)
       and shareholding_date not in (select * from days_with_holdings($1))`,
    [dates],
  )
  await tx.query(
    `update settlement_date set counted_at = null where counted_at is not null and exists (
       select from unnest($1::date[]) date where shareholding_date >= date and shareholding_date < date + $2::int)`,
    [dates, comparedDays],
  )
}

/**
 * Recomputes the marked changes of the newest dates in the caller's transaction; returns the number of dates and rows.
 */
export async function computeDueChanges(tx: Tx): Promise<{ dates: number; rows: number }> {
  const { rows: days } = await tx.query<{ date: Day; due: boolean }>(
    `select shareholding_date as date, counted_at is null as due from settlement_date
     order by shareholding_date desc limit $1`,
    [changeDates + comparedDays],
  )
  const known = days.map(({ date }) => date)
  const due = days.slice(0, changeDates).filter(day => day.due)
  let rows = 0
  for (const { date } of due) rows += await keepChanges(tx, date, known)
  return { dates: due.length, rows }
}

/** Registers new settlement dates whose holdings were not imported through an upload. */
async function meetDates(tx: Tx): Promise<void> {
  await tx.query(
    'insert into settlement_date (shareholding_date) select * from newest_holding_days($1) on conflict do nothing',
    [changeDates + comparedDays],
  )
}

/** Recomputes and publishes the marked changes under Hong Kong's import lock. Also returns the newest date. */
export async function publishDueChanges(database: Database): Promise<{ rows: number; asAt?: Day }> {
  return await database.load(
    async tx => {
      await tx.query(`select pg_advisory_xact_lock(hashtext('import'), hashtext('HKEX'))`)
      await meetDates(tx)
      const { dates, rows } = await computeDueChanges(tx)
      if (dates > 0) await publish(tx, 'shareholding:HKEX')
      const newest = await tx.query<{ date: Day }>(
        'select shareholding_date as date from settlement_date order by shareholding_date desc limit 1',
      )
      const asAt = newest.rows[0]?.date
      return { rows, ...(asAt && { asAt }) }
    },
    { keep: true },
  )
}

async function keepChanges(tx: Tx, date: Day, known: readonly Day[]): Promise<number> {
  const before = daysBefore(date, known, await readClosings(tx))
  const changes = await computeChanges(tx, date, before)
  await tx.query('delete from shareholding_change where shareholding_date = $1', [date])
  const { rowCount } = await tx.query(
    `insert into shareholding_change
     select $1, span, stock_code, participant_id, coalesce(
         (select participant_name from holdings_of(c.stock_code, c.participant_id, $6::date[])
          order by shareholding_date desc limit 1), participant_id), change
     from unnest($2::text[], $3::text[], $4::text[], $5::float8[]) c (span, stock_code, participant_id, change)`,
    [
      date,
      changes.map(({ span }) => span),
      changes.map(({ stock_code }) => stock_code),
      changes.map(({ participant_id }) => participant_id),
      changes.map(({ change }) => change),
      [date, before.dayBefore, before.weekBefore],
    ],
  )
  await tx.query(
    'update settlement_date set day_before = $2, week_before = $3, counted_at = product_now() where shareholding_date = $1',
    [date, before.dayBefore, before.weekBefore],
  )
  return rowCount ?? 0
}

type Change = { span: 'day' | 'week'; stock_code: string; participant_id: string; change: number }

/**
 * The date's largest increases and decreases, in percentage points. Compares only stocks disclosed on both dates. A
 * participant missing on one date held nothing then; an undisclosed holding has no change.
 */
export async function computeChanges(
  tx: Pick<Tx, 'query'>,
  date: Day,
  { dayBefore, weekBefore }: DaysBefore,
): Promise<Change[]> {
  const largest = (span: 'day' | 'week', down: boolean) =>
    `(select '${span}' as span, stock_code, participant_id, ${span}_change as change from changed
      where ${span}_change ${down ? '<' : '>'} 0
      order by ${span}_change ${down ? '' : 'desc'}, stock_code, participant_id limit ${mostChanges})`
  const change = (span: 'day' | 'week') =>
    `case when stock.now and stock.${span}
       then nullif(nullif(round((coalesce(held.now, 0) - coalesce(held.${span}, 0)) * 10000) / 10000, 0), 'NaN') end`
  // An undisclosed holding is NaN, and so is every difference from it.
  const { rows } = await tx.query<Change>(
    `with held as materialized (
       select stock_code, participant_id,
         max(percent) filter (where shareholding_date = $1) as now,
         max(percent) filter (where shareholding_date = $2) as day,
         max(percent) filter (where shareholding_date = $3) as week
       from (select stock_code, participant_id, shareholding_date,
           case when shareholding < 0 then 'NaN' else shareholding_percent end as percent
         from shareholding where shareholding_date = any(array[$1, $2, $3]::date[])) told
       group by stock_code, participant_id),
     stock as (select stock_code, count(now) > 0 as now, count(day) > 0 as day, count(week) > 0 as week
       from held group by stock_code),
     changed as materialized (
       select held.stock_code, held.participant_id, ${change('day')} as day_change, ${change('week')} as week_change
       from held join stock using (stock_code)
       where held.now is distinct from held.day or held.now is distinct from held.week)
     ${[largest('day', false), largest('day', true), largest('week', false), largest('week', true)].join(' union all ')}`,
    [date, dayBefore, weekBefore],
  )
  return rows
}
