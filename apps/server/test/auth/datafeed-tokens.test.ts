import { exportPersonalData } from '@finlist/contract/account/preferences'
import { saveChart, savedCharts } from '@finlist/contract/charts/chart-storage'
import { datafeedTokens, endDatafeedToken, makeDatafeedToken } from '@finlist/contract/charts/datafeed-tokens'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calmDay } from '../test-clock.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

const minute = 60_000
const day = 24 * 60 * minute

let testServer: TestServer
let owner: ApiClient
beforeAll(async () => {
  const env = { DATAFEED_TOKENS: 'yes', DEMO_PUBLIC: 'yes', TRUSTED_PROXIES: '1', LOG_LEVEL: 'trace' }
  testServer = await openTestServer(env, { at: calmDay })
  owner = await ApiClient.byToken(testServer, 'hk-yearly')
  await testServer.database.db
    .insertInto('stock')
    .values({ exchange: 'HKEX', stock_code: 'HSI', stock_name: 'Index', stock_name_zh: '恒指', is_index: true })
    .execute()
  await testServer.database.db
    .insertInto('market_state')
    .values({ exchange: 'HKEX', short_term: true, start_date: '2024-04-30', trend: 'UPTREND' })
    .execute()
})
afterAll(() => testServer.close())

/** Creates a token, and returns its path on this server. */
async function made(name: string, by = owner): Promise<string> {
  const { http, errors, data } = await by.ask(makeDatafeedToken, { body: { name } })
  expect([http, errors]).toEqual([200, undefined])
  expect(new URL(data.address).origin).toBe(testServer.config.publicUrl.origin)
  return new URL(data.address).pathname
}
const list = async (by = owner) => (await by.ask(datafeedTokens)).data
const end = async (tokenId: number, by = owner) =>
  (await by.ask(endDatafeedToken, { params: { tokenId: String(tokenId) } })).http
const endAll = async (by = owner) => {
  for (const { tokenId } of await list(by)) await end(tokenId, by)
}

/** Moves the clock and signs the owner in again, because session tokens expire meanwhile. */
async function forward(ms: number) {
  testServer.clock.offsetMs += ms
  owner = await ApiClient.byToken(testServer, 'hk-yearly')
}

/** Sends a request as a charting program does: with only the URL that contains the token. */
const read = async (base: string, path: string, { ip = '203.0.113.9', method = 'GET' } = {}) =>
  await fetch(`${testServer.base}${base}/${path}`, { method, headers: { 'x-forwarded-for': ip } })
const span = 'symbol=HKEX:HSI&resolution=1D&from=0&to=4000000000'
const isRead = async (base: string, ip?: string) => (await read(base, 'config', ip ? { ip } : {})).status

