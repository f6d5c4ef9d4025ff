import { readFileSync } from 'node:fs'
import { user } from '@finlist/contract/account/account'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

const token = 'a-token-that-nobody-guesses'
let testServer: TestServer
beforeAll(async () => {
  testServer = await openTestServer({ METRICS_TOKEN: token })
})
afterAll(() => testServer.close())

const get = (authorization?: string, base = testServer.base) =>
  fetch(`${base}/api/metrics`, authorization ? { headers: { authorization } } : {})

/** Returns the values by name with labels. Throws on a line that does not match the format. */
async function read(): Promise<Map<string, number>> {
  const answer = await get(`Bearer ${token}`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  const lines = (await answer.text()).trimEnd().split('\n')
  return new Map(
    lines.flatMap(line => {
      if (/^# (HELP [a-z_]+ .+|TYPE [a-z_]+ (counter|gauge|histogram))$/.test(line)) return []
      const parts = /^([a-z_]+(?:\{[a-z_]+="(?:[^"\\]|\\.)*"(?:,[a-z_]+="(?:[^"\\]|\\.)*")*\})?) (-?[\d.e+-]+)$/.exec(
        line,
      )
      if (!parts) throw new Error(`not of the format: ${line}`)
      return [[parts[1]!, Number(parts[2])] as const]
    }),
  )
}

describe('the metrics at GET /api/metrics', () => {
  it('do not exist unless the operator sets a token, and then require it', async () => {
    const plain = await openTestServer()
    try {
      expect((await get(`Bearer ${token}`, plain.base)).status).toBe(404)
    } finally {
      await plain.close()
    }
    const admin = await ApiClient.byToken(testServer, 'admin')
    for (const wrong of [undefined, token, `Bearer ${token}x`, 'Bearer ', `Bearer ${admin.token}`])
      expect([wrong, (await get(wrong)).status]).toEqual([wrong, 401])
    expect(() => readConfig({ METRICS_TOKEN: 'short' })).toThrow('METRICS_TOKEN: at least 16 characters')
  })

  it('include every figure that the shipped alerts and dashboard use', async () => {
    const known = new Set([...(await read()).keys()].map(name => name.replace(/\{.*/, '')))
    for (const file of ['prometheus-rules.yml', 'grafana.json']) {
      const text = readFileSync(new URL(`../../../../deploy/${file}`, import.meta.url), 'utf8')
      const asked = new Set([...text.matchAll(/\b(?:finlist|process)_[a-z_]+/g)].map(([name]) => name))
      expect(asked.size).toBeGreaterThan(8)
      // The first metric appears with the first refusal, the second only with a mail server.
      const later = ['finlist_bodies_refused_total', 'finlist_mail_failed']
      expect([file, [...asked].filter(name => !known.has(name) && !later.includes(name))]).toEqual([file, []])
    }
  })

  it('report the running version', async () => {
    const names = [...(await read()).keys()].filter(name => name.startsWith('finlist_info'))
    expect(names).toEqual([expect.stringMatching(/^finlist_info\{version="\d+\.\d+\.\d+",node="v\d/)])
  })

  it('count each request by route and status, with its duration in one bucket', async () => {
    const free = await ApiClient.byToken(testServer, 'free')
    const before = await read()
    for (let n = 0; n < 3; n++) await free.ask(user)
    await free.raw('GET', '/finlist/HKEX/issue-dates?secret=of-the-query')
    await free.raw('GET', '/no/such/call-of-mine')
    const after = await read()
    const more = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
    expect(more('finlist_requests_total{method="GET",route="/api/users/user",status="200"}')).toBe(3)
    expect(more('finlist_requests_total{method="GET",route="/api/finlist/:exchange/issue-dates",status="403"}')).toBe(1)
    // The first metrics request is included, because it was counted after its response.
    expect(more('finlist_request_seconds_count')).toBe(6)
    expect(more('finlist_request_seconds_bucket{le="+Inf"}')).toBe(6)
    const buckets = [...after]
      .filter(([name]) => name.startsWith('finlist_request_seconds_bucket'))
      .map(([, count]) => count)
    expect(buckets).toEqual(buckets.toSorted((one, other) => one - other))
    expect([...after.keys()].filter(name => /secret|of-mine/.test(name))).toEqual([])
  })

  it('report the state of the process, its database, the queues and the jobs', async () => {
    const { pool } = testServer.database
    const { rows } = await pool.query<{ user_id: number }>('select min(user_id) as user_id from users')
    await pool.query(
      `insert into billing_email (user_id, kind, subject_id, decided_at, try_at)
       values ($1, 'receipt', 'in_1', now(), now() + interval '1 day'), ($1, 'receipt', 'in_2', now(), now() + interval '1 day')`,
      [rows[0]!.user_id],
    )
    await pool.query(
      `insert into billing_event (event_id, type, created_at, try_at) values ('evt_1', 'x', now(), now() + interval '1 day')`,
    )
    await pool.query(
      `insert into job_run (name, next_at, succeeded_at, failures)
       values ('of "mine"', now() - interval '1 hour', now() - interval '2 hours', 3)`,
    )
    const before = pool.totalCount
    const figures = await read()
    const job = '{job="of \\"mine\\""}'
    expect(figures.get('finlist_queue_length{queue="letters"}')).toBe(2)
    expect(figures.get('finlist_queue_length{queue="payment_events"}')).toBe(1)
    expect(figures.get(`finlist_job_failures${job}`)).toBe(3)
    expect(figures.get(`finlist_job_age_seconds${job}`)).toBeGreaterThanOrEqual(7_200)
    expect(figures.get(`finlist_job_late_seconds${job}`)).toBeGreaterThanOrEqual(3_600)
    expect(figures.get('finlist_database_up')).toBe(1)
    expect(figures.get('finlist_notices_alive')).toBe(1)
    const connections =
      figures.get('finlist_database_connections{state="busy"}')! +
      figures.get('finlist_database_connections{state="idle"}')!
    // Background work may have opened or closed a connection meanwhile.
    const around = [before, pool.totalCount]
    expect(connections).toBeGreaterThanOrEqual(Math.min(...around))
    expect(connections).toBeLessThanOrEqual(Math.max(...around))
    for (const name of [
      'process_resident_memory_bytes',
      'finlist_heap_used_bytes',
      'process_cpu_seconds_total',
      'finlist_uptime_seconds',
      'finlist_connections',
    ])
      expect(figures.get(name)).toBeGreaterThan(0)
    for (const share of ['strangers', 'people', 'large', 'webhook'])
      for (const name of ['finlist_body_bytes', 'finlist_bodies_refused_total'])
        expect([name, share, figures.get(`${name}{share="${share}"}`)]).toEqual([name, share, 0])
    expect(figures.has('finlist_event_loop_delay_seconds{quantile="0.99"}')).toBe(true)
  })
})
