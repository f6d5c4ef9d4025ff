import type { AddressInfo } from 'node:net'
import { saveChart } from '@finlist/contract/charts/chart-storage'
import { network } from '@finlist/identity/network'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { boundBodies } from '../../src/http/bodies.ts'
import { BodyBudget, shares, uploadBufferBytes } from '../../src/http/body-budget.ts'
import { TooBusy } from '../../src/http/client-errors.ts'
import { boundConnections } from '../../src/http/connections.ts'
import { answerErrors } from '../../src/http/error-answers.ts'
import { answerMalformedRequest } from '../../src/http/malformed-request.ts'
import { Turns } from '../../src/http/turns.ts'
import { ApiClient, openTestServer, type PayingTestServer } from '../test-server.ts'
import { type HeldBody, holdBody } from './held-body.ts'

const megabyte = 1_048_576
const metricsToken = 'a-token-that-nobody-guesses'
const webhook = 'POST /api/payments/webhook'

let shop: PayingTestServer
const held: HeldBody[] = []
beforeAll(async () => {
  shop = await openTestServer({ METRICS_TOKEN: metricsToken }, { payments: true })
})
afterAll(() => shop.close())
afterEach(async () => {
  const all = held.splice(0)
  for (const body of all) body.end()
  await Promise.all(all.map(({ closed }) => closed))
})

async function hold(line: string, headers: Record<string, string>, part: Buffer | string, from?: string) {
  const body = await holdBody(shop.base, line, { headers, part, ...(from && { from }) })
  held.push(body)
  return body
}
const several = <T>(count: number, make: (nth: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, nth) => make(nth)))
const statuses = (bodies: HeldBody[]) => bodies.flatMap(body => body.status() ?? [])

async function figures(name: string): Promise<Record<string, number>> {
  const answer = await fetch(`${shop.base}/api/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  const found = (await answer.text()).matchAll(new RegExp(`^${name}\\{share="(\\w+)"\\} (\\d+)$`, 'gm'))
  return Object.fromEntries(Array.from(found, ([, share, value]) => [share!, Number(value)]))
}
const bytesHeld = async (share: string) => (await figures('finlist_body_bytes'))[share]

const sign = (payload: string) =>
  shop.provider.stripe.webhooks.generateTestHeaderString({
    payload,
    secret: 'whsec_house',
    timestamp: Math.floor(shop.clock.now() / 1_000),
  })
const event = (id: string) =>
  JSON.stringify({
    id,
    object: 'event',
    type: 'customer.updated',
    created: Math.floor(shop.clock.now() / 1_000),
    data: { object: { id: 'cus_x', object: 'customer' } },
  })
const deliver = (id: string) => {
  const body = event(id)
  return fetch(`${shop.base}/api/payments/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': sign(body) },
    body,
  })
}
const unproven = () => ({
  'content-length': String(megabyte),
  'stripe-signature': `t=${Math.floor(shop.clock.now() / 1_000)},v1=00`,
})

/** On other systems the loopback interface has only one address, so all connections count as one network. */
const isOneNetwork = process.platform !== 'linux'

