import type { Role } from '@finlist/domain/plans/roles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPlanGrant, addRoles, makeAccount } from '../../src/commands/make-account.ts'
import { everyCall } from '../../src/http/api-documents/every-call.ts'
import { calmDay } from '../test-clock.ts'
import { ApiClient, openTestServer, type PayingTestServer } from '../test-server.ts'
import { mark, marketsAsked, type Row, rows } from './access-matrix.ts'

/** `kind` is a column of the matrix, `own` the market of the plan. */
type Account = { name: string; kind: string; own?: string }

const plansOfMarkets = { HKEX: 1, US: 2, CN: 3, TW: 4, JP: 6 } as const
const periodMarks = { y: 1, q: 2, m: 3, h: 4 } as const
const day = 86_400_000
const slow = { tags: ['slow'] }

let testServer: PayingTestServer
const calls = await everyCall()
const probes = [...calls].flatMap(([name, { call }]) =>
  rowsOf(`${call.method} ${call.path}`).flatMap(row =>
    (row.each ? marketsAsked : [undefined]).map(market => ({ name, call, row, market })),
  ),
)

beforeAll(async () => {
  testServer = await openTestServer({}, { demo: 'bought', payments: true, at: calmDay })
})
afterAll(() => testServer.close())

describe('the entitlement matrix', () => {
  it('has a row for every call, and no row without a call', () => {
    const asked = [...calls.values()].map(({ call }) => `${call.method} ${call.path}`)
    const missing = [...calls].filter(([, { call }]) => rowsOf(`${call.method} ${call.path}`).length === 0)
    expect(missing.map(([name]) => name)).toEqual([])
    expect(Object.keys(rows).filter(key => !asked.includes(key.split(' ').slice(0, 2).join(' ')))).toEqual([])
  })

  it.each(['nobody', 'free', 'staff'])('matches every answer to %s', async kind => {
    expect(await differencesOf({ name: kind, kind })).toEqual([])
  })

  it.each([
    ['HKEX', 'q'],
    ['US', 'm'],
    ['CN', 'h'],
    ['TW', 'y'],
    ['JP', 'q'],
  ] as const)('matches every answer to a plan of %s (%s)', async (market, period) => {
    const now = testServer.clock.now()
    const during = { startsAt: new Date(now - day), endsAt: new Date(now + day) }
    const name = `one-${market}`.toLowerCase()
    await make(name, { plan: { productId: plansOfMarkets[market], periodId: periodMarks[period], ...during } })
    expect(await differencesOf({ name, kind: `${market === 'HKEX' ? 'HK' : 'O'}${period}`, own: market })).toEqual([])
  })

  it('agrees with the server’s responses for plans of every market and period, and for every role', slow, async () => {
    const accounts = [...(await accountsWithGivenPlans()), ...bought, ...(await accountsWithRoles())]
    expect(await differences(accounts)).toEqual([])
  })

  it('matches the answers for plans that end or renew at the end of their period', slow, async () => {
    const { ends_at } = await testServer.database.db
      .selectFrom('plan_grant')
      .innerJoin('users', 'users.user_id', 'plan_grant.user_id')
      .select('plan_grant.ends_at')
      .where('users.email', '=', 'hk-no-renew@demo.example')
      .executeTakeFirstOrThrow()
    const untilThen = ends_at.getTime() - testServer.clock.now()
    const ended: Account = { name: 'hk-no-renew', kind: 'free' }
    const renews: Account = { name: 'hk-monthly', kind: 'HKm', own: 'HKEX' }
    try {
      testServer.clock.offsetMs = untilThen - day / 24
      expect(await differences([{ ...ended, kind: 'HKm', own: 'HKEX' }])).toEqual([])
      testServer.clock.offsetMs = untilThen + 60_000
      expect(await differences([ended, renews])).toEqual([])
    } finally {
      testServer.clock.offsetMs = 0
    }
  })

  it('matches the answers to a blocked account, which may only make the device check', async () => {
    const blocked = await ApiClient.byToken(testServer, 'blocked')
    for (const probe of probes) {
      const answer = await ask(blocked, probe)
      const isOpen = dutyOf(probe) === 'public' || probe.name === 'deviceCheck'
      expect([probe.name, answer.http === 403]).toEqual([probe.name, !isOpen])
    }
  })
})

/** Demo plans that were bought at the payment provider. */
const bought: Account[] = [
  { name: 'hk-monthly', kind: 'HKm', own: 'HKEX' },
  { name: 'hk-quarterly', kind: 'HKq', own: 'HKEX' },
  { name: 'hk-yearly', kind: 'HKy', own: 'HKEX' },
  { name: 'us-yearly', kind: 'Oy', own: 'US' },
  { name: 'jp-trial', kind: 'Om', own: 'JP' },
  { name: 'hk-no-renew', kind: 'HKm', own: 'HKEX' },
  { name: 'hk-downgrade', kind: 'HKy', own: 'HKEX' },
  { name: 'expired-card', kind: 'HKm', own: 'HKEX' },
  { name: 'credit', kind: 'HKq', own: 'HKEX' },
]

