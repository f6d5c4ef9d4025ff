import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeApp } from '../../apps/server/src/app.ts'
import { keyHash } from '../../apps/server/src/auth/authorize.ts'
import { type LiveSession, Sessions } from '../../apps/server/src/auth/sessions.ts'
import { Tokens } from '../../apps/server/src/auth/tokens.ts'
import { addPlanGrant, findByEmail } from '../../apps/server/src/commands/make-account.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { type Database, openDatabase } from '../../apps/server/src/db/database.ts'
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded.ts'
import { Keys } from '../../apps/server/src/db/keys.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { loadDemo } from '../../apps/server/src/demo/load.ts'
import { freePort } from '../../tools/free-port.ts'

export type Subscriber = { userId: number; token: string; cookie: string; deviceId: string; deviceKey: string }

/** The message to the measuring process: the server's address, and unused tokens of one subscriber. */
export type Told = {
  base: string
  tokens: string[]
  /** The session cookie of that subscriber. */
  cookie: string
  databaseUrl: string
  /** Subscribers that the server has not seen yet. Their number is in the environment variable `PEOPLE`. */
  people: Subscriber[]
  /** A staff token, for files that a benchmark has to publish first. */
  staffToken: string
}

const silent = { warn: () => undefined, info: () => undefined }
const people = Number(process.env['PEOPLE'] ?? 0)
const manyTokens = people > 0 ? 1 : 30_000

/** Runs the product's server as in production, in a separate process so that its CPU can be measured. */
async function run() {
  const dataDir = process.env['DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'finlist-bench-'))
  const port = await freePort()
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    DEMO_DATA: process.env['DEMO_DATA'],
  })
  const cluster = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: () => undefined,
    settings: { max_connections: '300' },
  })
  await migrate(cluster.url)
  const database = await openDatabase(process.env['POOLER_URL'] ?? cluster.url, silent, cluster.url)
  await loadDemo(database, config, {
    shop: undefined,
    now: Date.now,
    say: line => void process.stderr.write(`${line}\n`),
  })
  const app = await makeApp(config, { database, databaseUrl: cluster.url })
  await app.listen({ port, host: '127.0.0.1' })

  const userId = (await findByEmail(database, 'hk-yearly@demo.example'))!
  const keys = await Keys.open(database, Date.now)
  const session = await database.write(tx =>
    new Sessions(database, Date.now).begin(tx, { userId, authTime: Date.now(), client: 'browser', idToken: null }),
  )
  const mint = (of: LiveSession) =>
    new Tokens(() => keys.keyRing('access-token'), Date.now).mint({ ...of, commandLine: false })
  const tokens = await Promise.all(
    Array.from({ length: manyTokens }, (_, n) => mint({ ...session, authTime: session.authTime - n * 1_000 })),
  )
  const staffId = (await findByEmail(database, 'staff@demo.example'))!
  const staff = await database.write(tx =>
    new Sessions(database, Date.now).begin(tx, {
      userId: staffId,
      authTime: Date.now(),
      client: 'browser',
      idToken: null,
    }),
  )
  const staffToken = await new Tokens(() => keys.keyRing('access-token'), Date.now).mint({
    ...staff,
    commandLine: true,
  })
  const subscribers = await makeSubscribers(database, people, mint)
  process.send?.({
    base: `http://127.0.0.1:${port}`,
    tokens,
    cookie: session.cookie,
    databaseUrl: cluster.url,
    people: subscribers,
    staffToken,
  } satisfies Told)
  process.on('message', message => {
    if (message !== 'heap') return
    gc?.()
    gc?.()
    process.send?.(process.memoryUsage().heapUsed)
  })
  process.on('disconnect', () => {
    void app
      .close()
      .then(() => database.close())
      .then(() => cluster.stop())
      .then(() => process.exit(0))
  })
}

/** Creates accounts with a plan, a session and a device that was last seen an hour ago. */
async function makeSubscribers(
  database: Database,
  count: number,
  mint: (of: LiveSession) => Promise<string>,
): Promise<Subscriber[]> {
  const hourAgo = new Date(Date.now() - 3_600_000)
  return await database.transaction(async tx => {
    const made: Subscriber[] = []
    const { rows } = await tx.query<{ user_id: number }>(
      `insert into users (issuer, subject, email, name, email_proved_at, registered_at)
       select 'command-line', n::text, 'person-' || n || '@finlist.example', 'Person ' || n, now(), now()
       from generate_series(1, $1::int) n
       on conflict (issuer, subject) do update set name = excluded.name returning user_id`,
      [count],
    )
    for (const { user_id: userId } of rows) {
      await addPlanGrant(tx, userId, { productId: 1, periodId: 1, startsAt: hourAgo, endsAt: new Date('2099-12-31') })
      const { cookie, ...session } = await new Sessions(database, () => hourAgo.getTime()).begin(tx, {
        userId,
        authTime: hourAgo.getTime(),
        client: 'browser',
        idToken: null,
      })
      const [deviceId, deviceKey] = [randomUUID(), randomBytes(32).toString('base64url')]
      await tx
        .insertInto('device')
        .values({
          user_id: userId,
          device_id: deviceId,
          key_hash: keyHash(deviceKey),
          signed_in_at: hourAgo,
          last_seen_at: hourAgo,
          session_id: session.sessionId,
          info: '{}',
          networks: '{}',
        })
        .execute()
      made.push({ userId, token: await mint(session), cookie, deviceId, deviceKey })
    }
    return made
  })
}

await run()
