import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { type Canonical, canonical } from '@finlist/domain/picking/canonical'
import { constantsKnown, method } from '@finlist/domain/picking/method'
import { sql } from 'kysely'
import { inThread } from '../../background/in-thread.ts'
import type { Database, Db } from '../../db/database.ts'
import { publish } from '../../db/topics.ts'

export type AgainWork = { exchange: ExchangeId; days: readonly Day[] }

/** Maximum number of lists checked per night, because a source may correct a market's whole past in one go. */
const atOnce = 13
const thread = new URL('../../workers/lists-again.ts', import.meta.url)
const limits = { seconds: 1_800, megabytes: 2_048 }

/**
 * Remakes lists whose prices or splits were corrected since they were made or last checked, and stores the number of
 * rows that would differ. Returns the number of lists checked.
 */
export async function checkCorrections(database: Database, exchange: ExchangeId): Promise<number> {
  const due = await readDue(database.db, exchange)
  if (due.length === 0) return 0
  const work: AgainWork = { exchange, days: due.map(({ day }) => day) }
  const databaseUrl = database.url
  const again = await inThread<Record<Day, string>>(thread, { databaseUrl, work }, limits)
  await database.write(async tx => {
    await tx.query(
      `insert into list_correction (exchange, issue_date, rows_apart) select $1, * from unnest($2::date[], $3::integer[])
       on conflict (exchange, issue_date) do update set rows_apart = excluded.rows_apart, checked_at = excluded.checked_at`,
      [exchange, due.map(({ day }) => day), due.map(({ day, body, names }) => rowsApart(body, again[day]!, names))],
    )
    await publish(tx, `track-record:${exchange}`)
  })
  return due.length
}

/** The stocks' current codes, by their codes in the list. */
type Names = Record<string, string>

/**
 * The lists to check, oldest first. Only lists made by the current rules and limits, because others cannot be remade
 * here.
 */
async function readDue(db: Db, exchange: ExchangeId): Promise<{ day: Day; body: string; names: Names }[]> {
  const { rows } = await sql<{ day: Day; body: string; names: Names }>`
    with changed as materialized (
      select date, max(until) as at from bar_history where exchange = ${exchange} group by date
      union all
      select ex_date, max(known_at) from corporate_action
      where exchange = ${exchange} and kind in ('split', 'consolidation', 'bonus') group by ex_date)
    select issue_date as day, body,
      (select coalesce(jsonb_object_agg(row ->> 'code', code_since(${exchange}, row ->> 'code', issue_date)), '{}')
        from jsonb_array_elements(body::jsonb -> 'picks') row) as names
    from proposal join finlist_issue issue using (exchange, issue_date)
      left join list_correction known using (exchange, issue_date)
    where exchange = ${exchange} and issue.method_id = ${method.id} and issue.constants = any(${constantsKnown(exchange)})
      and exists (select from changed where date <= issue_date and date > issue_date - ${method.history.days}::integer
        and at > coalesce(checked_at, made_at))
    order by issue_date limit ${atOnce}`.execute(db)
  return rows
}

/** The number of rows in which two lists, given as canonical texts, differ. A stock in only one of them also counts. */
export function rowsApart(before: string, now: string, names: Names = {}): number {
  const [one, other] = [rowsOf(before, names), rowsOf(now)]
  return [...new Set([...one.keys(), ...other.keys()])].filter(code => one.get(code) !== other.get(code)).length
}

function rowsOf(text: string, names: Names = {}): Map<string, string> {
  const { picks } = JSON.parse(text) as { picks: ({ code: string } & Record<string, Canonical>)[] }
  return new Map(
    picks.map(row => [names[row.code] ?? row.code, canonical({ ...row, code: names[row.code] ?? row.code })]),
  )
}

/** The number of the market's lists that would differ today, and the number of their differing rows. */
export async function readCorrections(db: Db, exchange: ExchangeId): Promise<{ lists: number; rows: number }> {
  const { rows } = await sql<{ lists: number; rows: number }>`
    select count(*) as lists, coalesce(sum(rows_apart), 0)::bigint as rows
    from list_correction join finlist_issue using (exchange, issue_date)
    where exchange = ${exchange} and rows_apart > 0`.execute(db)
  return rows[0]!
}
