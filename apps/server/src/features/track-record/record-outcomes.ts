import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { type Costs, rule } from '@finlist/domain/outcome/rule'
import { mostOutcomes, type RecordedOutcome } from '@finlist/domain/record/outcomes'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { RecordWriter } from '../../db/record/append.ts'

/**
 * `until`: the week's last trading day. `writer` and `at`: the record's writer and the time of the entry; by default a
 * new writer and now.
 */
type Week = { until: Day; costs: Costs; writer?: RecordWriter; at?: Date }

/**
 * Records the outcomes that became final by the week's end and are not in any entry yet. A second call for the same
 * week does nothing. Many outcomes are split over several entries; if there are none, no entry is made. An entry and
 * the marks on its outcomes are saved in the same transaction. Returns the number of outcomes. Throws RecordKeyLost.
 */
export async function recordOutcomes(
  tx: Tx,
  exchange: ExchangeId,
  { until, costs, writer, at }: Week,
): Promise<number> {
  if ((await readUntold(tx, exchange, until, 1)).length === 0) return 0
  // Blocks other writers from here on, so that what they have recorded is visible below.
  const record = writer ?? (await RecordWriter.open(tx))
  if (await isToldUntil(tx, exchange, until)) return 0
  let count = 0
  for (;;) {
    const untold = await readUntold(tx, exchange, until, mostOutcomes)
    if (untold.length === 0) return count
    const outcomes = untold.map(({ issuedAt: _issuedAt, stockCode: _stockCode, ...outcome }) => outcome)
    const issued = untold.map(({ issuedAt }) => issuedAt?.getTime() ?? Number.NaN)
    const { seq } = await record.append(
      {
        kind: 'outcomes',
        market: exchange,
        body: { market: exchange, until, rule: rule.id, costs, outcomes },
        ...(issued.every(Number.isFinite) && { youngest: new Date(Math.max(...issued)) }),
      },
      at,
    )
    await keepEntry(tx, exchange, untold, seq)
    count += outcomes.length
  }
}

/** `issuedAt`: when the pick's issue was published according to the record; null if it is not recorded. */
type Untold = RecordedOutcome & { stockCode: string; issuedAt: Date | null }

/**
 * Outcomes not recorded yet. If a stock's code has changed since, its outcome has the code under which the record lists
 * it.
 */
async function readUntold(tx: Tx, exchange: ExchangeId, until: Day, most: number): Promise<Untold[]> {
  const { rows } = await sql<Untold>`
    with issue as not materialized (
      select made_at, body::jsonb -> 'list' ->> 'date' as date, body::jsonb -> 'list' -> 'picks' as picks
      from record where kind = 'issue' and market = ${exchange})
    select issue_date as date, stock_code as "stockCode", track, pattern, buy_point as "buyPoint", state, repeats,
      entry_date as "entryDate", entry, exit_date as "exitDate", exit, net_worst as "netWorst", net_best as "netBest",
      market_return as "marketReturn", twins, twin_worst as "twinWorst", twin_best as "twinBest", stands_since as stands,
      coalesce(
        (with recursive former(code) as (
           select from_code from stock_rename where exchange = ${exchange} and to_code = stock_code
           union select from_code from stock_rename join former on to_code = code where exchange = ${exchange})
         select former.code from former join issue on date = issue_date::text
         where picks @> jsonb_build_array(jsonb_build_object('code', former.code)) limit 1),
        stock_code) as code,
      (select max(made_at) from issue where date = issue_date::text) as "issuedAt"
    from outcomes_to_record(${exchange}, ${until}, ${most}) order by issue_date, stock_code collate "C", track`.execute(
    tx,
  )
  return rows
}

/** Whether the outcomes of the week, or of a later one, are in the record. */
async function isToldUntil(tx: Tx, exchange: ExchangeId, until: Day): Promise<boolean> {
  const newest = await tx
    .selectFrom('record')
    .select('body')
    .where('kind', '=', 'outcomes')
    .where('market', '=', exchange)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest !== undefined && (JSON.parse(newest.body) as { until: Day }).until >= until
}

async function keepEntry(tx: Tx, exchange: ExchangeId, outcomes: readonly Untold[], seq: number) {
  await tx.query(
    `update pick_outcome set recorded_in = $1 where exchange = $2
     and (issue_date, stock_code, track) in (select * from unnest($3::date[], $4::text[], $5::text[]))`,
    [
      seq,
      exchange,
      outcomes.map(({ date }) => date),
      outcomes.map(({ stockCode }) => stockCode),
      outcomes.map(({ track }) => track),
    ],
  )
}
