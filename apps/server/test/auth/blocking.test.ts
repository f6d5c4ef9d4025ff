import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { user } from '@finlist/contract/account/account'
import { deviceCheck } from '@finlist/contract/account/device'
import { userSubscriptions } from '@finlist/contract/billing'
import { blockCustomer, takeRole } from '@finlist/contract/staff/customer-actions'
import { auditLog, readCustomer } from '@finlist/contract/staff/customers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { childEnv } from '../../../../tools/child-env.ts'
import { directly } from '../../../../tools/fresh-database.ts'
import { type BillingFixture, openBillingFixture } from '../billing/billing-fixture.ts'
import { buy } from '../billing/shopper.ts'
import { ApiClient } from '../test-server.ts'

let shop: BillingFixture
let admin: ApiClient
let count = 0

beforeAll(async () => {
  shop = await openBillingFixture({ ADMIN_EMAILS: 'named@demo.example' })
  await person({ name: 'admin', role: 'admin' })
  admin = await ApiClient.byToken(shop, 'admin')
})
afterAll(() => shop.close())

async function person({ name = `blocked${++count}`, role }: { name?: string; role?: 'admin' | 'staff' } = {}) {
  const { db } = shop.database
  const { user_id: userId } = await db
    .insertInto('users')
    .values({
      issuer: 'test',
      subject: name,
      email: `${name}@demo.example`,
      name,
      email_proved_at: new Date(shop.clock.now()),
    })
    .returning('user_id')
    .executeTakeFirstOrThrow()
  if (role) await db.insertInto('user_role').values({ user_id: userId, role }).execute()
  return { name, userId }
}

const reason = 'shared the account on a forum'
const ask = (userId: number, body: object, by = admin) =>
  by.ask(blockCustomer, { params: { userId: String(userId) }, body: { reason, ...body } })
const askRole = (userId: number, role: string, by = admin) =>
  by.ask(takeRole, { params: { userId: String(userId) }, body: { role, reason } })
const auditOf = async (userId: number) =>
  (await admin.ask(auditLog, { query: { userId: String(userId) } })).data.entries.map(
    ({ action, facts, reason: said }) => ({
      action,
      facts,
      said,
    }),
  )

describe('blocking an account', () => {
  it('ends its sessions, tokens, devices, feeds and push subscriptions from the next request on, and is logged with its reason', async () => {
    const { name, userId } = await person()
    const them = await ApiClient.byToken(shop, name)
    await them.ask(deviceCheck, { query: { path: '/users/user', page: '/' } })
    const { db } = shop.database
    const at = new Date(shop.clock.now())
    await db
      .insertInto('datafeed_token')
      .values({ user_id: userId, name: 'mine', token_hash: Buffer.alloc(32, 1), made_at: at })
      .execute()
    expect((await them.ask(user)).http).toBe(200)

    expect(await ask(userId, { blocked: true })).toMatchObject({ http: 200, data: { blocked: true, ended: 1 } })
    expect((await them.ask(user)).http).toBe(401)
    for (const table of ['session', 'device', 'datafeed_token', 'push_subscription'] as const)
      expect([table, await db.selectFrom(table).select('user_id').where('user_id', '=', userId).execute()]).toEqual([
        table,
        [],
      ])
    const again = await ApiClient.byToken(shop, name)
    expect(await again.ask(user)).toMatchObject({
      http: 403,
      errors: [{ message: expect.stringContaining('suspended') }],
    })
    expect(await auditOf(userId)).toEqual([
      { action: 'blocked', facts: { ended: 1, renewal: 'none' }, said: reason },
      { action: 'signed-out', facts: { ended: 1 }, said: reason },
    ])
  })

  it('can be undone with a reason, but what it ended stays ended', async () => {
    const { name, userId } = await person()
    const them = await ApiClient.byToken(shop, name)
    await ask(userId, { blocked: true })
    expect(await ask(userId, { blocked: false })).toMatchObject({ http: 200, data: { blocked: false } })
    expect((await them.ask(user)).http).toBe(401)
    expect((await (await ApiClient.byToken(shop, name)).ask(user)).http).toBe(200)
    expect((await auditOf(userId))[0]).toEqual({ action: 'unblocked', facts: {}, said: reason })
  })

  it('twice, or unblocking it twice, is logged only once', async () => {
    const { userId } = await person()
    for (const blocked of [true, true, false, false]) expect((await ask(userId, { blocked })).http).toBe(200)
    expect((await auditOf(userId)).map(({ action }) => action)).toEqual(['unblocked', 'blocked', 'signed-out'])
  })

  it('requires a choice to turn off or keep the renewal of its plan, and never ends the plan', async () => {
    for (const renewal of ['turn-off', 'keep'] as const) {
      const { name, userId } = await person()
      const them = await ApiClient.byToken(shop, name)
      await buy(shop, them, { productId: 1, billingPeriodId: 3 })
      await shop.settle()
      expect(await ask(userId, { blocked: true })).toMatchObject({
        http: 409,
        errors: [{ code: 'renewal_unsaid', field: 'renewal' }],
      })
      expect((await them.ask(userSubscriptions)).http).toBe(200)
      expect((await ask(userId, { blocked: true, renewal })).http).toBe(200)
      await shop.settle()
      const { data } = await admin.ask(readCustomer, { params: { userId: String(userId) } })
      expect(data.subscriptions).toMatchObject([{ status: 'active', renews: renewal === 'keep' }])
      expect((await auditOf(userId))[0]).toMatchObject({ action: 'blocked', facts: { renewal } })
    }
  })

  it('is for admins only, who cannot block their own account', async () => {
    const { userId } = await person()
    await person({ name: 'clerk', role: 'staff' })
    expect((await ask(userId, { blocked: true }, await ApiClient.byToken(shop, 'clerk'))).http).toBe(403)
    expect((await ask(admin.userId, { blocked: true })).errors[0]).toMatchObject({ code: 'oneself' })
    expect((await ask(userId, { blocked: true, reason: ' no ' })).http).toBe(400)
  })
})