async function accountsWithGivenPlans(): Promise<Account[]> {
  const now = testServer.clock.now()
  const during = { startsAt: new Date(now - day), endsAt: new Date(now + day) }
  const accounts: Account[] = []
  for (const [market, productId] of Object.entries(plansOfMarkets))
    for (const [period, periodId] of Object.entries(periodMarks)) {
      const name = `given-${market}-${period}`.toLowerCase()
      await make(name, { plan: { productId, periodId, ...during } })
      accounts.push({ name, kind: `${market === 'HKEX' ? 'HK' : 'O'}${period}`, own: market })
    }
  for (const periodId of [1, 2, 3] as const) {
    await make(`given-club-${periodId}`, { plan: { productId: 5, periodId, ...during } })
    accounts.push({ name: `given-club-${periodId}`, kind: 'SC' })
  }
  const past = { startsAt: new Date(now - 2 * day), endsAt: new Date(now - 1_000) }
  const future = { startsAt: new Date(now + day), endsAt: new Date(now + 2 * day) }
  for (const [name, span] of Object.entries({ past, future })) {
    await make(`given-${name}`, { plan: { productId: 1, periodId: 1, ...span } })
    accounts.push({ name: `given-${name}`, kind: 'free' })
  }
  return accounts
}

async function accountsWithRoles(): Promise<Account[]> {
  await make('beta', { role: 'beta_access' })
  return [
    { name: 'nobody', kind: 'nobody' },
    { name: 'free', kind: 'free' },
    { name: 'unregistered', kind: 'free' },
    { name: 'sunday-club', kind: 'SC' },
    { name: 'friend', kind: 'friend' },
    { name: 'affiliate', kind: 'affiliate' },
    { name: 'affiliate-empty', kind: 'affiliate' },
    { name: 'beta', kind: 'beta' },
    { name: 'staff', kind: 'staff' },
    { name: 'admin', kind: 'admin' },
  ]
}

async function make(
  name: string,
  { plan, role }: { plan?: Parameters<typeof addPlanGrant>[2]; role?: Role },
): Promise<void> {
  const { database, config } = testServer
  const { userId } = await makeAccount(database, config, { email: `${name}@demo.example`, complete: true })
  await database.write(async tx => {
    if (plan) await addPlanGrant(tx, userId, plan)
    if (role) await addRoles(tx, userId, [role])
  })
}

type Probe = (typeof probes)[number]

function rowsOf(key: string): Row[] {
  return Object.entries(rows).flatMap(([name, row]) => (name === key || name.startsWith(`${key} `) ? [row] : []))
}

const dutyOf = ({ row, market }: Probe) => (typeof row.duty === 'string' ? row.duty : row.duty(market ?? ''))

/** Describes each answer that differs from the matrix; checks four accounts in parallel. */
async function differences(accounts: Account[]): Promise<string[]> {
  const found: string[] = []
  const waiting = [...accounts]
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let account = waiting.shift(); account; account = waiting.shift())
        found.push(...(await differencesOf(account)))
    }),
  )
  return found
}

async function differencesOf(account: Account): Promise<string[]> {
  const apiClient =
    account.kind === 'nobody' ? new ApiClient(testServer) : await ApiClient.byToken(testServer, account.name)
  const found: string[] = []
  for (const probe of probes) {
    const expected = mark(dutyOf(probe), account.kind, account.own, probe.market)
    const answer = await ask(apiClient, probe)
    if (isAs(expected, answer)) continue
    found.push(`${account.name}: ${probe.name} ${probe.market ?? ''} is ${answer.http}, in the matrix ${expected}`)
  }
  return found
}

type Answered = { http: number; body: string }

/** A caller without the right learns nothing: the answer has a reason and no data. */
function isAs(expected: string, { http, body }: Answered): boolean {
  if (expected === '-') return http === 401 && hasReasonAlone(body)
  if (expected === 'n') return http === 403 && hasReasonAlone(body)
  return http !== 401 && http !== 403 && http < 500
}

function hasReasonAlone(body: string): boolean {
  const { status, errors, s, errmsg, ...rest } = JSON.parse(body) as Record<string, unknown>
  return status !== 'success' && Array.isArray(errors) && Object.keys(rest).length === 0 && s !== 'ok' && errmsg !== ''
}

async function ask(apiClient: ApiClient, { call, row, market }: Probe): Promise<Answered> {
  const filled = (text: string) => text.replace('{market}', market ?? '')
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(filled(row.params?.[name] ?? '0')))
  const query = Object.fromEntries(Object.entries(row.query ?? {}).map(([name, value]) => [name, filled(value)]))
  const answer = await fetch(`${testServer.base}/api${path}?${new URLSearchParams(query).toString()}`, {
    method: call.method,
    headers: apiClient.headers(),
  })
  return { http: answer.status, body: await answer.text() }
}
