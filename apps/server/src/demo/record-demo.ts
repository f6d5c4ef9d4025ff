import type { ExchangeId } from '@finlist/domain/markets'
import { momentAt } from '../background/daily-at.ts'
import { type Config, tradingCosts } from '../config.ts'
import type { Database, Tx } from '../db/database.ts'
import { RecordWriter } from '../db/record/append.ts'
import { publishedAt } from '../db/topics.ts'
import { followingTime } from '../features/track-record/follow-job.ts'
import { followPicks } from '../features/track-record/follow-picks.ts'
import { recordOutcomes } from '../features/track-record/record-outcomes.ts'
import { recordIssue } from '../market-data/lists/record-issue.ts'

type Unrecorded = { exchange: ExchangeId; issueDate: string; publishedAt: Date }

/**
 * Records the demo's issues and outcomes with the times at which a live server would have recorded them: an issue at
 * its stated publication time, outcomes in the night after the week's end. Returns the number of issues recorded.
 */
export async function recordDemo(database: Database, config: Config, now: number): Promise<number> {
  const issues = await database.snapshot(readUnrecorded)
  if (issues.length === 0) return 0
  const costs = tradingCosts(config)
  for (const exchange of new Set(issues.map(issue => issue.exchange)))
    await followPicks(database, exchange, costs[exchange])
  await database.load(async tx => {
    const writer = await RecordWriter.open(tx, { at: issues[0]!.publishedAt })
    const days = issues.map(issue => ({
      at: issue.publishedAt,
      write: (at: Date): Promise<unknown> => recordIssue(tx, issue, { writer, at }),
    }))
    if (config.TRACK_RECORD === 'on')
      for (const { exchange, issueDate: until } of issues) {
        const at = new Date(momentAt(exchange, until, followingTime))
        const write = () => recordOutcomes(tx, exchange, { until, costs: costs[exchange], writer, at })
        if (at.getTime() <= now) days.push({ at, write })
      }
    for (const { at, write } of days.toSorted((one, other) => one.at.getTime() - other.at.getTime())) await write(at)
    // Publishes them again, so that caches of pages that show an issue's record entry are refreshed.
    for (const { exchange, publishedAt: at } of issues) await publishedAt(tx, `finlist:${exchange}`, at)
  })
  return issues.length
}

async function readUnrecorded(tx: Tx): Promise<Unrecorded[]> {
  const { rows } = await tx.query<Unrecorded>(
    `select exchange, issue_date as "issueDate", published_at as "publishedAt" from finlist_issue i
     where not exists (select from record where kind = 'issue' and market = i.exchange
       and body::jsonb -> 'list' ->> 'date' = i.issue_date::text)
     order by published_at, exchange`,
  )
  return rows
}
