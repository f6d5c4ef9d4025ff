import type { ExchangeId } from '@finlist/domain/markets'
import type { Canonical } from '@finlist/domain/picking/canonical'
import type { PickingIssue } from '@finlist/domain/picking/issue'
import type { Head } from '@finlist/domain/record/chain'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import { RecordWriter } from '../db/record/append.ts'

export type IssueToRecord = {
  exchange: ExchangeId
  issueDate: string
  /**
   * Of a list that the method made: what it made, to the byte, and what staff changed of it. Without it the list is what
   * staff published.
   */
  byMethod?: { list: PickingIssue; edits?: readonly Canonical[] }
}

/** Writes down the issue as it stands, in the transaction that published it. */
export async function recordIssue(
  tx: Tx,
  { exchange, issueDate, byMethod }: IssueToRecord,
  { writer, at }: { writer?: RecordWriter; at?: Date } = {},
): Promise<Head> {
  const body = byMethod
    ? { made: 'method', list: byMethod.list, edits: byMethod.edits ?? [] }
    : { made: 'staff', list: await publishedList(tx, exchange, issueDate) }
  return await (writer ?? (await RecordWriter.open(tx))).append({ kind: 'issue', market: exchange, body }, at)
}

/** Writes down that an issue of the record was taken back; nothing where the record has none. */
export async function recordRollBack(
  tx: Tx,
  { exchange, issueDate }: Pick<IssueToRecord, 'exchange' | 'issueDate'>,
): Promise<void> {
  const writer = await RecordWriter.open(tx)
  const seq = await entryOfIssue(tx, exchange, issueDate)
  if (seq !== undefined)
    await writer.append({ kind: 'roll-back', market: exchange, body: { date: issueDate, issue: seq } })
}

/** The number of the newest entry of the issue. */
export async function entryOfIssue(db: Db, exchange: ExchangeId, issueDate: string): Promise<number | undefined> {
  const { rows } = await sql<{ seq: number }>`
    select seq from record
    where kind = 'issue' and market = ${exchange} and body::jsonb -> 'list' ->> 'date' = ${issueDate}
    order by seq desc limit 1`.execute(db)
  return rows[0]?.seq
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