describe('unfinished request bodies', () => {
  it('unfinished request bodies from one network take at most 4 MB at the webhook, and events from other networks are still accepted', async ({
    skip,
  }) => {
    skip(isOneNetwork)
    const bodies = await several(40, () => hold(webhook, unproven(), Buffer.alloc(megabyte - 1), '127.0.0.2'))
    await expect.poll(() => statuses(bodies).length).toBeGreaterThanOrEqual(36)
    expect(new Set(statuses(bodies))).toEqual(new Set([503]))
    expect(await bytesHeld('webhook')).toBeLessThanOrEqual(shares.webhook.bytesEach)
    const refused = bodies.find(body => body.status() === 503)!
    expect(refused.said()).toMatch(/^connection: close\r$/m)
    expect(refused.said()).toMatch(/^retry-after: 5\r$/m)
    await refused.closed
    expect((await deliver('evt_among')).status).toBe(200)
  })

  it('unfinished request bodies of all networks together take at most 8 MB at the webhook', async ({ skip }) => {
    skip(isOneNetwork)
    const bodies = await several(40, nth =>
      hold(webhook, unproven(), Buffer.alloc(megabyte - 1), `127.0.1.${(nth % 10) + 1}`),
    )
    await expect.poll(() => statuses(bodies).length).toBeGreaterThanOrEqual(32)
    expect(await bytesHeld('webhook')).toBeLessThanOrEqual(shares.webhook.bytes)
  })

  it('unfinished request bodies without a session take at most 8 MB per network, and sign-in from elsewhere still works', async ({
    skip,
  }) => {
    skip(isOneNetwork)
    const headers = { 'content-length': '60000', 'content-type': 'application/x-www-form-urlencoded' }
    const bodies = await several(200, () => hold('POST /oidc/token', headers, Buffer.alloc(59_999, 'a'), '127.0.0.3'))
    const fits = Math.floor(shares.strangers.bytesEach / 60_000)
    await expect.poll(() => statuses(bodies).length).toBeGreaterThanOrEqual(200 - fits)
    expect(await bytesHeld('strangers')).toBeLessThanOrEqual(shares.strangers.bytesEach)
    expect((await ApiClient.signIn(shop, 'free')).token).not.toBe('')
  })

  it('unfinished request bodies of one user may include two large ones: a third is refused until one is finished, and other users are unaffected', async () => {
    const [free, other] = [await ApiClient.byToken(shop, 'free'), await ApiClient.byToken(shop, 'staff')]
    const headers = { ...free.headers(), 'content-type': 'application/json', 'content-length': '6400000' }
    const line = `POST /api${saveChart.path}`
    const bodies = await several(30, () => hold(line, headers, Buffer.alloc(6_399_999, ' ')))
    await expect.poll(() => statuses(bodies).length).toBe(28)
    expect(new Set(statuses(bodies))).toEqual(new Set([503]))
    await expect.poll(() => bytesHeld('large')).toBeGreaterThan(12_000_000)
    const chart = (bytes: number) => ({ name: 'a', content: 'x'.repeat(bytes) })
    expect((await free.ask(saveChart, { body: chart(10) })).http).toBe(200)
    expect((await free.ask(saveChart, { body: chart(100_000) })).http).toBe(503)
    expect((await other.ask(saveChart, { body: chart(100_000) })).http).toBe(200)
    for (const body of bodies) body.end()
    await expect.poll(() => bytesHeld('large')).toBe(0)
    expect((await free.ask(saveChart, { body: chart(100_000) })).http).toBe(200)
  })

  it('unfinished request bodies of uploads count only their buffers, because the rest is streamed to disk', async () => {
    const staff = await ApiClient.byToken(shop, 'staff')
    const headers = {
      ...staff.headers(),
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': String(40 * megabyte),
    }
    const head = '--x\r\ncontent-disposition: form-data; name="stockCsv"; filename="a.csv"\r\n\r\n'
    const body = await hold('POST /api/admin/data/stock/upload?exchange=HKEX', headers, head)
    for (let sent = 0; sent < 20; sent++) body.send(Buffer.alloc(megabyte, '\n'))
    await expect.poll(() => bytesHeld('people')).toBe(uploadBufferBytes)
    expect(body.status()).toBeUndefined()
  })
})

describe('the webhook', () => {
  it('refuses an event dated more than five minutes off before it reads the body', async () => {
    const now = Math.floor(shop.clock.now() / 1_000)
    for (const t of [1, now - 310, now + 310]) {
      const body = await hold(webhook, { ...unproven(), 'stripe-signature': `t=${t},v1=00` }, '')
      await body.closed
      expect([t, body.status()]).toEqual([t, 400])
    }
  })

  it('accepts fifty valid events at the same time, and stores each', async () => {
    const answers = await several(50, nth => deliver(`evt_fifty_${nth}`))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const { rows } = await shop.database.pool.query(
      `select count(*) as count from billing_event where event_id like 'evt_fifty_%'`,
    )
    expect(rows).toEqual([{ count: 50 }])
  })
})

