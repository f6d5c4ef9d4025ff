import { user } from '@finlist/contract/account/account'
import { deviceCheck } from '@finlist/contract/account/device'
import { region } from '@finlist/identity/network'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

const lines = { DEMO_PUBLIC: 'yes', TRUSTED_PROXIES: '1', LOG_LEVEL: 'warn' }
let testServer: TestServer
beforeAll(async () => {
  testServer = await openTestServer(lines)
})
afterAll(() => testServer.close())

const from = async (apiClient: ApiClient, ip: string, path: string = user.path) =>
  (await apiClient.raw('GET', path, undefined, { 'x-forwarded-for': ip })).http
/**
 * Like `from`, but after a successful call waits until the call's network is stored, because another process may reload
 * the device.
 */
const notedFrom = async (apiClient: ApiClient, ip: string, path?: string) => {
  const http = await from(apiClient, ip, path)
  const noted = async () => {
    const { db } = testServer.database
    const device = db.selectFrom('device').select('networks').where('device_id', '=', apiClient.device!.id)
    return Object.keys((await device.executeTakeFirstOrThrow()).networks)
  }
  if (http === 200) await expect.poll(noted).toContain(region(ip))
  return http
}
const lettersTo = async (name: string) =>
  (
    await testServer.database.db
      .selectFrom('outbox')
      .select('subject')
      .where('recipient', '=', `${name}@demo.example`)
      .orderBy('message_id')
      .execute()
  ).map(({ subject }) => subject)
const homes = Array.from({ length: 6 }, (_, nth) => `203.0.${nth}.7`)
const copied = 'Your FinList account was used from many places at the same time'

describe('a device’s id and key, copied together with all other browser data', () => {
  it('are signed out everywhere on the fifth network within ten minutes', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'hk-yearly')
    const answers: number[] = []
    for (const home of homes) answers.push(await notedFrom(apiClient, home))
    // The sign-in itself came from yet another network, which counts as well.
    expect(answers).toEqual([200, 200, 200, 401, 401, 401])
    expect((await apiClient.browser.post('/auth/token')).status).toBe(401)
    expect((await apiClient.browser.openSignIn()).path).toMatch(/^\/oidc\/interaction\//)
    expect(await lettersTo('hk-yearly')).toEqual([copied])
    expect(testServer.log.filter(line => line.includes('"device-copied"'))).toHaveLength(1)

    await apiClient.browser.oneClick('hk-yearly@demo.example')
    await apiClient.takeToken()
    for (const home of homes.slice(0, 4)) expect(await notedFrom(apiClient, home)).toBe(200)
  })

  it('are reported only once and then refused everywhere, even with two processes and concurrent requests', async () => {
    const second = await openTestServer(lines, { databaseUrl: testServer.databaseUrl })
    try {
      const apiClient = await ApiClient.signIn(testServer, 'us-yearly')
      const there = Object.assign(new ApiClient(second), { token: apiClient.token, device: apiClient.device })
      await Promise.all(homes.map((home, nth) => from(nth % 2 ? apiClient : there, home)))
      await expect.poll(() => from(apiClient, homes[0]!)).toBe(401)
      await expect.poll(() => from(there, homes[1]!)).toBe(401)
      await expect.poll(() => lettersTo('us-yearly')).toEqual([copied])
    } finally {
      await second.close()
    }
  })

  it('keep working for a traveller who uses at most four networks within ten minutes', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'jp-trial')
    const moving = ['203.0.1.7', '203.0.1.200', '2001:db8:1::1', '2001:db8:1:2::9', '198.51.100.1']
    for (const ip of moving) expect(await notedFrom(apiClient, ip)).toBe(200)
    try {
      testServer.clock.offsetMs = 9 * 60_000
      await apiClient.takeToken()
      expect(await notedFrom(apiClient, '203.0.1.7')).toBe(200)
      testServer.clock.offsetMs = 15 * 60_000
      await apiClient.takeToken()
      for (const ip of ['192.0.2.1', '192.0.3.1', '192.0.4.1']) expect(await notedFrom(apiClient, ip)).toBe(200)
      expect(await from(apiClient, '192.0.5.1')).toBe(401)
    } finally {
      testServer.clock.offsetMs = 0
    }
  })

  it('are subject to the same limit in a permission check as in any other call', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'friend')
    const check = `${deviceCheck.path}?path=/users/user&page=/`
    const answers: number[] = []
    for (const home of homes) answers.push(await notedFrom(apiClient, home, check))
    expect(answers).toEqual([200, 200, 200, 401, 401, 401])
  })
})

describe('a device’s id and key used in another session', () => {
  it('belong to the newest session: each older session that uses them counts as one more device', async () => {
    const apiClients: ApiClient[] = []
    for (let nth = 0; nth < 6; nth++) {
      const apiClient = Object.assign(new ApiClient(testServer), { device: apiClients[0]?.device })
      await apiClient.browser.oneClick('hk-no-renew@demo.example')
      await apiClient.takeToken()
      await apiClient.check()
      apiClients.push(apiClient)
      expect((await apiClient.ask(user)).http).toBe(200)
    }
    const passing = async () => {
      const answers = []
      for (const apiClient of apiClients) answers.push((await apiClient.ask(user)).http)
      return answers
    }
    expect(await passing()).toEqual([403, 403, 403, 403, 403, 200])
    for (const apiClient of apiClients) await apiClient.check()
    expect(await passing()).toEqual([403, 403, 403, 200, 200, 200])
  })

  it('a device’s id and key that an older version stored without a session are bound to the next session that uses them', async () => {
    const [first, second] = [await ApiClient.signIn(testServer, 'credit'), await ApiClient.signIn(testServer, 'credit')]
    second.device = first.device
    await testServer.database.write(tx => tx.updateTable('device').set({ session_id: null }).execute())
    expect((await first.ask(user)).http).toBe(200)
    expect((await second.ask(user)).http).toBe(200)
    expect((await first.ask(user)).http).toBe(403)
  })
})