const entry = fileURLToPath(new URL('../../src/commands/finlist.ts', import.meta.url))
const command = (...typed: string[]) =>
  spawnSync(process.execPath, [entry, ...typed], {
    encoding: 'utf8',
    env: childEnv({ DATABASE_URL: directly(shop.databaseUrl), PUBLIC_URL: shop.base, PLAIN_CONNECTIONS: 'yes' }),
  })

describe('finlist user', () => {
  const finlist = (...typed: string[]) => command('user', ...typed)

  it('blocks and unblocks an account and removes a role, each with a reason', { tags: ['slow'] }, async () => {
    const { name, userId } = await person({ role: 'staff' })
    const email = `${name}@demo.example`
    await ApiClient.byToken(shop, name)
    expect(finlist(email, '--block', '--reason', reason).stdout).toBe(`${email}: blocked, 1 sessions ended\n`)
    expect(finlist(email, '--unblock', '--reason', reason).stdout).toBe(`${email}: can sign in again\n`)
    const removed = finlist(email, '--remove-role', 'staff', '--reason', reason)
    expect(removed.stdout).toBe(`${email}: role staff removed; left: none\n`)
    expect((await auditOf(userId)).map(({ action }) => action)).toEqual([
      'role-taken',
      'unblocked',
      'blocked',
      'signed-out',
    ])
  })

  it('refuses a change without a sufficient reason, and two changes in one command', () => {
    for (const typed of [['--block'], ['--block', '--reason', 'no'], ['--block', '--unblock', '--reason', reason]])
      expect(finlist('somebody@demo.example', ...typed)).toMatchObject({ status: 2, stdout: '' })
  })
})

