// @module-tag slow
import { spawn } from 'node:child_process'
import type { Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { childEnv } from '../../../../tools/child-env.ts'
import { freePort } from '../../../../tools/free-port.ts'
import { directly, freshDatabase } from '../../../../tools/fresh-database.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { Keys } from '../../src/db/keys.ts'
import { show } from '../figure.ts'
import { openMailServer } from './mail-server.ts'
import { PushBrowser, PushStandIn } from './push-stand-in.ts'
import { readMail } from './told-world.ts'

const program = fileURLToPath(new URL('./tell-on.ts', import.meta.url))
const kills = Number(process.env['SOAK_RUNS'] ?? 6)
const hands = 3
const people = 2_000

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let database: Database
let mailServer: Server
let mailPort: number
let standIn: PushStandIn
const mails: string[] = []
beforeAll(async () => {
  fresh = await freshDatabase()
  database = await openDatabase(fresh.url, { warn: () => undefined, info: () => undefined }, directly(fresh.url))
  mailPort = await freePort()
  mailServer = await openMailServer(mailPort, mails)
  standIn = await PushStandIn.open()
  const { keyId } = (await Keys.open(database, Date.now)).keyRing('push').signing
  const { keys } = new PushBrowser().subscription
  await database.pool.query(
    `with person as (
      insert into users (issuer, subject, email, name, email_proved_at)
      select 'https://issuer.example', n::text, 'person-' || n || '@demo.example', '', now()
      from generate_series(1, ${people}) n returning user_id
    ), chosen as (
      insert into channel_choice (user_id, kind, mail, push) select user_id, 'price-above', 'now', true from person
    ), signed as (
      insert into session (user_id, session_id, secret_hash, client, auth_time, expires_at)
      select user_id, gen_random_uuid(), '', 'browser', now(), now() + interval '1 day' from person
      returning user_id, session_id
    )
    insert into push_subscription (user_id, session_id, endpoint, p256dh, auth, key_id)
    select user_id, session_id, 'https://updates.push.services.mozilla.com/' || user_id, $1, $2, $3 from signed`,
    [keys.p256dh, keys.auth, keyId],
  )
})
afterAll(async () => {
  mailServer.close()
  await standIn.close()
  await database.close()
  await fresh.drop()
})

function start(tells: 'yes' | 'no') {
  const env = { DATABASE_URL: fresh.url, MAIL_PORT: String(mailPort), PUSH_PORT: String(standIn.port), TELLS: tells }
  const child = spawn(process.execPath, [program], { env: childEnv(env), stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.on('data', text => (said += String(text)))
  const ended = new Promise<void>(done => child.once('close', () => done()))
  const begun = Promise.race([
    new Promise<void>(done => child.stdout.once('data', () => done())),
    ended.then(() => Promise.reject(new Error(`it ended by itself: ${said}`))),
  ])
  return { child, begun, ended }
}

/** Returns the distinct values and the number of repeats. */
function counted(all: readonly string[]) {
  const different = new Set(all)
  return { different, again: all.length - different.size }
}

it(`when ${hands} processes are killed (-9) ${kills} times between evaluating and sending, no notification is lost, and repeats are identical`, async context => {
  const running = Array.from({ length: hands }, () => start('yes'))
  await Promise.all(running.map(({ begun }) => begun))
  for (let kill = 0; kill < kills; kill++) {
    await wait(50 + Math.random() * 200)
    const [{ child, ended }] = running.splice(Math.floor(Math.random() * hands), 1) as [ReturnType<typeof start>]
    child.kill('SIGKILL')
    await ended
    const next = start('yes')
    running.push(next)
    await next.begun
  }
  for (const { child, ended } of running) {
    child.kill('SIGKILL')
    await ended
  }
  const last = start('no')
  await last.begun
  const waiting = async () => {
    const { rows } = await database.pool.query<{ count: number }>(
      `select (select count(*) from inbox_item where handed_at is null) + (select count(*) from dispatch
        where state = 'waiting' and how in ('mail', 'push')) as count`,
    )
    return rows[0]!.count
  }
  await expect.poll(waiting, { timeout: 300_000, interval: 500 }).toBe(0)
  last.child.kill('SIGKILL')
  await last.ended

  const { rows } = await database.pool.query<{
    item_id: number
    mails: number
    pushes: number
    dispatch: number
    at: Date
  }>(
    `select i.item_id, count(*) filter (where d.how = 'mail' and d.state = 'sent') as mails,
      count(*) filter (where d.how = 'push' and d.state = 'sent') as pushes,
      max(d.dispatch_id) filter (where d.how = 'mail') as dispatch, max(d.made_at) filter (where d.how = 'mail') as at
    from inbox_item i left join dispatch d using (item_id) group by 1`,
  )
  expect(rows.length).toBeGreaterThan(kills)
  expect(rows.filter(item => item.mails !== 1 || item.pushes !== 1)).toEqual([])
  const letters = counted(mails.map(raw => readMail(raw).headers.get('message-id')!))
  const ids = rows.map(({ dispatch, at }) => `<told-${dispatch}-${at.getTime()}@127.0.0.1>`)
  expect([...letters.different].toSorted()).toEqual(ids.toSorted())
  const pushes = counted(standIn.received.map(({ endpoint, headers }) => `${endpoint} ${String(headers['topic'])}`))
  expect(pushes.different.size).toBe(rows.length)
  // Each process sends a limited number in parallel, and a kill leaves at most that number sent but unmarked.
  expect(letters.again).toBeLessThanOrEqual(kills * 4 + hands * 4)
  expect(pushes.again).toBeLessThanOrEqual(kills * 20 + hands * 20)
  show(
    context,
    { name: `told of something, lost, killed (-9) ${kills} times`, is: `0 of ${rows.length}`, asked: '0' },
    { name: 'different messages about one thing, by mail or push', is: '0', asked: '0' },
    {
      name: 'the same message handed over again (same Message-ID; same Topic and tag)',
      is: `${letters.again} of ${mails.length} e-mails, ${pushes.again} of ${standIn.received.length} pushes`,
    },
  )
}, 900_000)
