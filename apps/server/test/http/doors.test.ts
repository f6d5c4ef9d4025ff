import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { type AnyCall, usualBodyBytes } from '@finlist/contract/call'
import { saveChart, saveProtocolChart } from '@finlist/contract/charts/chart-storage'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyCall } from '../../src/http/api-documents/every-call.ts'
import { mostDepth } from '../../src/http/bodies.ts'
import { mostFields } from '../../src/http/forms.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
let free: ApiClient
beforeAll(async () => {
  testServer = await openTestServer()
  free = await ApiClient.signIn(testServer, 'free')
})
afterAll(() => testServer.close())

const calls = [...(await everyCall()).values()].map(({ call }) => call)
const rightOf = ({ needs }: AnyCall) =>
  typeof needs === 'object' && typeof needs.right === 'string' ? needs.right : ''
const large = 9_000_000

/** Sends only `body`, whatever length the headers announce, and returns all bytes until the server closes. */
async function heard(line: string, headers: Record<string, string>, body: string | Buffer = ''): Promise<string> {
  const socket = connect(testServer.config.PORT, '127.0.0.1')
  const said: Buffer[] = []
  socket.on('data', bytes => said.push(bytes)).on('error', () => undefined)
  const head = Object.entries({ host: new URL(testServer.base).host, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  socket.write(`${[`${line} HTTP/1.1`, ...head].join('\r\n')}\r\n\r\n`)
  socket.write(body)
  await once(socket, 'close')
  return Buffer.concat(said).toString()
}
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+) /.exec(answer)?.[1])
/** Path parameters that are not numbers. */
const named: Record<string, () => string> = { sessionId: randomUUID, list: () => 'finlist', exchange: () => 'HKEX' }
const pathOf = ({ path }: { path: string }) =>
  `/api${path.replace(/:(\w+)/g, (_, name: string) => named[name]?.() ?? '1')}`

const promised = { 'content-length': String(large) }
const kinds = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']

describe('a caller without permission is refused before any of the body is read', () => {
  it('a caller without a token is refused before any of the body is read, for every call', async () => {
    for (const call of calls.filter(({ method, needs }) => method !== 'GET' && needs !== 'public'))
      for (const kind of kinds) {
        const answer = await heard(`${call.method} ${pathOf(call)}`, { ...promised, 'content-type': kind })
        expect([call.path, kind, statusOf(answer)]).toEqual([call.path, kind, 401])
      }
  })

  it('a caller with a token but without the right is refused before any of the body is read', async () => {
    for (const call of calls.filter(call => call.method !== 'GET' && rightOf(call) === 'staff'))
      for (const kind of kinds) {
        const answer = await heard(`${call.method} ${pathOf(call)}`, {
          ...free.headers(),
          ...promised,
          'content-type': kind,
        })
        expect([call.path, kind, statusOf(answer)]).toEqual([call.path, kind, 403])
      }
  })

  it('outside the API: for sign-in and sign-out, the webhook, the provider and unknown paths', async () => {
    const form = 'application/x-www-form-urlencoded'
    for (const [path, kind, status] of [
      ['/auth/token', form, 403],
      ['/auth/logout', form, 403],
      ['/api/payments/webhook', form, 404],
      ['/api/nothing', form, 404],
      ['/nothing', form, 404],
      ['/oidc/token', form, 400],
      ['/oidc/interaction/x/password', form, 413],
      ['/auth/token', 'application/json', 403],
      ['/api/nothing', 'application/json', 404],
      ['/oidc/token', 'application/json', 400],
      ['/oidc/interaction/x/password', 'application/json', 415],
    ] as const) {
      const own = { ...promised, 'content-type': kind, origin: testServer.base }
      const answer = statusOf(await heard(`POST ${path}`, own))
      expect([path, kind, answer]).toEqual([path, kind, status])
    }
  })

  it('whatever length the body announces, and without waiting for its end', async () => {
    const headers = { 'transfer-encoding': 'chunked', 'content-type': 'application/json' }
    expect(statusOf(await heard('POST /api/users/user', headers, '10000\r\n{"nickname":"'))).toBe(401)
  })
})

