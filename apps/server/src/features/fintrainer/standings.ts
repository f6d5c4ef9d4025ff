import type { ScenarioId } from '@finlist/domain/fintrainer/playlists'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** From the first instant (inclusive) to the second (exclusive). */
export type Period = { from: Date; until: Date }
/** `average`: null if no level was finished in the period. */
export type Standing = { user_id: number; name: string; total: number; average: number | null }

/**
 * The best of the players who have finished the playlist, ranked by the sum of their returns in the period or by their
 * average. The average is the sum of the returns of levels finished in the period, divided by the number of those
 * levels; a level without a trade counts as 0. A player is ranked by average only with trades in at least half of the
 * levels, so that one lucky trade is not enough.
 */
export async function readStandings(
  db: Db,
  { scenario, period, by, most }: { scenario: ScenarioId; period: Period; by: 'total' | 'average'; most: number },
): Promise<Standing[]> {
  const within = (instant: string) =>
    sql`${sql.raw(instant)} >= ${period.from} and ${sql.raw(instant)} < ${period.until}`
  const ofScenario = (of: string) => sql`(${scenario} = 0 or ${sql.raw(of)}.playlist_id = ${scenario})`
  const ranked = by === 'average' ? sql`where 2 * finished.traded >= finished.levels` : sql``
  const { rows } = await sql<Standing>`
    with player as (
      select p.user_id, u.name from game_place p join users u on u.user_id = p.user_id and u.blocked_at is null
      where p.playlist_id = ${scenario} and not exists (select from game_off_boards x where x.user_id = p.user_id)),
    finished as (
      select user_id, count(*) as levels, count(result.trades) filter (where result.trades > 0) as traded,
        sum(result.return_rate) / count(*) as average
      from game_play play join player using (user_id) cross join lateral (
        select count(*) as trades, coalesce(sum(return_rate), 0) as return_rate from game_trade t
        where t.user_id = play.user_id and t.playlist_id = play.playlist_id and t.level_id = play.level_id) result
      where ${ofScenario('play')} and ${within('play.finished_at')}
      group by user_id),
    traded as (
      select user_id, sum(return_rate) as total from game_trade t join player using (user_id)
      where ${ofScenario('t')} and ${within('t.sold_at')} group by user_id)
    select user_id, name, total, average
    from player join traded using (user_id) left join finished using (user_id) ${ranked}
    order by ${sql.ref(by)} desc nulls last, user_id limit ${most}`.execute(db)
  return rows
}

/** The sums of a user's returns, all-time and in the period; null without a trade. */
export async function readOwnTotals(db: Db, userId: number, scenario: ScenarioId, { from, until }: Period) {
  const { rows } = await sql<{ all_time: number | null; monthly: number | null }>`
    select sum(return_rate) as all_time, sum(return_rate) filter (where sold_at >= ${from} and sold_at < ${until}) as monthly
    from game_trade where user_id = ${userId} and (${scenario} = 0 or playlist_id = ${scenario})`.execute(db)
  return rows[0]!
}

const mostBets = 20_000

/**
 * Trades of finished levels, oldest first. Those of an open level are omitted, because `random_rate` would reveal
 * future prices.
 */
export async function readBets(db: Db, userId: number, scenario: ScenarioId) {
  const { rows } = await sql<{ return_rate: number; random_rate: number }>`
    select return_rate, random_rate from game_trade
    where user_id = ${userId} and (${scenario} = 0 or playlist_id = ${scenario}) and random_rate is not null
    order by sold_at, playlist_id, level_id, step limit ${mostBets}`.execute(db)
  return rows
}
