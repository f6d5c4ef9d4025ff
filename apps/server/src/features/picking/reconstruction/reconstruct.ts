import { dayAt } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { type Selectable, sql } from 'kysely'
import { hourly } from '../../../background/hourly.ts'
import { inThread } from '../../../background/in-thread.ts'
import type { Job } from '../../../background/jobs.ts'
import type { Database, Tx } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables.ts'
import { publish } from '../../../db/topics.ts'
import type { PastIssue, PastWork } from './make-past.ts'
import { isAfter, weeksBetween } from './weeks.ts'

type Parts = {
  database: Database
  /** Recomputes the outcomes of a market's picks. */
  follow: (exchange: ExchangeId) => Promise<unknown>
}
type Asked = Selectable<Tables['reconstruction']>

/** Lock that the server and the command acquire while they reconstruct. */
export const reconstructLock = 'job reconstruct'
/** Number of weeks per transaction (a quarter of a year). An interruption loses at most this much work. */
const weeksAtOnce = 13
const thread = new URL('../../../workers/reconstruct.ts', import.meta.url)
const limits = { seconds: 1_800, megabytes: 2_048 }

/** Job that works on a requested reconstruction, a quarter of a year per run, until all weeks are done. */
export const reconstructJob = (parts: Parts): Job => ({
  name: 'reconstruct',
  next: async (last, now) => ((await readUnmade(parts.database)) ? now : hourly(last, now)),
  run: async now => ({ rows: (await reconstructMore(parts, now))?.made ?? 0 }),
})

/**
 * Reconstructs the next weeks and computes the outcomes of their picks. Returns the number of weeks done and left, or
 * undefined if no reconstruction was requested.
 */
export async function reconstructMore(
  { database, follow }: Parts,
  now: number,
): Promise<{ exchange: ExchangeId; made: number; left: number } | undefined> {
  const asked = await readUnmade(database)
  if (!asked) return undefined
  const { exchange, constants } = asked
  const newest = await newestMade(database, exchange)
  const all = weeksBetween(asked.from_date, asked.before_date)
  const left = newest === undefined ? all : all.filter(week => isAfter(week, newest))
  const weeks = left.slice(0, weeksAtOnce)
  if (weeks.length > 0) {
    const work: PastWork = { exchange, constants, weeks }
    const { url: databaseUrl } = await database.reports.place({ whole: true })
    const issues = await inThread<PastIssue[]>(thread, { databaseUrl, work }, limits)
    await database.transaction(tx => keepIssues(tx, asked, issues))
  }
  // Computes the outcomes before the reconstruction is marked complete, so that no one sees picks without outcomes.
  await follow(exchange)
  if (left.length === weeks.length) await database.write(tx => conclude(tx, asked, now))
  return { exchange, made: weeks.length, left: left.length - weeks.length }
}

const readUnmade = ({ db }: Database): Promise<Asked | undefined> =>
  db
    .selectFrom('reconstruction')
    .selectAll()
    .where('made_on', 'is', null)
    .orderBy('asked_at')
    .limit(1)
    .executeTakeFirst()

async function newestMade({ db }: Database, exchange: ExchangeId) {
  const row = await db
    .selectFrom('reconstructed_issue')
    .select('issue_date')
    .where('exchange', '=', exchange)
    .orderBy('issue_date', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.issue_date
}

async function keepIssues(tx: Tx, { exchange }: Asked, issues: readonly PastIssue[]) {
  await tx.query(
    `insert into reconstructed_issue (exchange, issue_date, inputs_hash, eligible)
     select $1, * from unnest($2::date[], $3::text[], $4::integer[])`,
    [
      exchange,
      issues.map(({ issueDate }) => issueDate),
      issues.map(({ inputsHash }) => inputsHash),
      issues.map(({ eligible }) => eligible),
    ],
  )
  const picks = issues.flatMap(({ issueDate, picks }) => picks.map(pick => ({ issueDate, ...pick })))
  await tx.query(
    `insert into reconstructed_pick (exchange, issue_date, stock_code, pattern, buy_point, seed, twins)
     select $1, * from unnest($2::date[], $3::text[], $4::text[], $5::float8[], $6::text[], $7::jsonb[])`,
    [
      exchange,
      picks.map(({ issueDate }) => issueDate),
      picks.map(({ code }) => code),
      picks.map(({ pattern }) => pattern),
      picks.map(({ buyPoint }) => buyPoint),
      picks.map(({ seed }) => seed),
      picks.map(({ twins }) => JSON.stringify(twins)),
    ],
  )
}

/**
 * Marks the reconstruction as complete and records its limitations: the day since which replaced bars have been stored,
 * and the number of stocks known to have left the market.
 */
async function conclude(tx: Tx, { exchange, from_date }: Asked, now: number) {
  await sql`
    update reconstruction set made_on = ${dayAt(exchange, now)},
      gone = (select count(distinct stock_code) from listing
        where exchange = ${exchange} and delisted_on between ${from_date} and ${dayAt(exchange, now)}),
      history_from = (select min(until) from bar_history where exchange = ${exchange})::date
    where exchange = ${exchange}`.execute(tx)
  await publish(tx, `track-record:${exchange}`)
}
