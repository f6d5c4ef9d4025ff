// @module-tag slow
import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { addDays, dayAt } from '@finlist/domain/calendar'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { childEnv } from '../../../../tools/child-env.ts'
import { directly, freshDatabase } from '../../../../tools/fresh-database.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { publish } from '../../src/db/topics.ts'
import { dueAlerts } from '../at-rest.ts'
import { show } from '../figure.ts'

const program = fileURLToPath(new URL('./look-on.ts', import.meta.url))
const kills = Number(process.env['SOAK_RUNS'] ?? 4)
const hands = 2
const [people, alertsEach] = [20, 60]
const exchange = 'US'

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let database: Database
beforeAll(async () => {
  fresh = await freshDatabase()
  database = await openDatabase(fresh.url, { warn: () => undefined, info: () => undefined }, directly(fresh.url))
})
afterAll(async () => {
  await database.close()
  await fresh.drop()
})

function start() {
  const env = childEnv({ DATABASE_URL: fresh.url })
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>(done => child.once('close', () => done()))
  const begun = new Promise<void>(done => child.stdout.once('data', () => done()))
  return { child, begun, ended }
}

/** Adds one stock per kill, priced below its alert level on the day before the returned day. */
async function fill(): Promise<string> {
  const day = addDays(dayAt(exchange, Date.now()), -1)
  await database.pool.query(
    `with listed as (insert into stock (exchange, stock_code) select $1, 'S' || n from generate_series(1, $2::int) n returning *)
     insert into bar select exchange, stock_code, $3::date - 1, 90, 90, 90, 90, 1 from listed`,
    [exchange, kills, day],
  )
  return day
}

/**
 * Creates people with alerts on the stock, more than fit in one batch. Then adds its bar, and the publish that
 * announces the bar.
 */
async function trade(code: string, day: string) {
  await database.write(async tx => {
    await tx.query(
      `with person as (insert into users (issuer, subject) select $1::text, n::text from generate_series(1, $2::int) n returning user_id)
       insert into plan_grant (user_id, product_id, period_id, starts_at, ends_at)
       select user_id, 2, 1, now() - interval '1 day', now() + interval '1 day' from person`,
      [code, people],
    )
    await tx.query(
      `insert into alert (user_id, kind, exchange, stock_code, value, value_on, once)
       select user_id, 'price-above', $1, $2, 100 + n / 100.0, $3::date, n % 2 = 0 from users, generate_series(1, $4::int) n where issuer = $2`,
      [exchange, code, day, alertsEach],
    )
    await tx.query('insert into bar values ($1, $2, $3, 110, 110, 110, 110, 1)', [exchange, code, day])
    await publish(tx, `prices:${exchange}`)
  })
}

it(`two processes that evaluate alerts and are killed (-9) ${kills} times lose no alert and send none twice`, async context => {
  const day = await fill()
  const running = Array.from({ length: hands }, start)
  await Promise.all(running.map(({ begun }) => begun))
  for (let kill = 1; kill <= kills; kill++) {
    await trade(`S${kill}`, day)
    await wait(Math.random() * 400)
    const [{ child, ended }] = running.splice(Math.floor(Math.random() * hands), 1) as [ReturnType<typeof start>]
    child.kill('SIGKILL')
    await ended
    const next = start()
    running.push(next)
    await next.begun
  }
  await expect.poll(async () => (await database.pool.query(dueAlerts)).rowCount, { timeout: 120_000 }).toBe(0)
  for (const { child, ended } of running) {
    child.kill('SIGKILL')
    await ended
  }
  const { rows } = await database.pool.query<{ fired: number; done: number; told: number; furthest: number }>(
    `select (select count(*) from alert_firing) as fired, (select count(*) from alert_done) as done, count(*) as told,
       count(distinct user_id) filter (where facts -> 'value' = to_jsonb($1::numeric)) as furthest from inbox_item`,
    [100 + alertsEach / 100],
  )
  const expected = kills * people * alertsEach
  // The stock has one bar, so each user is notified once, at the bar's extreme price. Half of the alerts fire once.
  expect(rows[0]).toEqual({ fired: expected, done: expected / 2, told: kills * people, furthest: kills * people })
  show(context, {
    name: `alerts lost or told twice, two hands killed (-9) ${kills} times`,
    is: `0 of ${expected}`,
    asked: '0',
  })
}, 900_000)
