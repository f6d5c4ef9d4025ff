import { exportPersonalData } from '@finlist/contract/account/preferences'
import { joinCustomer } from '@finlist/contract/staff/customer-actions'
import { watchlists } from '@finlist/contract/watchlist'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CannotJoin, joinAccounts, joinedTables } from '../../src/auth/join-accounts.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
let count = 0
beforeAll(async () => {
  testServer = await openTestServer()
})
afterAll(() => testServer.close())

const sql = async <T>(text: string, values: unknown[] = []) =>
  (await testServer.database.pool.query(text, values)).rows as T[]
const issuer = 'https://login.example'

/**
 * Creates an account at an issuer, with a watchlist of one position, a filter set, an alert, a template, a level and a
 * plan.
 */
async function person(at: string, email: string, { proved = true, billed = false } = {}) {
  const subject = `joined-${++count}`
  const [{ user_id: userId }] = (await sql<{ user_id: number }>(
    `insert into users (issuer, subject, email, email_proved_at, name) values ($1, $2, $3, case when $4 then now() end, $2) returning user_id`,
    [at, subject, email, proved],
  )) as [{ user_id: number }]
  const own = async (text: string) => await sql(text, [userId])
  await own(`with list as (insert into watchlist (user_id, watchlist_name) values ($1, 'Mine') returning watchlist_id)
    insert into watchlist_stock (user_id, watchlist_id, exchange, stock_code, buy_price, shares)
    select $1, watchlist_id, 'HKEX', '0700', 300, 100 from list`)
  await own(`insert into finder_filter_set (user_id, finder_filter_set_name, filters) values ($1, 'Mine', '[]')`)
  await own(`with screen as (insert into screen (user_id, name, definition) values ($1, 'Mine', '{}') returning screen_id)
    insert into alert (user_id, kind, exchange, value_on, screen_id)
    select $1, 'screen', 'HKEX', '2026-07-17', screen_id from screen`)
  await own(
    `insert into alert (user_id, kind, exchange, stock_code, value, value_on) values ($1, 'price-above', 'HKEX', '0700', 5, '2026-07-17')`,
  )
  await own(`insert into study_template (user_id, client, name, content) values ($1, 'c', 'Mine', '{}')`)
  await own(`insert into list_view (user_id, list, view) values ($1, 'finlist', '{}')`)
  await own(`insert into stock_mark (user_id, exchange, stock_code, flag, note) values ($1, 'HKEX', '0700', 'red', '')`)
  await own(`insert into plan_grant (user_id, product_id, period_id, ends_at) values ($1, 1, 1, '2099-01-01')`)
  if (billed)
    await sql(`insert into billing_customer (user_id, customer_id) values ($1, $2)`, [userId, `cus_${subject}`])
  return { userId, subject, email }
}

const join = async (one: number, other: number) =>
  await testServer.database.write(tx =>
    joinAccounts(tx, [one, other], { issuer, word: { byUserId: null, reason: 'a new issuer', at: new Date() } }),
  )
const rowsOf = async (userId: number) =>
  Object.fromEntries(
    await Promise.all(
      joinedTables.map(async table => {
        const [row] = await sql<{ n: number }>(`select count(*)::int as n from "${table}" where user_id = $1`, [userId])
        return [table, row!.n]
      }),
    ),
  ) as Record<string, number>

