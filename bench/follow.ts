// What does the nightly follow of 5 markets with five years of weekly lists take, with what it writes to the record? At most 20 s.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { tradingDays } from '@finlist/domain/calendar'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { readConfig } from '../apps/server/src/config.ts'
import { followJob } from '../apps/server/src/features/track-record/follow-job.ts'
import { median } from './browser.ts'
import { machine } from './cpu.ts'
import { openOwnServer } from './own-server.ts'

const stocks = 2_500
/** Stocks that are picked or are twins; the others have but half a year of prices. */
const watched = 500
const picksAWeek = 30
const twins = 16
const nights = 5
const limitSeconds = 20

const config = readConfig({ PORT: '4221', LOG_LEVEL: 'silent' })
const server = await openOwnServer()
const delay = monitorEventLoopDelay({ resolution: 10 })
delay.enable()
let longestMs = 0
const { pool } = server.database
try {
  for (const exchange of exchangeIds) await fill(exchange)
  await pool.query('vacuum analyze bar, finlist_pick, pick_twins, proposal')
  const first = await night(-nights)
  await pool.query('vacuum analyze pick_outcome, record')
  longestMs = 0
  const taken: number[] = []
  for (let to = -nights + 1; to <= 0; to++) taken.push(await night(to))
  const { rows } = await pool.query<{ outcomes: number; open: number; entries: number }>(
    `select count(*) as outcomes, count(*) filter (where stands_since is null) as open,
       (select count(*) from record where kind = 'outcomes') as entries from pick_outcome`,
  )
  const { outcomes, open, entries } = rows[0]!
  process.stdout.write(
    `${machine()}; ${exchangeIds.length} markets of ${stocks.toLocaleString('en')} stocks, five years of lists, ` +
      `${outcomes.toLocaleString('en')} outcomes with up to ${twins} twins, ${open.toLocaleString('en')} open, in ${entries} entries: ` +
      `median of ${nights} nights ${median(taken).toFixed(1)} s (at most ${limitSeconds} s), the first of all ${first.toFixed(1)} s; a request waited at most ${longestMs.toFixed(0)} ms\n`,
  )
  if (!(median(taken) <= limitSeconds)) process.exitCode = 1
} finally {
  await server.close()
}

/** What the job of every market takes, in seconds, after the prices of the day that lies so many before the last. */
async function night(to: number): Promise<number> {
  let seconds = 0
  for (const exchange of exchangeIds) {
    const day = daysOf(exchange).at(to - 1)!
    await pool.query(`update held_day set date = $2 where exchange = $1`, [
      exchange,
      daysOf(exchange).at(to) ?? '2025-12-31',
    ])
    const began = performance.now()
    delay.reset()
    await followJob({ database: server.database, config }, exchange).run(Date.parse(`${day}T23:59:00Z`))
    seconds += (performance.now() - began) / 1_000
    longestMs = Math.max(longestMs, delay.max / 1e6)
  }
  return seconds
}

function daysOf(exchange: ExchangeId): string[] {
  return tradingDays(exchange, '2020-10-01', '2025-12-30')
}

/** Waves of prices, lists of those that rise, and a day that is held: nothing from it on is read. */
async function fill(exchange: ExchangeId) {
  const days = daysOf(exchange)
  const weekly = days.filter((_, at) => at % 5 === 4).slice(0, -2)
  await pool.query(
    `insert into stock (exchange, stock_code, stock_name)
     select $1, 'S' || lpad(n::text, 5, '0'), 'Company ' || n from generate_series(1, $2::int) n`,
    [exchange, stocks],
  )
  await pool.query(
    `insert into bar (exchange, stock_code, date, open, high, low, close, volume)
     select $1, 'S' || lpad(n::text, 5, '0'), day, price, price * 1.02, price * 0.98, price * 1.01, 100000
     from generate_series(1, $2::int) n, unnest($4::date[]) with ordinality d(day, at),
       lateral (select 20 * (1 + 0.2 * sin(at / (11.0 + n % 40) + n)) as price) p
     where n <= $3 or at > $5`,
    [exchange, stocks, watched, days, days.length - 130],
  )
  await pool.query(
    `insert into finlist_issue (exchange, issue_date, method_id)
     select $1, day, 'finlist-1' from unnest($2::date[]) day`,
    [exchange, weekly],
  )
  const picks = `unnest($2::date[]) with ordinality d(day, week), generate_series(1, ${picksAWeek}) p,
    lateral (select 'S' || lpad((1 + (week * 37 + p * 13) % ${watched})::text, 5, '0') as code, 20 + (week * 7 + p) % 5 as price) of`
  await pool.query(
    `insert into finlist_pick (exchange, issue_date, stock_code, close, percival_score, buy_point, pattern_type)
     select $1, day, code, price, 80, price, 'FB' from ${picks} on conflict do nothing`,
    [exchange, weekly],
  )
  await pool.query(
    `insert into pick_twins (exchange, issue_date, stock_code, seed, twins)
     select $1, day, code, '', (select jsonb_agg(jsonb_build_object('code',
         'S' || lpad((1 + (week * 11 + p * 29 + t * 31) % ${watched})::text, 5, '0'), 'buyPoint', price)) from generate_series(1, ${twins}) t)
     from ${picks} on conflict do nothing`,
    [exchange, weekly],
  )
  await pool.query(
    `insert into proposal (exchange, issue_date, method_id, constants, inputs_hash, eligible, body, facts, made_at, state, published_at)
     select $1, day, 'finlist-1', '', '', 2000, jsonb_build_object('picks',
         jsonb_agg(jsonb_build_object('code', code, 'pattern', 'FB', 'buyPoint', price)))::text, '{}', day, 'published', day
     from ${picks} group by day`,
    [exchange, weekly],
  )
  await pool.query(`insert into held_day (exchange, date, stocks, stocks_before) values ($1, '2025-12-31', 1, 2)`, [
    exchange,
  ])
}
