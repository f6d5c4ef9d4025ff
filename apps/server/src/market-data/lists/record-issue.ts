import type { ExchangeId } from '@finlist/domain/markets'
import type { Canonical } from '@finlist/domain/picking/canonical'
import type { LeftOut } from '@finlist/domain/prices/left-out'
import type { Head } from '@finlist/domain/record/chain'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import { RecordWriter } from '../../db/record/append.ts'
import type { ListOutlooks } from '../../db/tables/lists.ts'
import type { DrawnWith } from '../../research/draw-twins.ts'

type IssueToRecord = { exchange: ExchangeId; issueDate: string }

/**
 * Records the issue in the transaction that published it. For a list made by the method: the method's exact output, to
 * the byte, the stocks that it left out because of a doubt, the outlooks, and what staff changed. For an uploaded list: the list and
 * the inputs of its twins' draw.
 */
export async function recordIssue(
  tx: Tx,
  { exchange, issueDate }: IssueToRecord,
  { writer, at, drawn }: { writer?: RecordWriter; at?: Date; drawn?: DrawnWith | undefined } = {},
): Promise<Head> {
  const body = (await madeByMethod(tx, exchange, issueDate)) ?? {
    made: 'staff',
    list: await publishedList(tx, exchange, issueDate),
    drawn,
  }
  return await (writer ?? (await RecordWriter.open(tx))).append({ kind: 'issue', market: exchange, body }, at)
}

/** Records the rollback of an issue; does nothing if the issue is not in the record. */
export async function recordRollBack(tx: Tx, { exchange, issueDate }: IssueToRecord): Promise<void> {
  await sql`select from proposal where exchange = ${exchange} and issue_date = ${issueDate} for update`.execute(tx)
  const writer = await RecordWriter.open(tx)
  const seq = await entryOfIssue(tx, exchange, issueDate)
  if (seq !== undefined)
    await writer.append({ kind: 'roll-back', market: exchange, body: { date: issueDate, issue: seq } })
}

/** The sequence number of the issue's newest record entry. */
export async function entryOfIssue(db: Db, exchange: ExchangeId, issueDate: string): Promise<number | undefined> {
  const { rows } = await sql<{ seq: number }>`
    select seq from record
    where kind = 'issue' and market = ${exchange} and body::jsonb -> 'list' ->> 'date' = ${issueDate}
    order by seq desc limit 1`.execute(db)
  return rows[0]?.seq
}

/**
 * Undefined if the method did not make the list. Locks the proposal before the record, in the same order as an edit, to
 * avoid deadlocks.
 */
async function madeByMethod(tx: Tx, exchange: ExchangeId, issueDate: string) {
  const { rows } = await sql<{ body: string; left_out: LeftOut[] | null; outlooks: ListOutlooks | null }>`
    select proposal.body, proposal.left_out, proposal.outlooks from finlist_issue issue join proposal using (exchange, issue_date)
    where exchange = ${exchange} and issue_date = ${issueDate} and issue.method_id = proposal.method_id
    for update of proposal`.execute(tx)
  if (!rows[0]) return undefined
  const { outlooks } = rows[0]
  const leftOut = rows[0].left_out ?? []
  const edits = await tx
    .selectFrom('proposal_edit')
    .select(['stock_code', 'what', 'before', 'after', 'note', 'reason', 'at'])
    .where('exchange', '=', exchange)
    .where('issue_date', '=', issueDate)
    .where('taken_back_at', 'is', null)
    .where(sql<boolean>`stock_code <> all(${leftOut.map(({ code }) => code)}::text[])`)
    .orderBy('edit_id')
    .execute()
  return {
    made: 'method',
    list: JSON.parse(rows[0].body) as Canonical,
    ...(outlooks && { outlooks: outlooks as unknown as Canonical }),
    ...(leftOut.length > 0 && { leftOut: leftOut.map(stock => ({ ...stock })) }),
    edits: edits.map(({ stock_code: code, at, ...edit }) => ({ code, ...edit, at: at.toISOString() })),
  }
}

async function publishedList(tx: Tx, exchange: ExchangeId, issueDate: string): Promise<Canonical> {
  const picks = await tx
    .selectFrom('finlist_pick')
    .select(['stock_code', 'close', 'pattern_type', 'buy_point', 'percival_score'])
    .where('exchange', '=', exchange)
    .where('issue_date', '=', issueDate)
    .orderBy(sql`percival_score desc, stock_code collate "C"`)
    .execute()
  return {
    market: exchange,
    date: issueDate,
    picks: picks.map(({ stock_code, close, pattern_type, buy_point, percival_score }) => ({
      code: stock_code,
      close,
      pattern: pattern_type ?? 'NIL',
      buyPoint: buy_point ?? -1,
      score: percival_score,
    })),
  }
}
