import type { DataKind, DataState } from '@finlist/contract/staff/overview'
import type { Topic } from '@finlist/contract/topics'
import { addDays, type Closings, type Day, dayAt, tradingDays } from '@finlist/domain/calendar'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { readClosings } from '../../market-data/store/closings.ts'
import { nextListAfter } from '../../market-data/store/week.ts'

/** A kind of data: its markets, the query for its newest day, and the topic under which it is published. */
type Source = {
  kind: DataKind
  of: readonly ExchangeId[] | 'nobody'
  newest(exchange: ExchangeId): RawBuilder<unknown>
  topic?: Topic
  /** Whether new data are expected every trading day. */
  daily?: boolean
  /** Whether a week's list is refused without data of its day. */
  makesLists?: boolean
}

const hongKong = ['HKEX'] as const
const sources: Source[] = [
  {
    kind: 'prices',
    of: exchangeIds,
    daily: true,
    makesLists: true,
    // Looks up each stock's newest row by index; scanning the whole table takes too long.
    newest:
      exchange => sql`(select max(date) from stock s cross join lateral bars_before(s.exchange, s.stock_code, 'infinity', 1) newest
      where s.exchange = ${exchange})`,
  },
  {
    kind: 'finlist',
    of: exchangeIds,
    newest: exchange => sql`(select max(issue_date) from finlist_issue where exchange = ${exchange})`,
  },
  {
    kind: 'markettrend',
    of: exchangeIds,
    daily: true,
    newest: exchange => sql`greatest((select max(date) from breadth where exchange = ${exchange}),
      (select max(date) from uploaded_breadth where exchange = ${exchange}))`,
  },
  {
    kind: 'shareholding',
    of: hongKong,
    daily: true,
    newest: () => sql`(select max(shareholding_date) from settlement_date)`,
  },
  {
    kind: 'movers',
    of: hongKong,
    daily: true,
    newest: exchange => sql`(select max(date) from market_snapshot where exchange = ${exchange})`,
  },
  {
    kind: 'profit-alerts',
    of: hongKong,
    newest: exchange => sql`(select (max(released_at) at time zone 'Asia/Hong_Kong')::date
      from profit_alert where exchange = ${exchange})`,
  },
  {
    kind: 'videos',
    of: 'nobody',
    topic: 'education:videos',
    newest: () => sql`(select max(published_on) from video where not hidden)`,
  },
  {
    kind: 'fundamentals',
    of: exchangeIds,
    newest: exchange => sql`greatest((select max(asked_on) from fundamentals_asked where exchange = ${exchange}),
      (select max(issue_date) from fundamental where exchange = ${exchange}))`,
  },
  {
    kind: 'rates',
    of: 'nobody',
    topic: 'rates:HKD',
    newest: () => sql`(select max(date) from exchange_rate)`,
  },
]

/**
 * For each kind of data and market: the newest day, when the data were last published, and the first list that cannot
 * be made without newer data.
 */
export async function dataStates(db: Db, now: number): Promise<DataState[]> {
  const asked = sources.flatMap(({ kind, of, newest, topic, daily = false, makesLists = false }) =>
    (of === 'nobody' ? [null] : of).map(exchange => ({
      kind,
      exchange,
      daily,
      makesLists,
      topic: topic ?? `${kind}:${exchange}`,
      newest: newest(exchange ?? 'HKEX'),
    })),
  )
  const { rows } = await sql<{ n: number; as_at: Day | null; published_at: Date | null }>`
    select n, as_at, (select updated_at from last_updated where last_updated.topic = told.topic) as published_at
    from (${sql.join(
      asked.map(
        ({ newest, topic }, n) => sql`select ${sql.lit(n)} as n, ${newest}::date as as_at, ${topic}::text as topic`,
      ),
      sql` union all `,
    )}) told order by n`.execute(db)
  const told = await readClosings(db)
  const newestList = new Map(
    rows.flatMap(({ n, as_at }) => (asked[n]!.kind === 'finlist' ? [[asked[n]!.exchange, as_at] as const] : [])),
  )
  const firstListRefused = (exchange: ExchangeId, asAt: Day) => {
    const published = newestList.get(exchange) ?? asAt
    return nextListAfter(exchange, published > asAt ? published : asAt, told)
  }
  return rows.map(({ n, as_at, published_at }) => {
    const { kind, exchange, daily, makesLists } = asked[n]!
    return {
      kind,
      exchange,
      asAt: as_at,
      daysBehind: daily && exchange && as_at ? daysOver({ exchange, from: as_at, now }, told) : null,
      publishedAt: published_at?.toISOString() ?? null,
      listRefused: makesLists && exchange && as_at ? firstListRefused(exchange, as_at) : null,
    }
  })
}

/** The number of trading days after `from` whose session has ended. */
function daysOver({ exchange, from, now }: { exchange: ExchangeId; from: Day; now: number }, told: Closings): number {
  const yesterday = addDays(dayAt(exchange, now), -1)
  return tradingDays(exchange, addDays(from, 1), yesterday, told).length
}
