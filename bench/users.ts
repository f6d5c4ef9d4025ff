// What does a page of the user list cost with 100,000 users, compared with 1,000 users? At most 2x, for the first pages as well as later ones.
import { countUsers, listUsers, usersPerPage } from '@finlist/contract/staff/users'
import { median } from './parts/browser.ts'
import { machine } from './parts/cpu.ts'
import { openOwnServer } from './parts/own-server.ts'

const limit = 2
const rounds = 60
const [few, many] = [1_000, 100_000]

const server = await openOwnServer()
const { pool } = server.database
try {
  const headers = { authorization: server.authorization }
  process.stdout.write(`${machine()}; medians of ${rounds}, request to last byte\n`)
  // The first round only warms up the process. Without it, the server with few users would be at a disadvantage,
  // because it is measured first.
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
  await server.close()
}

/**
 * Creates the given number of users, three in ten with a plan and one in ten with two subscriptions. Returns the median
 * ms of each query.
 */
async function measure(users: number, headers: Record<string, string>): Promise<Record<string, number>> {
  await fillUpTo(users)
  const middle = (
    await pool.query<{ user_id: number }>('select user_id from users order by user_id desc offset $1 limit 1', [
      Math.floor(users / 2),
    ])
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
  const answer = await fetch(`${server.base}/api${path}`, { headers })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return performance.now() - began
}

async function fillUpTo(users: number) {
  await pool.query(
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
  await pool.query('vacuum analyze')
}