describe('the queue of limited work', () => {
  const gate = () => Promise.withResolvers<void>()

  it('runs a limited number of jobs in parallel, and starts the others in order as slots become free', async () => {
    const turns = new Turns({ atOnce: 2, waitMs: 60_000 })
    const gates = Array.from({ length: 5 }, gate)
    const begun: number[] = []
    const jobs = gates.map(({ promise }, nth) =>
      turns.run(async () => {
        begun.push(nth)
        await promise
      }),
    )
    expect(begun).toEqual([0, 1])
    gates[1]!.resolve()
    await jobs[1]
    expect(begun).toEqual([0, 1, 2])
    for (const { resolve } of gates) resolve()
    await Promise.all(jobs)
    expect(begun).toEqual([0, 1, 2, 3, 4])
  })

  it('rejects a job that waited too long, and frees the slot of a failed job', async () => {
    const turns = new Turns({ atOnce: 1, waitMs: 20 })
    const { promise, resolve } = gate()
    const first = turns.run(() => promise)
    await expect(turns.run(async () => 'late')).rejects.toThrow(TooBusy)
    resolve()
    await first
    await expect(turns.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    expect(await turns.run(async () => 'next')).toBe('next')
  })
})

/** Opens a server with only the given routes. */
async function bare(open: (app: FastifyInstance) => void, trustedProxies = 0) {
  const app = Fastify({
    trustProxy: (_, hop) => hop < trustedProxies,
    clientErrorHandler: answerMalformedRequest,
  })
  open(app)
  answerErrors(app)
  app.post('/', async ({ body }) => body)
  app.get('/', async () => 'read')
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, base: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` }
}

describe('a request body', () => {
  const open = (withinMs?: number) => (app: FastifyInstance) =>
    boundBodies(app, { budget: new BodyBudget(), networkOf: network, ...(withinMs && { withinMs }) })

  it('a request body that has not arrived in time gets a 408, and its connection is closed', async () => {
    const { app, base } = await bare(open(200))
    try {
      const headers = { 'content-type': 'application/json', 'content-length': '20' }
      const late = await holdBody(base, 'POST /', { headers, part: '{' })
      const answered = await holdBody(base, 'GET /', { headers, part: '{' })
      await Promise.all([late.closed, answered.closed])
      expect([late.status(), answered.status()]).toEqual([408, 200])
      const inTime = await holdBody(base, 'POST /', { headers, part: '{' })
      inTime.send('"a":"789012345678"}')
      await expect.poll(inTime.status).toBe(200)
      inTime.end()
    } finally {
      await app.close()
    }
  })

  const inChunks = (bytes: Buffer, length: number) =>
    Buffer.concat(
      Array.from({ length: Math.ceil(bytes.length / length) }, (_, nth) => {
        const chunk = bytes.subarray(nth * length, (nth + 1) * length)
        return Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')])
      }),
    )

  it('sent in small chunks is buffered in blocks, and arrives complete', async () => {
    const blocks: Buffer[] = []
    const { app, base } = await bare(server => {
      open()(server)
      server.addContentTypeParser('text/plain', (_, payload, done) => {
        payload.on('data', (block: Buffer) => blocks.push(block)).on('end', () => done(null, 'read'))
      })
    })
    try {
      const bytes = Buffer.from('ab繁'.repeat(10_000))
      const body = await holdBody(base, 'POST /', {
        headers: { 'content-type': 'text/plain', 'transfer-encoding': 'chunked', connection: 'close' },
        part: Buffer.concat([inChunks(bytes, 16), Buffer.from('0\r\n\r\n')]),
      })
      await body.closed
      expect(body.status()).toBe(200)
      expect(Buffer.concat(blocks).equals(bytes)).toBe(true)
      expect(blocks.length).toBeLessThanOrEqual(4)
    } finally {
      await app.close()
    }
  })

  it('sent byte by byte gets a 400 after a few hundred bytes, and its connection is closed', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'transfer-encoding': 'chunked' }
    const upload = { 'content-type': 'multipart/form-data; boundary=x', 'transfer-encoding': 'chunked' }
    const short = await hold('POST /oidc/token', form, inChunks(Buffer.alloc(400, 'a'), 1))
    const refused = [
      await hold('POST /oidc/token', form, inChunks(Buffer.alloc(600, 'a'), 1)),
      await hold('POST /api/admin/uploads/finlist', upload, inChunks(Buffer.alloc(600, 'a'), 1)),
    ]
    await Promise.all(refused.map(({ closed }) => closed))
    expect(statuses(refused)).toEqual([400, expect.any(Number)])
    expect(refused[0]!.said()).toContain('too many tiny chunks')
    expect(short.status()).toBeUndefined()
    short.send('0\r\n\r\n')
    await short.answered
    expect(short.said()).not.toContain('tiny')
  })
})

describe('connections', () => {
  it('are limited per network, without affecting other networks, and closing one frees a slot', async ({ skip }) => {
    skip(isOneNetwork)
    const { app, base } = await bare(server =>
      boundConnections(server, { trustedProxies: 0, networkOf: network, most: 3 }),
    )
    const open = async (from: string) => {
      const body = await holdBody(base, 'GET /', { headers: {}, part: '', from })
      await body.answered
      return body
    }
    try {
      const three = await several(3, () => open('127.0.0.5'))
      expect(statuses(three)).toEqual([200, 200, 200])
      const fourth = await open('127.0.0.5')
      await fourth.closed
      expect(fourth.status()).toBeUndefined()
      expect((await open('127.0.0.6')).status()).toBe(200)
      three[0]!.end()
      await expect.poll(async () => (await open('127.0.0.5')).status()).toBe(200)
    } finally {
      app.server.closeAllConnections()
      await app.close()
    }
  })

  it('behind a proxy are counted as requests in progress, by the address that the proxy reports', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const { app, base } = await bare(server => {
      boundConnections(server, { trustedProxies: 1, networkOf: network, most: 2 })
      server.get('/slow', () => promise)
    }, 1)
    const ask = (path: string, from: string) => fetch(`${base}${path}`, { headers: { 'x-forwarded-for': from } })
    try {
      const slow = [ask('/slow', '192.0.2.1'), ask('/slow', '192.0.2.1')]
      await expect.poll(async () => (await ask('/', '192.0.2.1')).status).toBe(503)
      expect((await ask('/', '192.0.2.2')).status).toBe(200)
      resolve('done')
      await Promise.all(slow)
      await expect.poll(async () => (await ask('/', '192.0.2.1')).status).toBe(200)
    } finally {
      await app.close()
    }
  })
})
