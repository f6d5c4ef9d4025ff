import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { startJobs } from '../../apps/server/src/background/jobs.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { type Database, openDatabase } from '../../apps/server/src/db/database.ts'
import { tell } from '../../apps/server/src/notifications/inbox/tell.ts'
import { type SendNotice, withSending } from '../../apps/server/src/notifications/messenger.ts'
import { openMailServer } from '../../apps/server/test/notifications/mail-server.ts'
import { freePort } from '../free-port.ts'
import { type App, metric, operate, settingsOf, startApp } from './engines/app.ts'
import { Figures } from './engines/figures.ts'
import { type Opened, withEngines } from './engines/missing.ts'
import { type Cluster, startCluster, until } from './engines/patroni.ts'

/**
 * `npm run rig -- failover`: kills PostgreSQL's leader (signal 9) under two app processes with two workers each, while
 * users write and read, e-mails are sent and jobs run. Patroni and etcd choose a new leader.
 */
const writersOfAnApp = 3
const warmMs = 8_000
/** Long enough for an interrupted job to be retried, which happens after a minute. */
const afterMs = 75_000
const staleAfterMs = 1_000
const log = { warn: () => undefined, info: () => undefined }

await withEngines(async opened => {
  process.stdout.write('etcd, Patroni and three nodes of PostgreSQL 15 are being started\n')
  const cluster = await startCluster()
  opened.push(() => cluster.stop())
  return await failOver(cluster, opened)
})

