import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import type { DoubtKind } from '@finlist/domain/prices/doubt-kinds'
import type { Tx } from '../../db/database.ts'

/** `evidence` stays the same as long as the bars and actions that it describes do. */
export type FoundDoubt = { stockCode: string; date: Day; kind: DoubtKind; evidence: object }
export type EndedDoubt = { stockCode: string; date: Day; as: 'gone' | 'stayed' }

/**
 * The last day that the doubt holds back. A spike, or an action that only pays (its evidence has no close), holds back
 * only its own day. Any other doubt holds back all of the stock's prices from its day on.
 */
const heldUntil = ({ kind, date, evidence }: FoundDoubt): Day =>
  kind === 'spike' || (kind === 'action' && !('close' in evidence)) ? date : 'infinity'

/**
 * Opens doubts. A stock's day has at most one open doubt about its prices and one about its actions; a new doubt with
 * other evidence replaces the open one. Skips a doubt if the same one is already open, or if staff decided that the
 * data was right and the prices and actions are unchanged since then. Returns the first day of the opened doubts.
 */
export async function openDoubts(
  tx: Pick<Tx, 'query'>,
  exchange: ExchangeId,
  found: readonly FoundDoubt[],
): Promise<Day | undefined> {
  if (found.length === 0) return undefined
  const now = await moment(tx)
  const columns = [
    found.map(({ stockCode }) => stockCode),
    found.map(({ date }) => date),
    found.map(({ kind }) => kind),
    found.map(heldUntil),
    found.map(({ evidence }) => JSON.stringify(evidence)),
  ]
  const rows = `unnest($3::text[], $4::date[], $5::text[], $6::date[], $7::jsonb[])
    as came (stock_code, date, kind, held_until, evidence)`
  await tx.query(
    `update doubt d set ended_at = $2, ended_as = 'changed' from ${rows}
     where d.exchange = $1 and d.stock_code = came.stock_code and d.date = came.date and d.ended_at is null
       and (d.kind = 'action') = (came.kind = 'action') and (d.kind, d.evidence) is distinct from (came.kind, came.evidence)`,
    [exchange, now, ...columns],
  )
  const opened = await tx.query<{ date: Day }>(
    `insert into doubt (exchange, stock_code, date, kind, held_until, evidence, found_at)
     select $1, came.*, $2 from (select stock_code, date, kind, held_until, evidence from ${rows}) came
     where not exists (select from doubt d where d.exchange = $1 and d.stock_code = came.stock_code and d.date = came.date
       and (d.kind = 'action') = (came.kind = 'action')
       and (d.ended_at is null or d.ended_as = 'right' and d.undone_at is null
         and d.evidence -> 'close' is not distinct from came.evidence -> 'close'
         and d.evidence -> 'actions' is not distinct from came.evidence -> 'actions'
         and d.evidence -> 'previousClose' = came.evidence -> 'previousClose'))
     on conflict (exchange, stock_code, date, kind, found_at) do update
       set held_until = excluded.held_until, evidence = excluded.evidence, ended_at = null, ended_as = null
     returning date`,
    [exchange, now, ...columns],
  )
  return earliest(opened.rows)
}

/** Ends the open doubts about prices on these stocks' days. Returns the first day that is no longer held back. */
export async function endDoubts(
  tx: Pick<Tx, 'query'>,
  exchange: ExchangeId,
  ended: readonly EndedDoubt[],
): Promise<Day | undefined> {
  if (ended.length === 0) return undefined
  const { rows } = await tx.query<{ date: Day }>(
    `update doubt d set ended_at = $2, ended_as = settled.as
     from unnest($3::text[], $4::date[], $5::text[]) as settled (stock_code, date, "as")
     where d.exchange = $1 and d.stock_code = settled.stock_code and d.date = settled.date and d.ended_at is null
       and d.kind <> 'action' returning d.date`,
    [
      exchange,
      await moment(tx),
      ended.map(({ stockCode }) => stockCode),
      ended.map(({ date }) => date),
      ended.map(({ as }) => as),
    ],
  )
  return earliest(rows)
}

/**
 * The transaction's time, to the microsecond. Passed as a value, because a table distributed over several nodes cannot
 * be updated with the result of a function.
 */
export async function moment(tx: Pick<Tx, 'query'>): Promise<string> {
  const { rows } = await tx.query<{ now: string }>('select product_now()::text as now')
  return rows[0]!.now
}

const earliest = (rows: readonly { date: Day }[]): Day | undefined => rows.map(({ date }) => date).toSorted()[0]

type Place = Record<'exchange' | 'stockCode' | 'date', string>
const ofBar: Place = { exchange: 'bar.exchange', stockCode: 'bar.stock_code', date: 'bar.date' }

/** SQL: whether an undecided doubt (after the day `since`, if given) holds back this day of this stock. */
export const isHeld = ({ exchange, stockCode, date }: Place, since?: string) =>
  `exists (select from doubt d where d.exchange = ${exchange} and d.stock_code = ${stockCode}
  and d.ended_at is null and ${date} between d.date and d.held_until${since === undefined ? '' : ` and d.date > ${since}`})`

/** SQL, for the table `bar`: whether the bar is held back by an undecided doubt. */
export const isHeldBar = isHeld(ofBar)
export const isHeldBarSince = (since: string) => isHeld(ofBar, since)
