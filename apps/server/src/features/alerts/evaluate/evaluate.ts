import type { Topic } from '@finlist/contract/topics'
import { dayAt } from '@finlist/domain/calendar'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { sql } from 'kysely'
import { Repeated } from '../../../background/repeated.ts'
import type { Tx } from '../../../db/database.ts'
import type { UpTo } from '../../../db/tables/alerts.ts'
import { matchBars } from './bar-kinds.ts'
import { openFired, tellFired } from './fired.ts'
import { type Look, lookAtBars, lookAtSnapshots } from './looked-at.ts'
import { matchPositions } from './positions.ts'
import { matchLists, matchProfitAlerts, matchShareholding, matchStates } from './publications.ts'
import { matchScreens, type ScreenParts } from './screens.ts'

type Parts = ScreenParts & {
  /** Current time, in ms since the epoch. */
  now: () => number
  log: { warn(details: object, message: string): void }
}

/** Finds the alerts that a publication triggers. Returns the position up to which its data has now been evaluated. */
type Match = (tx: Tx, look: Look, parts: ScreenParts) => Promise<UpTo>

const pricesBy =
  (lookAt: Match): Match =>
  async (tx, look, parts) => {
    const upTo = await lookAt(tx, look, parts)
    await matchBars(tx, look)
    await matchPositions(tx, look)
    return upTo
  }

const ofEveryMarket = {
  prices: pricesBy(lookAtBars),
  finlist: matchLists,
  markettrend: matchStates,
  board: matchScreens,
}
const ofHongKong = {
  movers: pricesBy(lookAtSnapshots),
  'profit-alerts': matchProfitAlerts,
  shareholding: matchShareholding,
}

type Heard = { topic: Topic; exchange: ExchangeId; match: Match }

/** The topics whose publication triggers alerts. */
const heard: readonly Heard[] = [
  ...exchangeIds.flatMap(exchange =>
    (['prices', 'finlist', 'markettrend', 'board'] as const).map(kind => ({
      topic: `${kind}:${exchange}` as const,
      exchange,
      match: ofEveryMarket[kind],
    })),
  ),
  ...(['movers', 'profit-alerts', 'shareholding'] as const).map(kind => ({
    topic: `${kind}:HKEX` as const,
    exchange: 'HKEX' as const,
    match: ofHongKong[kind],
  })),
]

const againMs = 600_000

/**
 * Evaluates alerts when a topic is published, and every ten minutes in case a notification was missed. Safe to run in
 * several processes: each topic's row is locked, and a process that finds it locked skips it. Returns a function that
 * stops evaluation and waits for running work.
 */
export function startAlerts(parts: Parts): () => Promise<void> {
  const { changes } = parts.database
  const repeated = new Repeated(parts.log)
  const wake = repeated.every(
    'alerts',
    againMs,
    async () => void (await evaluateAlerts(parts, () => repeated.isStopped)),
  )
  for (const kind of ['prices', 'finlist', 'markettrend', 'board', 'movers', 'profit-alerts', 'shareholding'] as const)
    changes.on(kind, wake)
  return () => repeated.stop()
}

/** Evaluates alerts on everything published since the last evaluation. Returns the number of fired alerts. */
export async function evaluateAlerts(parts: Parts, isStopped = () => false): Promise<number> {
  const { rows } = await sql<{ topic: string }>`
    select topic from last_updated left join alert_evaluated evaluated using (topic)
    where topic = any(${heard.map(({ topic }) => topic)}::text[])
      and evaluated.published_at is distinct from last_updated.updated_at`.execute(parts.database.db)
  const due = new Set(rows.map(({ topic }) => topic))
  let fired = 0
  for (const each of heard)
    if (due.has(each.topic) && !isStopped())
      fired += await evaluateTopic(parts, each).catch(error => {
        parts.log.warn({ err: error, topic: each.topic }, 'alerts could not be held against a publish')
        return 0
      })
  return fired
}

/** Evaluates a topic; does nothing if another process is already evaluating it. */
async function evaluateTopic(parts: Parts, { topic, exchange, match }: Heard): Promise<number> {
  return await parts.database.load(async tx => {
    await sql`insert into alert_evaluated (topic) values (${topic}) on conflict do nothing`.execute(tx)
    // Read before the data, so that anything published in between is evaluated next time.
    const { rows } = await sql<{ upto: UpTo; publish: string | null; is_done: boolean }>`
      select upto, publish, published_at is not distinct from publish::timestamptz as is_done
      from alert_evaluated, (select (select updated_at::text from last_updated where topic = ${topic}) as publish) last
      where topic = ${topic} for update of alert_evaluated skip locked`.execute(tx)
    const evaluated = rows[0]
    if (!evaluated || evaluated.is_done) return 0
    // Uses a single core, so that the other cores remain free for requests.
    await tx.query('set local max_parallel_workers_per_gather = 0')
    await openFired(tx)
    const look = { exchange, upTo: evaluated.upto, today: dayAt(exchange, parts.now()) }
    const upTo = furthest(evaluated.upto, await match(tx, look, parts))
    const told = await tellFired(tx, parts)
    await sql`update alert_evaluated set published_at = ${evaluated.publish}::timestamptz, upto = ${JSON.stringify(upTo)}
      where topic = ${topic}`.execute(tx)
    return told
  })
}

/** The later of both positions: an evaluated day is never evaluated again, even if its data was deleted since. */
const furthest = (before: UpTo, now: UpTo): UpTo => ({
  ...before,
  ...now,
  ...(before.day !== undefined && now.day !== undefined && { day: before.day > now.day ? before.day : now.day }),
})
