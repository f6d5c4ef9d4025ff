import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { json } from 'node:stream/consumers'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { routes } from '../src/routes.ts'
import { keys, type Opened, open, sdk } from './opened.ts'

let opened: Opened
const clock = { now: Date.parse('2026-09-16T06:00:00Z') }
const bearer = { authorization: `Bearer ${keys.secretKey}` }
const asked = (path: string, init: RequestInit = {}) => fetch(opened.sandbox.origin + path, init)
const errorOf = async (path: string, init: RequestInit = {}) => {
  const answer = await asked(path, init)
  const { error } = (await answer.json()) as { error: { type: string; code?: string; message: string; param?: string } }
  return { status: answer.status, ...error }
}
const post = (body: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { ...bearer, 'content-type': 'application/x-www-form-urlencoded', ...headers },
  body,
})

type Made = { id?: string; error?: { code: string } }
/** Opens `count` connections in batches of 100; a larger batch would overflow the server's accept queue. */
async function connections(count: number): Promise<Socket[]> {
  const made: Socket[] = []
  while (made.length < count) {
    const some = Array.from({ length: 100 }, () => connect(opened.sandbox.port, '127.0.0.1'))
    await Promise.all(some.map(socket => once(socket, 'connect')))
    made.push(...some)
  }
  return made
}

