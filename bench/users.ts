// What does a page of the user list cost with 100,000 users beside one with 1,000? At most 2x, near and far.
import { countUsers, listUsers, usersPerPage } from '@finlist/contract/users'
import { Sessions } from '../apps/server/src/access/sessions.ts'
import { Tokens } from '../apps/server/src/access/tokens.ts'
import { makeApp } from '../apps/server/src/app.ts'
import { findByEmail } from '../apps/server/src/commands/make-account.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { type Database, openDatabase } from '../apps/server/src/db/database.ts'
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { Keys } from '../apps/server/src/db/keys.ts'
import { loadDemoAccounts } from '../apps/server/src/demo/accounts.ts'
import { freePort } from '../apps/server/test/house.ts'
import { throwawayFolder } from '../tools/throwaway-folder.ts'
import { median } from './browser.ts'
import { machine } from './cpu.ts'

const limit = 2
const rounds = 60
const [few, many] = [1_000, 100_000]

const { path: folder, remove } = await throwawayFolder('finlist-bench')
const cluster = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined })
await migrate(cluster.url)
const database = await openDatabase(cluster.url, { warn: () => undefined, info: () => undefined })
const port = await freePort()
const config = readConfig({ PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'silent' })
const app = await makeApp(config, { database, databaseUrl: cluster.url })
try {
  await loadDemoAccounts(database, config)
  await app.listen({ port, host: '127.0.0.1' })
  const headers = { authorization: `Bearer ${await staffToken(database)}` }
  process.stdout.write(`${machine()}; medians of ${rounds}, request to last byte\n`)
  // The first round warms the process up, so that the small house has no disadvantage.
  await measure(few, headers)
  const small = await measure(few, headers)
  const large = await measure(many, headers)
  for (const [name, ms] of Object.entries(large)) {
    const before = small[name]!
    const ratio = ms / before
    const isPage = name.startsWith('page')
    process.stdout.write(
      `${name}: ${before.toFixed(2)} ms with ${few.toLocaleString('en')}, ${ms.toFixed(2)} ms with ${many.toLocaleString('en')}, ${ratio.toFixed(2)}x\n`,
    )
    if (isPage && ratio > limit) {
      process.stderr.write(`over ${limit}x\n`)
      process.exitCode = 1
    }
  }
} finally {
  await app.close()
  await database.close()
  await cluster.stop()
  await remove()
}

/** Fills up to so many users, three in ten with a plan and one in ten with two subscriptions; ms by question. */
async function measure(users: number, headers: Record<string, string>): Promise<Record<string, number>> {
  await fillUpTo(users)
  const middle = (
    await database.pool.query<{ user_id: number }>(
      'select user_id from users order by user_id desc offset $1 limit 1',
      [Math.floor(users / 2)],
    )
  ).rows[0]!.user_id
  const questions = {
    'page 0': `${listUsers.path}?page=0`,
    'page in the middle': `${listUsers.path}?page=${Math.floor(users / 2 / usersPerPage)}&before=${middle}`,
    'page 0 of PAID': `${listUsers.path}?page=0&filter=PAID`,
    'page 0 of FREE': `${listUsers.path}?page=0&filter=FREE`,
    'page 0 of ADMIN': `${listUsers.path}?page=0&filter=ADMIN`,
    'a middle page by its number alone': `${listUsers.path}?page=${Math.floor(users / 2 / usersPerPage)}`,
    'a search that finds nobody': `${listUsers.path}?page=0&search=demo-staff-nobody`,
    'the count': countUsers.path,
  }
  const times: Record<string, number[]> = {}
  for (let round = 0; round < rounds; round++)
    for (const [name, path] of Object.entries(questions)) (times[name] ??= []).push(await timed(path, headers))
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all.slice(5))]))
}

async function timed(path: string, headers: Record<string, string>): Promise<number> {
  const began = performance.now()
  const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, { headers })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return performance.now() - began
}

async function fillUpTo(users: number) {
  await database.pool.query(
    `with made as (insert into users (issuer, subject, email, name, phone)
       select 'bench', gen_random_uuid(), 'reader-' || n || '@crowd.example', 'Reader ' || n, '+8525' || n
       from generate_series((select count(*) + 1 from users), $1) n returning user_id),
     held as (insert into holding (user_id, product_id, period_id, ends_at, subscription_id)
       select user_id, 1, 1, now() + interval '1 year', 'sub_' || user_id from made where user_id % 10 < 3),
     known as (insert into billing_customer (user_id, customer_id) select user_id, 'cus_' || user_id from made)
     insert into subscription (user_id, subscription_id, product_id, period_id, status, renews, started_at, period_start,
       period_end, price_cents, next_cents)
     select user_id, 'sub_' || user_id || '_' || n, 1, 1, 'active', true, now(), now(), now() + interval '1 year', 1, 1
     from made, generate_series(1, 2) n where user_id % 10 = 0`,
    [users],
  )
  await database.pool.query('vacuum analyze')
}

async function staffToken(house: Database): Promise<string> {
  const userId = (await findByEmail(house, 'staff@demo.example'))!
  const session = await house.write(tx =>
    new Sessions(house, Date.now).begin(tx, { userId, authTime: Date.now(), client: 'command-line', idToken: null }),
  )
  const keys = await Keys.open(house, Date.now)
  return await new Tokens(() => keys.ring('access-token'), Date.now).mint({ ...session, commandLine: true })
}