describe('a command that names an account by address', () => {
  const dir = mkdtempSync(join(tmpdir(), 'finlist-named-'))
  afterAll(() => rmSync(dir, { recursive: true }))
  const said = ['--proof', 'from-address', '--reason', reason]
  const commands: [string, string, ...string[]][] = [
    ['token', 'token'],
    ['sign-out', 'sign-out'],
    ['user --second-factor off', 'user', '--second-factor', 'off'],
    ['user --block', 'user', '--block', '--reason', reason],
    ['user --erase', 'user', '--erase', ...said],
    ['user --export', 'user', '--export', join(dir, 'theirs.json'), ...said],
  ]
  /**
   * Creates an account that claims an address without having verified it. It is then the newest account with that
   * address.
   */
  const claims = async (email: string) => {
    const { userId } = await person()
    await shop.database.pool.query('update users set email = $2, email_proved_at = null where user_id = $1', [
      userId,
      email,
    ])
    return userId
  }
  const untouched = async (userId: number) => {
    const { rows } = await shop.database.pool.query(
      `select blocked_at, deletion_at, (select count(*)::int from session s where s.user_id = u.user_id) as sessions,
        (select count(*)::int from audit_log a where a.about_user_id = u.user_id) as noted from users u where user_id = $1`,
      [userId],
    )
    return expect(rows).toEqual([{ blocked_at: null, deletion_at: null, sessions: 0, noted: 0 }])
  }

  it.each(commands)(
    '%s: never acts on an address that no account has verified',
    { tags: ['slow'] },
    async (_, name, ...more) => {
      const email = `claimed${++count}@demo.example`
      const [one, other] = [await claims(email), await claims(email)]
      const { status, stdout, stderr } = command(name, email.toUpperCase(), ...more)
      expect([status, stdout]).toEqual([1, ''])
      expect(stderr).toContain('no account has verified this address. Nothing was done; give the number of the account')
      for (const userId of [one, other]) {
        expect(stderr).toMatch(new RegExp(`^ +${userId} +test, since \\d{4}-\\d\\d-\\d\\d, address not verified$`, 'm'))
        await untouched(userId)
      }
      expect(readdirSync(dir)).toEqual([])
    },
  )

  it('acts on the account that verified the address, even if others claim that address; an account number works too', {
    tags: ['slow'],
  }, async () => {
    const owner = await person()
    const email = `${owner.name}@demo.example`
    const other = await claims(email)
    expect(command('token', email).status).toBe(0)
    expect(command('sign-out', email).stdout).toBe(`${email}: signed out everywhere, 1 sessions ended\n`)
    await untouched(other)
    expect(command('user', String(other), '--block', '--reason', reason).stdout).toBe(
      `${other}: blocked, 0 sessions ended\n`,
    )
    expect(command('user', String(owner.userId), '--role', 'staff').stdout).toContain(`account ${owner.userId} changed`)
    expect(command('token', '999999999').stderr).toContain('999999999: no such account')

    await shop.database.pool.query('update users set email_proved_at = product_now() where user_id = $1', [other])
    const { status, stderr } = command('token', email)
    expect([status, stderr]).toEqual([1, expect.stringContaining('several accounts have verified this address')])
    for (const userId of [owner.userId, other]) expect(stderr).toContain(`  ${userId}  test, since`)
  })

  it('finds the account that verified the address, even if more accounts claim it than a query lists', {
    tags: ['slow'],
  }, async () => {
    const email = 'crowded@demo.example'
    for (let claim = 0; claim < 21; claim++) await claims(email)
    const owner = await claims(email)
    await shop.database.pool.query('update users set email_proved_at = product_now() where user_id = $1', [owner])
    expect(command('user', email, '--block', '--reason', reason).stdout).toBe(`${email}: blocked, 0 sessions ended\n`)
    const { rows } = await shop.database.pool.query(
      'select user_id from users where lower(email) = $1 and blocked_at is not null',
      [email],
    )
    expect(rows).toEqual([{ user_id: owner }])
  })
})

describe('removing a role', () => {
  it('takes effect with the next request, and is logged', async () => {
    const { name, userId } = await person({ role: 'staff' })
    const them = await ApiClient.byToken(shop, name)
    expect((await them.ask(auditLog)).http).toBe(200)
    expect(await askRole(userId, 'staff')).toMatchObject({ http: 200, data: { roles: [] } })
    expect((await them.ask(auditLog)).http).toBe(403)
    expect((await askRole(userId, 'staff')).http).toBe(200)
    expect(await auditOf(userId)).toEqual([{ action: 'role-taken', facts: { role: 'staff' }, said: reason }])
  })

  it('is refused for an admin named in ADMIN_EMAILS; the error names the setting', async () => {
    const { userId } = await person({ name: 'named', role: 'admin' })
    expect(await askRole(userId, 'admin')).toMatchObject({
      http: 409,
      errors: [{ code: 'admin_by_setting', message: expect.stringContaining('ADMIN_EMAILS') }],
    })
    await shop.database.db.deleteFrom('users').where('user_id', '=', userId).execute()
  })

  it('is refused for the last admin, even if two admins remove each other at the same moment', async () => {
    const [one, other] = [await person({ role: 'admin' }), await person({ role: 'admin' })]
    const [first, second] = [await ApiClient.byToken(shop, one.name), await ApiClient.byToken(shop, other.name)]
    expect((await askRole(admin.userId, 'admin', first)).http).toBe(200)
    const said = await Promise.all([askRole(other.userId, 'admin', first), ask(one.userId, { blocked: true }, second)])
    expect(said.map(({ http }) => http).filter(http => http === 200)).toHaveLength(1)
    const admins = await shop.database.db
      .selectFrom('user_role')
      .innerJoin('users', 'users.user_id', 'user_role.user_id')
      .select('user_role.user_id')
      .where('role', '=', 'admin')
      .where('blocked_at', 'is', null)
      .execute()
    expect(admins).toHaveLength(1)
  })
})
