/*
 * What does a week of the past cost, of 2,500 stocks and 26 weeks, with twins, following and writing? At most one and a half
 * times a list that is read and made by itself. Opt-in: node bench/reconstruct.ts, or with a number of stocks behind it.
 */
import { addDays } from '@finlist/domain/calendar'
import { usualCosts } from '@finlist/domain/outcome/rule'
import { propose } from '../apps/server/src/features/picking/propose.ts'
import { askForReconstruction } from '../apps/server/src/features/picking/reconstruction/ask.ts'
import { reconstructMore } from '../apps/server/src/features/picking/reconstruction/reconstruct.ts'
import { followReconstruction } from '../apps/server/src/features/track-record/follow-picks.ts'
import { machine } from './cpu.ts'
import { day, fillBars } from './many-bars.ts'
import { openOwnServer } from './own-server.ts'

const mostTimes = 1.5
const weeks = 26
const exchange = 'HKEX'
const stocks = Number(process.argv[2] ?? 2_500)

const server = await openOwnServer()
try {
  const { database } = server
  await fillBars(database, exchange, stocks)
  await database.pool.query(`insert into finlist_issue (exchange, issue_date) values ($1, $2)`, [exchange, day])
  await database.pool.query('vacuum analyze bar')
  const timed = async (work: () => Promise<unknown>) => {
    const since = performance.now()
    await work()
    return performance.now() - since
  }
  const alone: number[] = []
  for (let at = 1; at <= 3; at++)
    alone.push(await timed(() => database.snapshot(tx => propose(tx, exchange, addDays(day, -7 * at)))))
  const now = Date.parse(`${day}T12:00:00Z`)
  await askForReconstruction(database, { exchange, from: addDays(day, -7 * weeks) }, { userId: null, now })
  const follow = () => followReconstruction(database, exchange, usualCosts[exchange])
  const all = await timed(async () => {
    while (await reconstructMore({ database, follow }, now));
  })
  const { rows } = await database.pool.query<{ weeks: number; picks: number; twins: number }>(
    `select (select count(*)::int from reconstructed_issue where eligible > 0) as weeks, count(*)::int as picks,
       sum(jsonb_array_length(twins))::int as twins from reconstructed_pick`,
  )
  const list = alone.toSorted((one, other) => one - other)[1]!
  const week = all / rows[0]!.weeks
  const quarterMs = week * 13
  process.stdout.write(
    `${machine()}; ${stocks} stocks, ${rows[0]!.weeks} weeks, ${rows[0]!.picks} picks, ${rows[0]!.twins} twins: ${(all / 1_000).toFixed(1)} s, ` +
      `${week.toFixed(0)} ms a week, a list by itself ${list.toFixed(0)} ms: ${(week / list).toFixed(2)} times (at most ${mostTimes}); ` +
      `a quarter ${(quarterMs / 1_000).toFixed(1)} s, ten years ${((week * 520) / 60_000).toFixed(1)} minutes\n`,
  )
  if (!(week <= mostTimes * list)) process.exitCode = 1
} finally {
  await server.close()
}