it('joining two accounts covers every table that has rows of a user', async () => {
  const tables = await sql<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'public' and column_name = 'user_id' and table_type = 'BASE TABLE' and table_name <> 'users'`,
  )
  expect(tables.map(({ name }) => name).toSorted()).toEqual(joinedTables.toSorted())
})

describe('two accounts of one user', () => {
  it.each<[string, 'older' | 'newer' | 'neither']>([
    ['the older one is billed', 'older'],
    ['the newer one is billed', 'newer'],
    ['neither is billed', 'neither'],
  ])('become one account with the data of both, which signs in at the current issuer: %s', async (name, billed) => {
    const email = `${name.replaceAll(' ', '-')}@demo.example`
    const older = await person('embedded', email, { billed: billed === 'older' })
    const newer = await person(issuer, billed === 'neither' ? email.toUpperCase() : email, {
      billed: billed === 'newer',
    })
    const { stays, gone } = await join(older.userId, newer.userId)
    expect(stays).toBe(billed === 'newer' ? newer.userId : older.userId)
    expect(await sql('select issuer, subject from users where user_id = $1', [stays])).toEqual([
      { issuer, subject: newer.subject },
    ])
    expect(await sql('select from users where user_id = $1', [gone])).toEqual([])
    expect(await rowsOf(stays)).toMatchObject({
      watchlist: 2,
      watchlist_stock: 2,
      finder_filter_set: 2,
      screen: 2,
      alert: 4,
      study_template: 2,
      plan_grant: 2,
      list_view: 1,
      stock_mark: 1,
      billing_customer: billed === 'neither' ? 0 : 1,
    })
    const entries = await sql(`select action, facts, reason from audit_log where about_user_id = $1`, [stays])
    expect(entries).toEqual([{ action: 'accounts-joined', facts: { gone, issuer }, reason: 'a new issuer' }])
    const apiClient = await ApiClient.byToken(testServer, name.replaceAll(' ', '-'))
    expect((await apiClient.ask(watchlists)).data).toHaveLength(2)
  })

  it('stay separate if data would be lost, or if the two may belong to different people', async () => {
    const refused = async (one: number, other: number) =>
      await join(one, other).then(
        () => 'joined',
        (error: unknown) => (error instanceof CannotJoin ? error.why : String(error)),
      )
    const a = await person('embedded', 'a@demo.example', { billed: true })
    const b = await person(issuer, 'a@demo.example', { billed: true })
    expect(await refused(a.userId, b.userId)).toBe('both-billed')
    expect(await refused(a.userId, a.userId)).toBe('same')
    const unproved = await person(issuer, 'a@demo.example', { proved: false })
    expect(await refused(a.userId, unproved.userId)).toBe('other-address')
    expect(await refused(a.userId, (await person(issuer, 'b@demo.example')).userId)).toBe('other-address')
    const blocked = await person(issuer, 'a@demo.example')
    await sql('update users set blocked_at = now() where user_id = $1', [blocked.userId])
    expect(await refused(a.userId, blocked.userId)).toBe('blocked')
    expect(await rowsOf(a.userId)).toMatchObject({ watchlist: 1, watchlist_stock: 1 })
  })
})

it('joined accounts keep, for each game level, the play that was started first', async () => {
  await sql(
    `insert into game_level (playlist_id, level_id, exchange, stock_code, start_date, end_date, multiplier)
     select 1, n, 'GAME', 'S' || n, '2023-01-03', '2023-06-30', 1 from generate_series(1, 5) n`,
  )
  const [older, newer] = [await person('embedded', 'plays@demo.example'), await person(issuer, 'plays@demo.example')]
  const played = async ({ userId }: { userId: number }, levelId: number, day: string, rate: number) => {
    await sql(
      `insert into game_play (user_id, playlist_id, level_id, started_at, finished_at) values ($1, 1, $2, $3, $3)`,
      [userId, levelId, day],
    )
    await sql(
      `insert into game_trade (user_id, playlist_id, level_id, step, buy_day, buy_price, sell_day, sell_price, return_rate, sold_at)
       values ($1, 1, $2, 3, 2, 1, 3, 1, $4, $3)`,
      [userId, levelId, day, rate],
    )
  }
  await played(older, 1, '2026-02-01', 0.9)
  await played(newer, 1, '2026-01-01', -0.1)
  await played(older, 2, '2026-01-01', 0.2)
  await played(newer, 2, '2026-02-01', 0.8)
  await played(newer, 3, '2026-03-01', 0.3)
  // Each account also has one unfinished level.
  for (const [{ userId }, levelId, day] of [
    [older, 4, '2026-03-02'],
    [newer, 5, '2026-03-03'],
  ] as const)
    await sql('insert into game_play (user_id, playlist_id, level_id, started_at) values ($1, 1, $2, $3)', [
      userId,
      levelId,
      day,
    ])
  const { stays } = await join(older.userId, newer.userId)
  expect(await sql('select level_id from game_play where user_id = $1 order by level_id', [stays])).toEqual(
    [1, 2, 3, 4, 5].map(level_id => ({ level_id })),
  )
  const kept = await sql('select level_id, return_rate from game_trade where user_id = $1 order by level_id', [stays])
  expect(kept).toEqual([
    { level_id: 1, return_rate: -0.1 },
    { level_id: 2, return_rate: 0.2 },
    { level_id: 3, return_rate: 0.3 },
  ])
})

it('an admin joins two accounts on the Customers page, or reads the reason why they stay separate', async () => {
  const admin = await ApiClient.byToken(testServer, 'admin')
  const [older, newer] = [
    await person('embedded', 'by-staff@demo.example'),
    await person(issuer, 'by-staff@demo.example'),
  ]
  const other = await person(issuer, 'other@demo.example')
  const ask = async (otherUserId: number) =>
    await admin.ask(joinCustomer, {
      params: { userId: String(older.userId) },
      body: { otherUserId, reason: 'a new issuer' },
    })
  const refused = await ask(other.userId)
  expect([refused.http, refused.errors?.[0]]).toEqual([
    409,
    expect.objectContaining({ code: 'cannot_join', message: 'Both accounts need the same verified e-mail address.' }),
  ])
  expect((await ask(newer.userId)).data).toEqual({ stays: older.userId })
  expect((await ask(newer.userId)).http).toBe(409)
})

it('a user who signed in at another issuer can still export their data', async () => {
  await person(issuer, 'elsewhere@demo.example')
  const apiClient = await ApiClient.byToken(testServer, 'elsewhere')
  const answer = await apiClient.ask(exportPersonalData)
  expect(answer.http).toBe(200)
})