async function postOn(socket: Socket, body: string, key: string): Promise<Made & { status: number | undefined }> {
  const headers = { ...(post(body).headers as Record<string, string>), 'idempotency-key': key }
  const settings = { method: 'POST', createConnection: () => socket, headers }
  return await new Promise((resolve, reject) => {
    const sent = request(`${opened.sandbox.origin}/v1/customers`, settings, answer => {
      json(answer).then(made => resolve({ status: answer.statusCode, ...(made as Made) }), reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

beforeAll(async () => {
  opened = await open({ now: () => clock.now, allowedOrigin: 'http://shop.example' })
})
afterEach(() => opened.control('faults', {}))
afterAll(() => opened.close())

describe('authentication of calls', () => {
  it('requires a valid key, by Bearer or Basic', async () => {
    expect(await errorOf('/v1/customers')).toMatchObject({ status: 401, type: 'invalid_request_error' })
    const wrong = await errorOf('/v1/customers', { headers: { authorization: 'Bearer sk_test_of_another_shop' } })
    expect(wrong).toMatchObject({ status: 401, message: 'Invalid API Key provided: sk_test_****shop' })
    const basic = Buffer.from(`${keys.secretKey}:`).toString('base64')
    expect((await asked('/v1/customers', { headers: { authorization: `Basic ${basic}` } })).status).toBe(200)
  })

  it('lets the publishable key make only the calls that a browser makes', async () => {
    const key = { authorization: `Bearer ${keys.publishableKey}` }
    const open = routes.filter(({ publishable }) => publishable).map(({ method, path }) => `${method} ${path}`)
    expect(open.toSorted()).toEqual([
      'GET /v1/payment_intents/:id',
      'GET /v1/setup_intents/:id',
      'POST /v1/payment_intents/:id/confirm',
      'POST /v1/payment_methods',
      'POST /v1/setup_intents/:id/confirm',
    ])
    for (const { method, path, publishable } of routes.filter(route => !route.publishable)) {
      const answer = await errorOf(path.replaceAll(/:\w+/g, 'x'), { method, headers: key })
      expect({ path, publishable, ...answer }).toMatchObject({ status: 403, code: 'secret_key_required' })
    }
    const card = 'type=card&card[number]=4242424242424242&card[exp_month]=12&card[exp_year]=2040&card[cvc]=123'
    expect((await asked('/v1/payment_methods', post(card, key))).status).toBe(200)
  })

  it('refuses live keys', async () => {
    await expect(open({ secretKey: 'sk_live_x' })).rejects.toThrow('live')
    await expect(open({ publishableKey: 'pk_live_x' })).rejects.toThrow('live')
    await expect(open({ secretKey: 'rk_live_x' })).rejects.toThrow('live')
    await expect(open({ secretKey: 'secret' })).rejects.toThrow('sk_test_')
  })

  it('allows only the shop’s pages to make browser calls', async () => {
    const from = (path: string, method: string, origin: string) =>
      asked(path, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': method } })
    const allowed = async (path: string, method: string, origin: string) =>
      (await from(path, method, origin)).headers.get('access-control-allow-origin')
    expect(await allowed('/v1/payment_methods', 'POST', 'http://shop.example')).toBe('http://shop.example')
    expect(await allowed('/v1/payment_methods', 'POST', 'http://thief.example')).toBeNull()
    expect(await allowed('/v1/customers', 'POST', 'http://shop.example')).toBeNull()
    const script = await asked('/_sandbox/js', { headers: { origin: 'http://shop.example' } })
    expect([script.status, script.headers.get('access-control-allow-origin')]).toEqual([200, 'http://shop.example'])
  })
})

describe('a request to the sandbox', () => {
  it('a request to an unknown address of the sandbox gets a 404', async () => {
    const unknown = { status: 404, type: 'invalid_request_error', message: 'Unrecognized request URL (GET: /v1/foo).' }
    expect(await errorOf('/v1/foo', { headers: bearer })).toEqual(unknown)
    expect(await errorOf('/v1/customers', { method: 'DELETE', headers: bearer })).toMatchObject({ status: 404 })
    expect(await errorOf('/anything', { headers: bearer })).toMatchObject({ status: 404 })
    expect(await errorOf('/_sandbox/anything')).toMatchObject({ status: 404 })
  })

  it('is refused with an unknown API version, a JSON body or a body that is too large', async () => {
    const old = { ...bearer, 'stripe-version': '2019-12-03' }
    expect(await errorOf('/v1/customers', { headers: old })).toMatchObject({ status: 400 })
    const json = { ...post('{}'), headers: { ...bearer, 'content-type': 'application/json' } }
    expect(await errorOf('/v1/customers', json)).toMatchObject({ status: 400 })
    expect(await errorOf('/v1/customers', post(`name=${'x'.repeat(1_100_000)}`))).toMatchObject({ status: 413 })
  })

  it('gets the request id, the version and the idempotency key as response headers', async () => {
    const { headers } = await asked('/v1/customers', post('name=a', { 'idempotency-key': 'said' }))
    expect(headers.get('request-id')).toMatch(/^req_[0-9A-Za-z]{12}$/)
    expect(headers.get('stripe-version')).toBe(Stripe.API_VERSION)
    expect(headers.get('idempotency-key')).toBe('said')
  })
})

describe('lists', () => {
  it('can be paged forwards and backwards, also by the SDK’s automatic paging', async () => {
    const { stripe } = opened
    const made: string[] = []
    for (let at = 0; at < 25; at++) made.unshift((await stripe.customers.create({ email: 'paged@x.example' })).id)
    const all: string[] = []
    for await (const { id } of stripe.customers.list({ email: 'paged@x.example', limit: 7 })) all.push(id)
    expect(all).toEqual(made)
    const usual = await stripe.customers.list({ email: 'paged@x.example' })
    expect([usual.data.length, usual.has_more, usual.url]).toEqual([10, true, '/v1/customers'])
    const before = await stripe.customers.list({ email: 'paged@x.example', limit: 3, ending_before: made[5] as string })
    expect(before.data.map(({ id }) => id)).toEqual(made.slice(2, 5))
    await expect(stripe.customers.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' })
  })

  it('expand ids on request up to four levels deep, as single objects do', async () => {
    const { stripe } = opened
    const product = await stripe.products.create({ name: 'P' })
    const price = await stripe.prices.create({
      product: product.id,
      currency: 'hkd',
      unit_amount: 1000,
      recurring: { interval: 'month' },
    })
    const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'once' })
    const code = await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'DEEP' })
    expect((await stripe.prices.retrieve(price.id, { expand: ['product'] })).product).toEqual(product)
    const { data } = await stripe.promotionCodes.list({ code: 'DEEP', expand: ['data.promotion.coupon'] })
    expect(data[0]).toEqual({ ...code, promotion: { type: 'coupon', coupon } })
    const cannot = stripe.prices.retrieve(price.id, { expand: ['currency'] })
    await expect(cannot).rejects.toThrow('This property cannot be expanded (currency).')
    const unknown = stripe.prices.retrieve(price.id, { expand: ['product.nothing'] })
    await expect(unknown).rejects.toThrow('This property cannot be expanded (product.nothing).')
    const deep = stripe.prices.list({ expand: ['data.a.b.c.d'] })
    await expect(deep).rejects.toThrow('more than 4 levels')
  })
})

describe('an idempotency key', () => {
  const create = (name: string, key: string) => asked('/v1/customers', post(`name=${name}`, { 'idempotency-key': key }))

  it('repeats the stored response byte for byte, and acts only once', async () => {
    const first = await create('twice', 'k1')
    const second = await create('twice', 'k1')
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(second.headers.get('original-request')).toBe(first.headers.get('request-id'))
    expect(await second.text()).toBe(await first.text())
    expect(opened.sandbox.store.all('customer').filter(row => 'name' in row && row.name === 'twice')).toHaveLength(1)
  })

  it('is refused with other parameters or another path', async () => {
    await create('mine', 'k2')
    const refused = { status: 400, type: 'idempotency_error' }
    expect(await errorOf('/v1/customers', post('name=yours', { 'idempotency-key': 'k2' }))).toMatchObject(refused)
    expect(await errorOf('/v1/products', post('name=mine', { 'idempotency-key': 'k2' }))).toMatchObject(refused)
  })

  it('is not stored for a call refused as invalid, but is stored for a declined card', async () => {
    const bad = () => asked('/v1/prices', post('currency=hkd', { 'idempotency-key': 'k3' }))
    expect((await bad()).status).toBe(400)
    expect((await bad()).headers.get('idempotent-replayed')).toBeNull()
    const { stripe } = opened
    const customer = await stripe.customers.create({ email: 'declined@x.example' })
    const attach = () =>
      asked(
        '/v1/payment_methods/pm_card_chargeDeclined/attach',
        post(`customer=${customer.id}`, { 'idempotency-key': 'k4' }),
      )
    const declined = await attach()
    expect(declined.status).toBe(402)
    const again = await attach()
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([402, 'true'])
    expect(await again.text()).toBe(await declined.text())
  })

  it('is refused while the first call with it is still running', async () => {
    await opened.control('faults', { rate: 1, kinds: ['slow'], slowMs: 120_000, left: 1 })
    const first = create('slow', 'k7')
    await expect.poll(() => opened.control('faults')).toMatchObject({ made: { slow: 1 } })
    const twin = await errorOf('/v1/customers', post('name=slow', { 'idempotency-key': 'k7' }))
    expect(twin).toMatchObject({ status: 409, type: 'idempotency_error', code: 'idempotency_key_in_use' })
    await opened.control('faults', {})
    expect((await first).status).toBe(200)
    expect((await create('slow', 'k7')).headers.get('idempotent-replayed')).toBe('true')
  })

  it('expires after 24 hours', async () => {
    const { id } = (await (await create('old', 'k5')).json()) as { id: string }
    clock.now += 24 * 3_600_000 - 60_000
    expect(await (await create('old', 'k5')).json()).toMatchObject({ id })
    clock.now += 120_000
    const later = (await (await create('old', 'k5')).json()) as { id: string }
    expect(later.id).not.toBe(id)
    expect((await create('old', 'k5')).headers.get('idempotent-replayed')).toBe('true')
  })

  it('creates one object for 1,000 parallel calls: each gets that object, or an error that the key is in use', {
    tags: ['slow'],
  }, async () => {
    const sockets = await connections(1_000)
    const answers = await Promise.all(sockets.map(socket => postOn(socket, 'name=parallel', 'k6')))
    const ids = new Set<string>()
    const refusals = new Set<string>()
    for (const { status, id, error } of answers) {
      if (id) ids.add(`${status} ${id}`)
      else refusals.add(`${status} ${error?.code}`)
    }
    refusals.delete('409 idempotency_key_in_use')
    expect([...refusals]).toEqual([])
    expect(ids.size).toBe(1)
    expect([...ids][0]).toMatch(/^200 cus_/)
    expect(opened.sandbox.store.all('customer').filter(row => 'name' in row && row.name === 'parallel')).toHaveLength(1)
  })
})

describe('injected faults', () => {
  it('can cut the connection after the work is done; a retry with the same key gets the result', async () => {
    await opened.control('faults', { rate: 1, kinds: ['cut_after'], left: 2 })
    const customer = await sdk(opened.sandbox, 2).customers.create({ name: 'cut' }, { idempotencyKey: 'cut' })
    expect(opened.sandbox.store.all('customer').filter(row => 'name' in row && row.name === 'cut')).toEqual([customer])
    expect(await opened.control('faults')).toMatchObject({ made: { cut_after: 2 }, left: 0 })
  })

  it('can cut the connection before the work is done, answer 500, answer slowly, or never answer', async () => {
    const before = opened.sandbox.store.all('customer').length
    await opened.control('faults', { rate: 1, kinds: ['cut_before'] })
    await expect(opened.stripe.customers.create({})).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError)
    await opened.control('faults', { rate: 1, kinds: ['500'] })
    await expect(opened.stripe.customers.create({})).rejects.toMatchObject({ type: 'StripeAPIError', statusCode: 500 })
    await opened.control('faults', { rate: 1, kinds: ['timeout'] })
    await expect(opened.stripe.customers.create({}, { timeout: 200 })).rejects.toThrow('timeout')
    expect(opened.sandbox.store.all('customer')).toHaveLength(before)
    await opened.control('faults', { rate: 1, kinds: ['slow'], slowMs: 150 })
    const began = performance.now()
    await opened.stripe.customers.create({})
    expect(performance.now() - began).toBeGreaterThan(140)
    await opened.control('faults', { rate: 1, kinds: ['timeout_after'] })
    const gone = new AbortController()
    const answered = vi.fn<() => void>()
    const lost = errorOf('/v1/customers', { ...post('name=lost'), signal: gone.signal }).finally(answered)
    await expect.poll(() => opened.sandbox.store.all('customer')).toHaveLength(before + 2)
    await opened.control('faults')
    expect(answered).not.toHaveBeenCalled()
    gone.abort()
    await expect(lost).rejects.toThrow('abort')
  })

  it('can store a 500 under the idempotency key, as the payment provider does', async () => {
    await opened.control('faults', { rate: 1, kinds: ['500_kept'], left: 1 })
    const make = () => opened.stripe.customers.create({ name: 'kept' }, { idempotencyKey: 'kept' })
    await expect(make()).rejects.toMatchObject({ statusCode: 500 })
    await expect(make()).rejects.toMatchObject({ statusCode: 500 })
    expect(opened.sandbox.store.all('customer').filter(row => 'name' in row && row.name === 'kept')).toEqual([])
  })

  it('affect the requested share of the matching calls, and the same calls for the same seed', async () => {
    const run = async () => {
      await opened.control('faults', { rate: 0.3, kinds: ['500', 'cut_before'], seed: 7, match: 'GET /v1/products' })
      const ends: string[] = []
      for (let at = 0; at < 60; at++)
        ends.push(
          await asked('/v1/products', { headers: bearer }).then(
            ({ status }) => String(status),
            () => 'cut',
          ),
        )
      expect((await asked('/v1/customers', { headers: bearer })).status).toBe(200)
      return ends
    }
    const ends = await run()
    expect(ends.filter(end => end !== '200').length).toBeGreaterThan(8)
    expect(new Set(ends)).toEqual(new Set(['200', '500', 'cut']))
    expect(await run()).toEqual(ends)
  })
})

describe('the sandbox’s control calls', () => {
  it('require the secret key, or the token of one of our pages', async () => {
    expect(await errorOf('/_sandbox/clock')).toMatchObject({ status: 401 })
    const publishable = { authorization: `Bearer ${keys.publishableKey}` }
    expect(await errorOf('/_sandbox/clock', { headers: publishable })).toMatchObject({ status: 403 })
    const home = await (await asked('/_sandbox/')).text()
    const token = /name="token" value="([^"]+)"/.exec(home)?.[1] ?? ''
    const form = (value: string) => post(`advance=0&back=/_sandbox/&token=${value}`, { authorization: '' })
    expect((await asked('/_sandbox/clock', { ...form('guess'), redirect: 'manual' })).status).toBe(401)
    const moved = await asked('/_sandbox/clock', { ...form(token), redirect: 'manual' })
    expect([moved.status, moved.headers.get('location')]).toEqual([303, '/_sandbox/'])
    expect(await errorOf('/_sandbox/webhooks', { headers: bearer })).toMatchObject({ status: 404 })
  })

  it('move the clock forward, never back', async () => {
    const before = await opened.control<{ now: number }>('clock')
    const after = await opened.control<{ now: number }>('clock', { advance: 40 * 86_400 })
    expect(after.now - before.now).toBe(40 * 86_400)
    const to = new Date((after.now + 86_400) * 1000).toISOString()
    expect((await opened.control<{ iso: string }>('clock', { to })).iso.slice(0, 16)).toBe(to.slice(0, 16))
    await expect(opened.control('clock', { to: '2020-01-01' })).rejects.toThrow('400')
    await expect(opened.control('clock', { advance: -1 })).rejects.toThrow('400')
    await expect(opened.control('clock', {})).rejects.toThrow('400')
  })

  it('reject callers with a foreign host name, or through a proxy', async () => {
    const { port } = opened.sandbox
    const host = `127.0.0.1:${port}`
    for (const path of ['/_sandbox/', '/_sandbox/fields.js', '/v1/customers', '/nothing'])
      for (const headers of [
        { host: 'thief.example' },
        { host: `thief.example:${port}`, ...bearer },
        { host, 'x-forwarded-for': '203.0.113.9' },
        { host, 'x-forwarded-host': host, ...bearer },
        { host, forwarded: 'for=203.0.113.9' },
      ])
        expect([path, headers, await statusOf(port, path, headers)]).toEqual([path, headers, 421])
    expect(await statusOf(port, '/_sandbox/', { host: `localhost:${port}` })).toBe(200)
  })

  it('the control calls of a public sandbox accept only the public host name, and the secret key only from the same machine', async () => {
    const another = await open({ origin: 'https://demo.example:5100' })
    const { port } = another.sandbox
    const proxied = { 'x-forwarded-for': '203.0.113.9' }
    try {
      expect(await statusOf(port, '/_sandbox/', { host: 'demo.example:5100', ...proxied })).toBe(200)
      expect(await statusOf(port, '/_sandbox/', { host: 'thief.example:5100', ...proxied })).toBe(421)
      expect(await statusOf(port, '/_sandbox/', { host: `127.0.0.1:${port}` })).toBe(401)
      expect(await statusOf(port, '/v1/customers', { host: `127.0.0.1:${port}`, ...bearer })).toBe(200)
      expect(await statusOf(port, '/v1/customers', { host: 'thief.example', ...bearer })).toBe(421)
    } finally {
      await another.close()
    }
  })
})

function statusOf(port: number, path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path, headers, agent: false }, answer => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    sent.on('error', reject).end()
  })
}

it('every response matches Stripe’s own types', () => {
  expect(opened.schemaCheck.judged).toBeGreaterThan(50)
  expect(Object.fromEntries(opened.schemaCheck.violations)).toEqual({})
})
