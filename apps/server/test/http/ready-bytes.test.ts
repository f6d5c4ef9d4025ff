import { randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { EncodedResponse } from '../../src/http/encoded-response.ts'

it('a cached response counts as the same memory before and after it is compressed with brotli', async () => {
  const plain = Buffer.from(JSON.stringify({ data: randomBytes(4_000).toString('hex') }))
  const ready = await EncodedResponse.quick(plain)
  const before = ready.size
  const app = Fastify()
  app.get('/', (request, reply) => ready.send(request, reply))
  for (let time = 0; time < 2; time++) {
    const { headers } = await app.inject({ url: '/', headers: { 'accept-encoding': 'br' } })
    expect(headers['content-encoding']).toBe('br')
  }
  expect(before).toBeGreaterThan(plain.length)
  expect(ready.size).toBe(before)
  await app.close()
})

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, br;q=0.5', 'br'],
  ['zstd;q=0, br;q=0, gzip', 'gzip'],
  ['br ; q=0.000, gzip;q=0.1', 'gzip'],
  ['zstd;q=0,br;q=0.0,gzip;q=0', undefined],
  ['brotli', undefined],
  ['', undefined],
] as const)('a caller that accepts %j gets a cached answer as %s', async (accepted, encoding) => {
  const ready = await EncodedResponse.of(Buffer.from(JSON.stringify({ data: 'x'.repeat(4_000) })))
  const app = Fastify()
  app.get('/', (request, reply) => ready.send(request, reply))
  const { headers } = await app.inject({ url: '/', headers: { 'accept-encoding': accepted } })
  expect(headers['content-encoding']).toBe(encoding)
  await app.close()
})