describe('a datafeed token in a URL', () => {
  it('gives access to the datafeed and the user’s own charts, and nothing else', async () => {
    await owner.ask(saveChart, { body: { name: 'Mine', content: '{}' } })
    const { http, headers } = await owner.ask(savedCharts)
    expect([http, headers.get('access-control-allow-origin')]).toEqual([200, null])
    const base = await made('Desk')
    const answers = ['config', 'symbols?symbol=HKEX:HSI', 'search?query=HSI', `history?${span}`, 'time']
    for (const path of [...answers, `timescale_marks?${span}`, 'storage/charts']) {
      const answer = await read(base, path)
      expect([path, answer.status]).toEqual([path, 200])
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    }
    expect(await (await read(base, 'storage/1.1/charts?client=&user=x')).json()).toMatchObject({
      data: [{ name: 'Mine' }],
    })
    for (const [method, path, status] of [
      ['GET', 'patterns?symbol=HKEX:HSI', 403],
      ['GET', 'quotes?symbols=HKEX:HSI', 403],
      ['GET', 'storage/studytemplates', 403],
      ['GET', 'game/1', 403],
      ['POST', 'storage/charts', 403],
      ['POST', 'storage/charts/1/delete', 403],
      ['DELETE', 'storage/1.1/charts?chart=1', 403],
      ['GET', '../users/user', 404],
      ['GET', '', 404],
    ] as const)
      expect([path, (await read(base, path, { method })).status]).toEqual([path, status])
    expect(
      (await fetch(`${testServer.base}/api/users/user`, { headers: { authorization: `Bearer ${base}` } })).status,
    ).toBe(401)
    await endAll()
  })

  it('returns no bars of a market whose data supplier allows display only', async () => {
    const base = await made('Desk')
    const env = { DATAFEED_TOKENS: 'yes', DEMO_PUBLIC: 'yes', TRUSTED_PROXIES: '1', SOURCE_USE_HKEX: 'display' }
    const other = await openTestServer(env, { beside: testServer })
    try {
      const ask = async (path: string) => await fetch(`${other.base}${base}/${path}`)
      for (const symbol of ['HKEX:HSI', 'hkex:hsi', 'HSI', '0700.HK'])
        expect([symbol, (await ask(`history?${span.replace('HKEX:HSI', symbol)}`)).status]).toEqual([symbol, 403])
      expect((await ask(`history?${span.replace('HKEX:HSI', 'HKEX:HSI&isSimulator=true')}`)).status).toBe(403)
      expect((await ask(`timescale_marks?${span}`)).status).toBe(200)
      const own = await (await ApiClient.byToken(other, 'hk-yearly')).raw('GET', `/tvchart/history?${span}`)
      expect(own.http).toBe(200)
    } finally {
      await other.close()
      await endAll()
    }
  })

  it('has the rights that its owner has at the moment of the request', async () => {
    const free = await ApiClient.byToken(testServer, 'free')
    const marks = async (base: string) => ((await (await read(base, `marks?${span}`)).json()) as { id: string[] }).id
    const base = await made('Free', free)
    expect(await marks(base)).toHaveLength(0)
    await testServer.database.write(tx =>
      tx.insertInto('user_role').values({ user_id: free.userId, role: 'friend' }).execute(),
    )
    expect(await marks(base)).toHaveLength(1)
    await testServer.database.write(tx => tx.deleteFrom('user_role').where('user_id', '=', free.userId).execute())
    expect(await marks(base)).toHaveLength(0)
    await endAll(free)
  })

  it('has a name, is listed with its last use, and can be revoked by its owner only', async () => {
    const base = await made('Desk')
    await made('Laptop')
    expect(await list()).toMatchObject([
      { name: 'Laptop', lastUsedAt: null },
      { name: 'Desk', lastUsedAt: null },
    ])
    expect(await isRead(base)).toBe(200)
    const [, desk] = await list()
    const sinceMs = (at: string | null) => testServer.clock.now() - Date.parse(at ?? '')
    expect([sinceMs(desk!.madeAt) < minute, sinceMs(desk!.lastUsedAt) < minute]).toEqual([true, true])
    expect(await end(desk!.tokenId, await ApiClient.byToken(testServer, 'admin'))).toBe(404)
    expect(await isRead(base)).toBe(200)
    expect(await end(desk!.tokenId)).toBe(200)
    expect(await isRead(base)).toBe(401)
    for (const name of ['2', '3', '4', '5']) await made(name)
    const sixth = await owner.ask(makeDatafeedToken, { body: { name: '6' } })
    expect([sixth.http, sixth.errors[0]?.code]).toEqual([400, 'limit'])
    await endAll()
  })

  it('can be created only after a fresh sign-in', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'us-yearly')
    await forward(11 * minute)
    await apiClient.takeToken()
    const refused = await apiClient.ask(makeDatafeedToken, { body: { name: 'Desk' } })
    expect([refused.http, refused.errors[0]?.code]).toEqual([401, 'fresh_sign_in'])
  })

  it('works in one network only; another can use it after ten minutes', async () => {
    const base = await made('Desk')
    expect(await isRead(base, '203.0.113.9')).toBe(200)
    expect(await isRead(base, '203.0.113.77')).toBe(200)
    const elsewhere = await read(base, 'config', { ip: '198.51.100.9' })
    expect(elsewhere.status).toBe(429)
    expect(Number(elsewhere.headers.get('retry-after'))).toBeGreaterThan(500)
    await forward(10 * minute)
    expect(await isRead(base, '198.51.100.9')).toBe(200)
    expect(await isRead(base, '203.0.113.9')).toBe(429)
    await endAll()
  })

  it('is rate-limited per minute', async () => {
    const base = await made('Desk')
    const all = await Promise.all(Array.from({ length: 125 }, () => isRead(base)))
    expect(all.filter(status => status === 429)).toHaveLength(5)
    await forward(minute)
    expect(await isRead(base)).toBe(200)
    await endAll()
  })

  it('expires when unused for 90 days, and stays revoked after its owner is unblocked', async () => {
    const [unused, used] = [await made('Unused'), await made('Used')]
    await forward(60 * day)
    expect(await isRead(used)).toBe(200)
    await forward(31 * day)
    expect([await isRead(unused), await isRead(used)]).toEqual([401, 200])
    expect((await list()).map(({ name }) => name)).toEqual(['Used'])
    const block = async (at: Date | null) =>
      await testServer.database.write(tx =>
        tx.updateTable('users').set({ blocked_at: at }).where('user_id', '=', owner.userId).execute(),
      )
    await block(new Date(testServer.clock.now()))
    expect(await isRead(used)).toBe(401)
    await block(null)
    expect(await isRead(used)).toBe(401)
  })

  it('appears in no log or export, and in the database only as a hash', async () => {
    const base = await made('Desk')
    const token = base.split('/').at(-1)!
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    for (const path of ['config', 'nowhere', 'patterns?symbol=HKEX:HSI', `history?${span}&x=${token}`])
      await read(base, path)
    await fetch(`${testServer.base}/api/tvchart/%74/${token}/config`)
    await fetch(`${testServer.base}//api/tvchart/t/${token}/config`)
    const log = testServer.log.join('')
    expect(log).toContain('/api/tvchart/t/[token]/config')
    expect(log).not.toContain(token)
    expect(JSON.stringify(await owner.ask(exportPersonalData))).not.toMatch(/token_hash/)
    const { rows } = await testServer.database.pool.query<{ row: string }>(
      'select t::text as row from datafeed_token t',
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]!.row).not.toContain(token)
  })
})

it('datafeed tokens do not exist unless the operator has turned them on', async () => {
  const base = await made('Kept')
  const other = await openTestServer({}, { beside: testServer })
  try {
    const apiClient = await ApiClient.byToken(other, 'hk-yearly')
    expect((await apiClient.ask(makeDatafeedToken, { body: { name: 'Desk' } })).http).toBe(404)
    expect((await fetch(`${other.base}${base}/config`)).status).toBe(401)
  } finally {
    await other.close()
  }
})