describe('the limit on a body’s size', () => {
  it('is 64 KB unless the contract sets another', async () => {
    const body = (bytes: number) => JSON.stringify({ nickname: 'a'.repeat(bytes - 15) })
    expect((await free.raw('POST', '/users/user', body(usualBodyBytes))).http).toBe(400)
    expect((await free.raw('POST', '/users/user', body(usualBodyBytes + 1))).http).toBe(413)
    const untold = { ...free.headers(), 'transfer-encoding': 'chunked', 'content-type': 'application/json' }
    const chunk = body(usualBodyBytes + 1)
    const answer = await heard('POST /api/users/user', untold, `${chunk.length.toString(16)}\r\n${chunk}\r\n`)
    expect(statusOf(answer)).toBe(413)
  })

  it('is applied to the announced length, before the body arrives', async () => {
    for (const call of calls.filter(call => call.method !== 'GET' && ['signed-in', 'chart'].includes(rightOf(call)))) {
      const headers = { ...free.headers(), 'content-length': '99000000', 'content-type': 'application/json' }
      // The public 1.1 protocol reports errors in the body only.
      const status = call.path.includes('/1.1/') ? 200 : 413
      expect([call.path, statusOf(await heard(`${call.method} ${pathOf(call)}`, headers))]).toEqual([call.path, status])
    }
  })
})

describe('a JSON body', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

  it('nested deeper than any call allows is refused with that reason', async () => {
    const answer = await free.raw('POST', '/users/user', `{"nickname":${nested(mostDepth)}}`)
    expect(answer).toMatchObject({ http: 400, errors: [{ field: 'body', message: expect.stringContaining('32') }] })
    expect((await free.raw('POST', '/users/user', `{"nickname":${nested(mostDepth - 1)}}`)).errors[0]!.field).toBe(
      'nickname',
    )
    const texts = JSON.stringify({ nickname: `\\"${'['.repeat(50)}` })
    expect((await free.raw('POST', '/users/user', texts)).http).toBe(200)
  })

  it('a JSON body of 6 MB, deep or wide, takes at most five times as long to refuse as a valid chart of that length to accept', {
    tags: ['slow'],
  }, async () => {
    const chart = JSON.stringify({ name: 'a', content: '#'.repeat(1_000_000) }).replaceAll('#', '\\u0041')
    const save = (body: string) => free.raw('POST', saveChart.path, body)
    expect((await save(chart)).http).toBe(200)
    for (const body of [nested(3_000_000), `{${'"k":0,'.repeat(1_000_000)}"k":0}`]) {
      expect(await save(body)).toMatchObject({ http: 400, errors: [{ field: 'body' }] })
      const times = await timesAsLong(
        () => save(chart),
        () => save(body),
      )
      expect(times).toBeLessThan(5)
    }
  })
})

describe('a form body', () => {
  const post = async (body: string | FormData, headers = free.headers()) => {
    const kind = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await fetch(`${testServer.base}/api${saveProtocolChart.path}`, {
      method: 'POST',
      headers: { ...headers, ...(typeof body === 'string' && kind) },
      body,
    })
    return { http: answer.status, ...((await answer.json()) as { status: string; message?: string }) }
  }
  const fields = (count: number) => Array.from({ length: count }, (_, n) => `k${n}`).join('&')

  it('has a limited number of fields', async () => {
    const own = 'name=a&content=b'
    expect(await post(`${own}&${fields(mostFields - 2)}`)).toMatchObject({ status: 'ok' })
    expect(await post(`${own}&${fields(mostFields - 1)}`)).toMatchObject({
      status: 'error',
      message: expect.stringContaining('64'),
    })
  })

  it('a form body with many fields is refused almost as fast as a single field of the same length is accepted', async () => {
    const length = 900_000
    const many = Array.from({ length: length / 8 }, (_, n) => `k${n}`.padEnd(7, '0')).join('&')
    const one = `name=a&content=${'%41'.repeat(length / 3 - 20)}`
    expect(await post(many)).toMatchObject({ status: 'error' })
    expect(await post(one)).toMatchObject({ status: 'ok' })
    const times = await timesAsLong(
      () => post(one),
      () => post(many),
    )
    expect(times).toBeLessThan(5)
  })

  it('a form body in multipart format has a limited number of parts, and one size limit for all of them', async () => {
    const form = (count: number, chars: number) => {
      const data = new FormData()
      data.set('name', 'a')
      for (let n = 1; n < count; n++) data.set(n === 1 ? 'content' : `k${n}`, 'x'.repeat(chars))
      return data
    }
    expect(await post(form(mostFields, 1))).toMatchObject({ status: 'ok' })
    expect(await post(form(mostFields + 1, 1))).toMatchObject({ status: 'error' })
    expect(await post(form(20, 3_900_000))).toMatchObject({ status: 'error' })
  })
})

/**
 * Returns how many times as long as `one` the function `other` takes. Both times are the minimum of three, run in turn.
 */
async function timesAsLong(one: () => Promise<unknown>, other: () => Promise<unknown>): Promise<number> {
  const shortest = [Infinity, Infinity]
  for (let turn = 0; turn < 3; turn++)
    for (const [nth, ask] of [one, other].entries()) {
      const since = performance.now()
      await ask()
      shortest[nth] = Math.min(shortest[nth]!, performance.now() - since)
    }
  return shortest[1]! / shortest[0]!
}
