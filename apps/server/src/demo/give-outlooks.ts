import type { ExchangeId } from '@finlist/domain/markets'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { publish } from '../db/topics.ts'
import { runEngine } from '../features/picking/run-engine.ts'
import { recordIssue } from '../market-data/lists/record-issue.ts'

/**
 * Gives the picks of the demo's newest list their outlooks, and records the list again. The demo makes its lists at the
 * start, before it has trained a model; an operator's installation has a model before it makes the next list. A list
 * that staff published is left as it is.
 */
export async function giveOutlooks(database: Database, exchange: ExchangeId): Promise<void> {
  const { rows } = await sql<{ issue_date: string }>`
    select issue_date from finlist_issue issue join proposal using (exchange, issue_date)
    where exchange = ${exchange} and issue.method_id = proposal.method_id and published_by is null and outlooks is null
      and issue_date = (select max(issue_date) from finlist_issue where exchange = ${exchange})`.execute(database.db)
  const issueDate = rows[0]?.issue_date
  if (issueDate === undefined) return
  const { outlooks } = await runEngine(database, { exchange, day: issueDate, added: [] })
  await database.write(async tx => {
    const key = sql`exchange = ${exchange} and issue_date = ${issueDate}`
    await sql`update proposal set outlooks = ${JSON.stringify(outlooks)} where ${key}`.execute(tx)
    await sql`update finlist_pick set outlook = given.outlook || jsonb_build_object('model', ${outlooks.model}::text)
      from jsonb_each(${JSON.stringify(outlooks.picks)}::jsonb) as given(code, outlook)
      where ${key} and stock_code = given.code`.execute(tx)
    await publish(tx, `finlist:${exchange}`)
    await recordIssue(tx, { exchange, issueDate })
  })
}