async function failOver(cluster: Cluster, opened: Opened): Promise<number> {
  const figures = new Figures()
  const mails: string[] = []
  const [mailPort, ...ports] = await Promise.all([freePort(), freePort(), freePort()])
  const mailServer = await openMailServer(mailPort!, mails)
  const env = ports.map(port => ({
    ...settingsOf({ databaseUrl: cluster.url, port, publicPort: ports[0]!, mailPort: mailPort! }),
    WORKERS: '2',
  }))
  const apps: App[] = []
  for (const settings of env) {
    const app = await startApp(settings)
    apps.push(app)
    opened.push(() => app.stop())
  }
  const tokenOf = async (email: string, ...more: string[]) => {
    await operate(env[0]!, 'user', email, ...more)
    return await operate(env[0]!, 'token', email)
  }
  const database = await openDatabase(cluster.url, log)
  const ask = (base: string, token: string, path: string) =>
    fetch(`${base}/api${path}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(15_000),
    }).then(
      async answer => ({ http: answer.status, said: (await answer.json()) as { data?: unknown; errors?: unknown[] } }),
      () => ({ http: 0, said: {} as { data?: unknown; errors?: unknown[] } }),
    )

  let isOver = false
  const killed = { at: 0 }
  /** The gap around the kill: from the last of these times before it to the first one after it. */
  const gapOf = (times: readonly number[]) => {
    const since = times.findLast(at => at < killed.at) ?? killed.at
    return (times.find(at => at > killed.at) ?? Number.NaN) - since
  }

  // A user who repeatedly renames one of their lists, each time to the next number.
  type Writer = { base: string; token: string; list: string; sent: number; confirmed: number; at: number[] }
  const writers: Writer[] = []
  const refused: { http: number; hasReason: boolean; at: number }[] = []
  for (const [n, { base }] of apps.entries())
    for (let w = 0; w < writersOfAnApp; w++) {
      const token = await tokenOf(
        `writer-${n}-${w}@finlist.example`,
        '--plan',
        'finlist-hk:yearly',
        '--until',
        '2099-12-31',
      )
      const { said } = await ask(base, token, '/watchlist/create?watchlistName=0')
      writers.push({ base, token, list: String(said.data), sent: 0, confirmed: 0, at: [] })
    }
  const writing = writers.map(async writer => {
    while (!isOver) {
      const { http, said } = await ask(
        writer.base,
        writer.token,
        `/watchlist/${writer.list}/rename?watchlistName=${++writer.sent}`,
      )
      if (http === 200) {
        writer.confirmed = writer.sent
        writer.at.push(performance.now())
      } else refused.push({ http, hasReason: (said.errors?.length ?? 0) > 0, at: performance.now() })
      await wait(20)
    }
  })
  // Measures the gap of the database alone: a plain client writes to whichever host currently accepts writes.
  await database.pool.query('create table failover_bare (n int)')
  const bareAt: number[] = []
  const bare = (async () => {
    const clients = new Map<number, pg.Client>()
    while (!isOver) {
      await Promise.any(
        cluster.ports.map(async port => {
          const client =
            clients.get(port) ??
            new pg.Client({
              connectionString: `postgres://finlist@127.0.0.1:${port}/finlist`,
              connectionTimeoutMillis: 1_000,
            })
          try {
            if (!clients.has(port)) {
              client.on('error', () => clients.delete(port))
              await client.connect()
              clients.set(port, client)
            }
            await client.query('insert into failover_bare values (1)')
          } catch (error) {
            if (clients.get(port) !== client) await client.end().catch(() => undefined)
            throw error
          }
        }),
      ).then(
        () => bareAt.push(performance.now()),
        () => undefined,
      )
      await wait(20)
    }
    for (const client of clients.values()) await client.end().catch(() => undefined)
  })()
  // The same users also read, without a pause.
  const reads = { good: 0, failed: 0 }
  const reading = writers.map(async ({ base, token }) => {
    while (!isOver) {
      const { http } = await ask(base, token, '/watchlist/user')
      if (http === 200) reads.good++
      else reads.failed++
      await wait(20)
    }
  })
  // Sends notifications to users, and e-mails through the mail queue. Repeats each one that is not confirmed.
  const people = await makePeople(database)
  const config = readConfig({ ...env[0] })
  const told: string[] = []
  const letters: string[] = []
  const telling = withSending(config, database, async send => {
    for (let n = 0; !isOver; n++) {
      const source = `failover ${n}`
      const to = `letter-${n}@finlist.example`
      const isTold = await again(
        () => isOver,
        () => tellOne(database, people[n % people.length]!, source),
      )
      if (isTold) told.push(source)
      const isSent = await once(() => sendOne(database, send, to))
      if (isSent) letters.push(to)
      await wait(50)
    }
  })
  // A job that is always due, for which three processes compete.
  await database.pool.query('create table failover_job (place int, began timestamptz, ended timestamptz)')
  const places = await Promise.all(
    [1, 2, 3].map(async place => ({ place, database: await openDatabase(cluster.url, log) })),
  )
  const stops = places.map(({ place, database: own }) =>
    startJobs(
      [
        {
          name: 'incoming',
          next: (last, now) => (last === undefined ? now : last + 1_000),
          async run() {
            await own.transaction(async tx => {
              const began = new Date()
              await wait(300)
              await tx.query('insert into failover_job values ($1, $2, $3)', [place, began, new Date()])
            })
            return { rows: 1 }
          },
        },
      ],
      { database: own, now: Date.now, log },
    ),
  )
  // A staff user who loses a right as soon as there is a new leader.
  const staff = await tokenOf('staff@finlist.example', '--role', 'staff')
  const rights: { http: number; began: number }[] = []
  const watching = apps.map(async ({ base }) => {
    while (!isOver) {
      const began = performance.now()
      const { http } = await ask(base, staff, '/admin/overview')
      rights.push({ http, began })
      await wait(100)
    }
  })

  await wait(warmMs)
  const name = await cluster.killLeader()
  killed.at = performance.now()
  process.stdout.write(`killed the leader, ${name}\n`)
  let revokedAt = 0
  await until(async () => {
    await database.pool.query(
      `delete from user_role where user_id = (select user_id from users where email = 'staff@finlist.example')`,
    )
    revokedAt = performance.now()
    return true
  })
  const heard = await Promise.all(
    apps.map(async ({ base }) => {
      await until(async () => (await metric(base, 'finlist_notices_alive')) === 1)
      return performance.now() - killed.at
    }),
  )
  await wait(Math.max(0, afterMs - (performance.now() - killed.at)))
  isOver = true
  await Promise.all([...writing, bare, ...reading, telling, ...watching])
  await Promise.all(stops.map(stop => stop()))

  // Waits until the queues are empty.
  await until(async () => {
    const { rows } = await database.pool.query<{ count: number }>(
      `select (select count(*) from inbox_item where handed_at is null)
        + (select count(*) from dispatch where state = 'waiting' and how = 'mail')
        + (select count(*) from pgboss.job where name = 'post' and state < 'completed') as count`,
    )
    return rows[0]!.count === 0
  }, 180_000)

  let lost = 0
  for (const { base, token, confirmed, sent } of writers) {
    const { said } = await ask(base, token, '/watchlist/user')
    const [list] = said.data as { watchlistName: string }[]
    const found = Number(list?.watchlistName)
    if (!(found >= confirmed && found <= sent)) lost++
  }
  const confirmed = writers.reduce((sum, writer) => sum + writer.confirmed, 0)
  figures.count(`confirmed writes lost`, lost, 0, `${confirmed} by ${writers.length} people`)

  const { rows: items } = await database.pool.query<{ source: string; mails: number }>(
    `select source, (select count(*) from dispatch d where d.item_id = i.item_id and how = 'mail' and state = 'sent') as mails
     from inbox_item i where source like 'failover %'`,
  )
  const of = new Map(items.map(item => [item.source, item.mails]))
  figures.count('told of something and it is gone', told.filter(source => !of.has(source)).length, 0, `${told.length}`)
  figures.count(
    'told of something by no letter, or by two',
    items.filter(item => item.mails !== 1).length,
    0,
    `${items.length}`,
  )
  const ids = mails.map(mail => /^message-id: *(.*)$/im.exec(mail)?.[1] ?? '')
  const byLetter = new Map<string, Set<string>>()
  for (const [n, mail] of mails.entries()) {
    const to = /^to: *(letter-\d+@\S+)/im.exec(mail)?.[1]
    if (to) byLetter.set(to, (byLetter.get(to) ?? new Set()).add(ids[n]!))
  }
  figures.count('letters of the queue lost', letters.filter(to => !byLetter.has(to)).length, 0, `${letters.length}`)
  figures.count(
    'letters of the queue as two messages',
    [...byLetter.values()].filter(one => one.size > 1).length,
    0,
    `${byLetter.size}`,
  )
  figures.show(
    'letters handed over again as the same message',
    `${mails.length - new Set(ids).size} of ${mails.length}`,
  )

  const { rows: jobs } = await database.pool.query<{ runs: number; twice: number }>(
    `select count(*) as runs, count(*) filter (where exists (
       select from failover_job other where other.place <> j.place and other.began < j.ended and other.ended > j.began)) as twice
     from failover_job j`,
  )
  figures.count('runs of a job beside another run of it', jobs[0]!.twice, 0, `${jobs[0]!.runs}`)

  const after = rights.filter(({ began }) => began > revokedAt)
  const stale = after.filter(({ http, began }) => http === 200 && began > revokedAt + staleAfterMs)
  figures.count('answers by a right that was taken away more than 1 s before', stale.length, 0, `${after.length}`)
  const lastStale = Math.max(0, ...after.filter(({ http }) => http === 200).map(({ began }) => began - revokedAt))
  figures.show('last answer by that right after', `${lastStale.toFixed(0)} ms`)

  const reasons = refused.filter(({ hasReason }) => !hasReason).length
  figures.count('refused writes without a reason', reasons, 0, `${refused.length}`)
  const engine = gapOf(bareAt)
  const longest = Math.max(...writers.map(({ at }) => gapOf(at)))
  const told5xx = Math.max(0, ...refused.map(({ at }) => at)) - killed.at
  figures.show('longest gap of a writer through the app', `${(longest / 1_000).toFixed(1)} s`)
  figures.show(
    'the engine’s own gap, a bare client',
    `${(engine / 1_000).toFixed(1)} s (lease of ${cluster.timing.ttl} s)`,
  )
  figures.show('last error after', `${(told5xx / 1_000).toFixed(1)} s`)
  figures.show('reads', `${reads.good} answered, ${reads.failed} refused`)
  figures.atMost('LISTEN back at every worker after the engine’s own gap, s', (Math.max(...heard) - engine) / 1_000, 5)

  cluster.startAgain(name)
  await until(async () => (await cluster.roles())[name] === 'standby')
  figures.show('the killed node is back as a standby', 'yes')
  for (const own of [database, ...places.map(place => place.database)]) await own.close()
  mailServer.close()
  return figures.print()
}

