import { request as ask } from 'node:http'
import { connect } from 'node:net'
import { uploadStocks } from '@finlist/contract/staff/admin'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { lines, send } from '../data/send-files.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await openTestServer()
})
afterAll(() => testServer.close())

/** Sends a request with any host name, like one from a foreign page or through a proxy. */
async function askAs(base: string, path: string, headers: Record<string, string>, method = 'GET'): Promise<number> {
  const { port } = new URL(base)
  return await new Promise((resolve, reject) => {
    const sent = ask({ host: '127.0.0.1', port, path, method, headers, agent: false }, answer => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    sent.on('error', reject).end()
  })
}

const doors = [
  '/',
  '/auth/login',
  '/oidc/account',
  '/outbox',
  '/api/health',
  '/api/users/user',
  '/plain-page.css',
  '/nothing',
]
const ownHost = () => new URL(testServer.base).host

describe('demo mode is reachable only from its own machine', () => {
  it('answers under this machine’s own names, with the port', async () => {
    const { port } = new URL(testServer.base)
    for (const host of [
      'finlist.example',
      'finlist.example:443',
      `finlist.example:${port}`,
      'localhost',
      '127.0.0.1',
      `127.0.0.1.evil.example:${port}`,
      `localhost.:${port}`,
      `0.0.0.0:${port}`,
      `192.168.1.5:${port}`,
    ])
      for (const path of doors)
        expect([host, path, await askAs(testServer.base, path, { host })]).toEqual([host, path, 421])
    for (const name of ['127.0.0.1', 'localhost', '[::1]'])
      expect(await askAs(testServer.base, '/api/health', { host: `${name}:${port}` })).toBe(200)
  })

  it('refuses everything that came through a proxy, whatever host it names', async () => {
    for (const header of [
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-forwarded-server',
      'forwarded',
      'via',
      'x-real-ip',
      'cf-connecting-ip',
      'cdn-loop',
      'x-original-host',
      'true-client-ip',
      'x-amzn-trace-id',
      'x-envoy-external-address',
      'tailscale-user-login',
    ])
      for (const path of doors)
        expect([header, path, await askAs(testServer.base, path, { host: ownHost(), [header]: '127.0.0.1' })]).toEqual([
          header,
          path,
          421,
        ])
  })

  it('refuses HTTP/1.0, which nginx uses towards its backends', async () => {
    const socket = connect(testServer.config.PORT, '127.0.0.1')
    socket.write(`GET /outbox HTTP/1.0\r\nhost: ${ownHost()}\r\n\r\n`)
    expect(Buffer.concat(await socket.toArray()).toString()).toMatch(/^HTTP\/1\.1 421 /)
  })

  it('refuses a browser whose connection is closed after each request, as a proxy without keep-alive does', async () => {
    const browser = { host: ownHost(), 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0)' }
    for (const path of doors)
      expect([path, await askAs(testServer.base, path, { ...browser, connection: 'close' })]).toEqual([path, 421])
    expect(await askAs(testServer.base, '/outbox', { ...browser, connection: 'keep-alive' })).toBe(200)
  })

  it('refuses pages under another origin, and forms without an origin', async () => {
    const headers = { host: ownHost() }
    for (const from of [
      { origin: 'https://demo.example' },
      { origin: 'null' },
      { referer: 'https://demo.example/x' },
      { referer: `https://${ownHost()}/x` },
    ])
      for (const path of doors)
        expect([from, path, await askAs(testServer.base, path, { ...headers, ...from })]).toEqual([from, path, 421])
    expect(await askAs(testServer.base, '/auth/token', headers, 'POST')).toBe(421)
    for (const origin of [testServer.base, testServer.base.replace('127.0.0.1', 'localhost')]) {
      expect(await askAs(testServer.base, '/outbox', { ...headers, referer: `${origin}/` })).toBe(200)
      expect(await askAs(testServer.base, '/auth/token', { ...headers, origin }, 'POST')).toBe(403)
    }
    // A program that sends its own token is not refused for its origin.
    const bearer = { authorization: 'Bearer x', origin: 'https://chart.example' }
    expect(await askAs(testServer.base, '/api/users/user', { ...headers, ...bearer })).toBe(401)
  })

  it.each([
    ['claims them as its own', { 'sec-fetch-site': 'same-origin' }],
    ['sends what no other site can', { 'x-requested-with': 'finlist' }],
  ])('shuts down permanently once a page of another origin %s', async (_, proof) => {
    const passedOn = await openTestServer({}, { databaseUrl: testServer.databaseUrl })
    try {
      const host = new URL(passedOn.base).host
      const status = (path: string, headers = {}) => askAs(passedOn.base, path, { host, ...headers })
      // Any site can cause this request, so it does not shut the demo down.
      expect(await status('/api/operator', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).toBe(
        421,
      )
      expect(await status('/outbox')).toBe(200)
      expect(await status('/api/operator', { referer: 'http://demo.example/', ...proof })).toBe(421)
      for (const path of doors) expect([path, await status(path)]).toEqual([path, 421])
      expect(passedOn.log.join('')).toContain('under http://demo.example')
    } finally {
      await passedOn.close()
    }
  })

  it('allows one-click sign-in only for a click on this machine', async () => {
    const apiClient = new ApiClient(testServer)
    const { path } = await apiClient.browser.openSignIn()
    for (const headers of [{ host: 'finlist.example' }, { host: ownHost(), 'x-forwarded-for': '203.0.113.9' }])
      expect(await askAs(testServer.base, `${path}/one-click`, headers, 'POST')).toBe(421)
    const admin = await ApiClient.signIn(testServer, 'admin')
    const loaded = await send(
      admin,
      uploadStocks,
      { exchange: 'HKEX' },
      { stockCsv: lines('stockCode,stockName', '1,A') },
    )
    expect(loaded.http).toBe(200)
  })

  it('explains each refusal in both languages', async () => {
    for (const [language, text] of [
      ['en', 'came through a proxy'],
      ['zh', '代理伺服器'],
    ]) {
      const headers = { 'accept-language': language!, 'x-forwarded-for': '203.0.113.9' }
      expect(await (await fetch(`${testServer.base}/outbox`, { headers })).text()).toContain(text)
    }
  })

  it('also works behind the dev server of `npm run dev`, with the port of the public address', async () => {
    const { port } = new URL(testServer.base)
    const dev = await openTestServer({ PUBLIC_URL: testServer.base }, { databaseUrl: testServer.databaseUrl })
    try {
      expect(await askAs(dev.base, '/outbox', { host: `127.0.0.1:${port}` })).toBe(200)
      expect(await askAs(dev.base, '/outbox', { host: 'finlist.example' })).toBe(421)
    } finally {
      await dev.close()
    }
  })
})

describe('a public demo', () => {
  it('answers only to its public host name, through its proxy; calls by machines work with any host name', async () => {
    const env = { PUBLIC_URL: 'https://demo.example', DEMO_PUBLIC: 'yes', TRUSTED_PROXIES: '1' }
    const open = await openTestServer(env, { databaseUrl: testServer.databaseUrl })
    try {
      const proxied = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' }
      expect(await askAs(open.base, '/outbox', { host: 'demo.example', ...proxied })).toBe(200)
      expect(await askAs(open.base, '/outbox', { host: 'upstream', 'x-forwarded-host': 'demo.example' })).toBe(200)
      for (const host of ['evil.example', new URL(open.base).host, 'demo.example:444'])
        expect([host, await askAs(open.base, '/outbox', { host, ...proxied })]).toEqual([host, 421])
      expect(await askAs(open.base, '/api/health', { host: '10.0.0.11:4100' })).toBe(200)
      // The sign-in calls its own provider under this machine's name.
      expect(await askAs(open.base, '/auth/login', { host: 'demo.example' })).toBe(303)
    } finally {
      await open.close()
    }
  })

  it('refuses live payment keys', () => {
    const keys = {
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    }
    const env = { PUBLIC_URL: 'https://demo.example', DEMO_PUBLIC: 'yes', ...keys }
    expect(() => readConfig(env)).toThrow(/^DEMO_PUBLIC: .*live payment keys/)
    const test = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }
    expect(readConfig({ ...env, ...test }).payments).toBe('stripe')
  })
})
