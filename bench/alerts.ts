// How long after new prices are published are 100,000 alerts on 12,500 stocks evaluated (at most 2 s), and does that delay a small call (at most 2x its 99th percentile when idle)?
import { setTimeout as wait } from 'node:timers/promises'
import { addDays, dayAt, tradingDays } from '@finlist/domain/calendar'
import { publish } from '../apps/server/src/db/topics.ts'
import { median } from './parts/browser.ts'
import { machine } from './parts/cpu.ts'
import { openOwnServer } from './parts/own-server.ts'

const exchange = 'US'
const stocks = 12_500
const people = 2_000
const alertsEach = 50
const known = 70
const nights = 6
const [limitSeconds, limitRatio] = [2, 2]

let lookedMs = 0
const today = dayAt(exchange, Date.now())
const days = tradingDays(exchange, addDays(today, -200), addDays(today, -1)).slice(-known - nights)

const server = await openOwnServer()
const { pool } = server.database
try {
  await fill()
  await addBars(days[known]!)
  await night()
  const [seconds, fired, quiet, busy]: [number[], number[], number[], number[]] = [[], [], [], []]
  for (const day of days.slice(known + 1)) {
    await addBars(day)
    const since = performance.now()
    busy.push(...(await ask(night())))
    const took = performance.now() - since
    seconds.push(lookedMs / 1_000)
    const { rows } = await pool.query<{ count: number }>('select count(*) as count from alert_firing where seen = $1', [
      day,
    ])
    fired.push(rows[0]!.count)
    quiet.push(...(await ask(wait(took))))
  }
  const [alone, beside, held] = [percentile(quiet), percentile(busy), median(seconds)]
  process.stdout.write(
    `${machine()}; ${(people * alertsEach).toLocaleString('en')} alerts over ${stocks.toLocaleString('en')} stocks, ` +
      `median of ${seconds.length} days from the publish to the last one told: ${held.toFixed(2)} s (at most ${limitSeconds} s; ` +
      `${seconds.map(it => it.toFixed(2)).join(' ')}), of which ${median(fired)} fired; a small call, 99th percentile of ${busy.length}: ` +
      `${alone.toFixed(2)} ms alone, ${beside.toFixed(2)} ms beside it, ${(beside / alone).toFixed(2)}x (at most ${limitRatio}x)\n`,
  )
  if (!(held <= limitSeconds && beside <= alone * limitRatio)) process.exitCode = 1
} finally {
  await server.close()
}

async function fill() {
  await pool.query(
    `insert into stock (exchange, stock_code, stock_name)
     select $1, 'S' || lpad(n::text, 5, '0'), 'Company ' || n from generate_series(1, $2::int) n`,
    [exchange, stocks],
  )
  for (const day of days.slice(0, known)) await addBars(day)
  await pool.query(
    `insert into users (issuer, subject, email) select 'bench', n::text, n || '@bench.example' from generate_series(1, $1::int) n`,
    [people],
  )
  await pool.query(
    `insert into plan_grant (user_id, product_id, period_id, starts_at, ends_at)
     select user_id, 2, 1, now() - interval '1 day', now() + interval '300 days' from users where issuer = 'bench'`,
  )
  // Of every twenty alerts, eight are on a price above, four on a price below, four on moves, three on volumes, and one
  // is on the stop of one of the user's positions.
  await pool.query(
    `insert into alert (user_id, kind, exchange, stock_code, value, value_on, known_to, created_at, changed_at)
     select user_id, kind, $1, case when kind <> 'stop' then 'S' || lpad((1 + (user_id * 7919 + n * 104729) % $2)::text, 5, '0') end,
       case kind when 'price-above' then 20.5 + n % 10 / 10.0 when 'price-below' then 19.5 - n % 10 / 10.0 when 'move' then 2 + n % 5
         when 'volume' then 2 + n % 4 end, $3::date, $3::date, now() - interval '100 days', now() - interval '100 days'
     from users, generate_series(1, $4::int) n, lateral (select case when n % 20 < 8 then 'price-above' when n % 20 < 12 then 'price-below'
       when n % 20 < 16 then 'move' when n % 20 < 19 then 'volume' else 'stop' end as kind) k where issuer = 'bench'`,
    [exchange, stocks, days[known - 1], alertsEach],
  )
  await pool.query(
    `with list as (insert into watchlist (user_id, watchlist_name) select user_id, 'List' from users where issuer = 'bench' returning user_id, watchlist_id)
     insert into watchlist_stock (user_id, watchlist_id, exchange, stock_code, buy_price, shares, created_at)
     select user_id, watchlist_id, $1, 'S' || lpad((1 + (user_id * 31 + n * 17) % $2)::text, 5, '0'), 20, 100, now() - interval '100 days'
     from list, generate_series(1, 20) n`,
    [exchange, stocks],
  )
  await pool.query('vacuum analyze bar, stock, alert, watchlist_stock, users, plan_grant')
}

/**
 * Adds a day's bars. Closes are around 20, usually near the previous close but occasionally far from it. Volumes are
 * around 1,000, but occasionally 3,000.
 */
async function addBars(day: string) {
  await pool.query(
    `insert into bar (exchange, stock_code, date, open, high, low, close, volume)
     select $1, 'S' || lpad(n::text, 5, '0'), $3::date, 20, 22, 18, 20 + (draw - 50) / 200.0 + case when draw = 7 then 0.9 when draw = 8 then -0.9 else 0 end,
       case when draw = 9 then 3000 else 1000 + draw end
     from (select n, abs(hashtext(n || $3::date::text)) % 100 as draw from generate_series(1, $2::int) n) drawn`,
    [exchange, stocks, day],
  )
}

/** Publishes the new prices and waits until the server has evaluated its alerts. */
async function night() {
  const since = performance.now()
  await server.database.write(tx => publish(tx, `prices:${exchange}`))
  const looked = `select from last_updated join alert_evaluated using (topic) where topic = $1 and published_at = updated_at`
  while ((await pool.query(looked, [`prices:${exchange}`])).rowCount === 0) await wait(10)
  lookedMs = performance.now() - since
}

/** Makes calls one after the other until `work` is done; returns the milliseconds that each took. */
async function ask(work: Promise<unknown>): Promise<number[]> {
  let isOver = false
  const done = work.finally(() => (isOver = true))
  const took: number[] = []
  while (!isOver) {
    const since = performance.now()
    const answer = await fetch(`${server.base}/api/finlist/${exchange}/last-updated`, {
      headers: { authorization: server.authorization },
    })
    await answer.arrayBuffer()
    took.push(performance.now() - since)
    if (answer.status !== 200) throw new Error(`answered ${answer.status}`)
    await wait(2)
  }
  await done
  return took
}

function percentile(all: number[]): number {
  return all.toSorted((one, other) => one - other)[Math.floor(all.length * 0.99)]!
}
