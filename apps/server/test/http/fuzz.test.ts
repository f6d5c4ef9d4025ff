import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiClient, type PayingTestServer } from '../test-server.ts'
import { fuzz, openFuzzedServer } from './fuzz-run.ts'

let testServer: PayingTestServer
beforeAll(async () => {
  testServer = await openFuzzedServer()
})
afterAll(() => testServer.close())

describe.each([
  { from: 3_000, to: 3_300, tags: [] as string[] },
  { from: 0, to: 3_000, tags: ['slow'] },
])('fuzz requests number $from to $to', ({ from, to, tags }) => {
  it('are all answered, whether valid, nearly valid or hostile: never with a 500, and a 400 names its field', {
    tags,
  }, async () => {
    const { asked, byStatus, faults } = await fuzz(testServer, { seed: 1, from, to })
    expect(faults.slice(0, 10)).toEqual([])
    expect(asked).toBe(to - from)
    // Each of these statuses occurs often, which shows that the requests reach as far as intended.
    for (const status of [200, 400, 401, 403, 404])
      expect([status, (byStatus[status] ?? 0) > asked / 60]).toEqual([status, true])
  })
})

it('a path that cannot be decoded gets the usual error response, with envelope, language and all headers, but without the path', async () => {
  for (const path of ['/finlist/%E0%A4%A/last-updated', '/finlist/%/last-updated', `/watchlist/${'x'.repeat(201)}`]) {
    const answer = await fetch(`${testServer.base}/api${path}`, { headers: { 'accept-language': 'zh-HK' } })
    const text = await answer.text()
    expect([path, answer.status, answer.headers.get('content-language')]).toEqual([path, 404, 'zh-Hant-HK'])
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'")
    expect((JSON.parse(text) as { status: string }).status).toBe('Error')
    expect(text).not.toContain(path.slice(1, 12))
  }
})

it('the server refuses text that the database cannot store, and names it', async () => {
  const admin = await ApiClient.byToken(testServer, 'admin')
  const set = await admin.raw('POST', '/finder/filter-set/create', { finderFilterSetName: 'a\0b', filters: [] })
  expect([set.http, set.errors[0]?.field]).toEqual([400, 'finderFilterSetName'])
  const found = await admin.raw('GET', '/admin/customers?search=a%00b')
  expect([found.http, found.errors[0]?.field]).toEqual([400, 'search'])
  expect((await admin.raw('GET', '/ccass/stock/07%00')).http).toBe(404)
})