/** Creates enough users that none of them reaches the daily limit of e-mails. */
async function makePeople(database: Database): Promise<number[]> {
  const { rows } = await database.pool.query<{ user_id: number }>(
    `with person as (
      insert into users (issuer, subject, email, name, email_proved_at)
      select 'https://issuer.example', n::text, 'person-' || n || '@finlist.example', '', now()
      from generate_series(1, 500) n returning user_id
    )
    insert into channel_choice (user_id, kind, mail, push) select user_id, 'price-above', 'now', false from person
    returning user_id`,
  )
  return rows.map(({ user_id }) => user_id)
}

async function tellOne(database: Database, userId: number, source: string): Promise<void> {
  await database.transaction(tx =>
    tell(tx, [
      { userId, kind: 'price-above', source, exchange: 'HKEX', stockCode: '700', facts: { date: '2026-09-16' } },
    ]),
  )
}

async function sendOne(database: Database, send: SendNotice, to: string): Promise<void> {
  await database.write(tx => send(tx, 'second-factor-off', { to, language: 'en', values: {} }))
}

async function once(work: () => Promise<unknown>): Promise<boolean> {
  return await work().then(
    () => true,
    () => false,
  )
}

async function again(isOver: () => boolean, work: () => Promise<unknown>): Promise<boolean> {
  while (!isOver()) {
    if (await once(work)) return true
    await wait(100)
  }
  return false
}
