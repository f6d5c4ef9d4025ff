// @module-tag slow
import { once } from 'node:events'
import { request } from 'node:http'
import { exportPersonalData } from '@finlist/contract/account/preferences'
import {
  deleteChart,
  saveChart,
  saveChartOver,
  savedChart,
  saveStudyTemplate,
} from '@finlist/contract/charts/chart-storage'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await openTestServer()
})
afterAll(() => testServer.close())

const megabyte = 1_000_000
const chart = (content: string) => ({ body: { name: 'a', content } })
/** Text of that many bytes, three per character. */
const chinese = (bytes: number) => '圖'.repeat(bytes / 3)
const full = { http: 400, errors: [{ code: 'storage_quota' }] }

async function fill(userId: number, charts: number, content: string) {
  await sql`insert into saved_chart (user_id, client, name, content)
    select ${userId}, '', 'chart ' || n, ${content} from generate_series(1, ${charts}) n`.execute(
    testServer.database.db,
  )
}

describe('a user’s storage limit', () => {
  it('is 5 MB for charts and templates together, in bytes as sent; more is refused, in either language', async () => {
    const free = await ApiClient.signIn(testServer, 'free')
    for (let n = 0; n < 4; n++) expect((await free.ask(saveChart, chart(chinese(999_999)))).http).toBe(200)
    const template = { body: { name: 'b', content: chinese(999_999) } }
    expect((await free.ask(saveStudyTemplate, template)).http).toBe(200)
    const refused = await free.ask(saveChart, chart('one more'))
    expect(refused).toMatchObject(full)
    expect(refused.errors[0]!.message).toMatch(/limited to 5 MB/)
    free.language = 'zh'
    expect((await free.ask(saveStudyTemplate, { body: { name: 'c', content: 'more' } })).errors[0]!.message).toContain(
      '最多可佔 5 MB',
    )
  })

  it('is 25 MB with a plan, and two concurrent saves cannot both take the last space', async () => {
    const paid = await ApiClient.byToken(testServer, 'us-yearly')
    await fill(paid.userId, 24, 'x'.repeat(megabyte))
    const answers = await Promise.all([1, 2].map(() => paid.ask(saveChart, chart('x'.repeat(megabyte / 2)))))
    expect(answers.map(({ http }) => http).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  it('once exceeded, lets saved items be read, shrunk and deleted, but none be added', async () => {
    const free = await ApiClient.byToken(testServer, 'unregistered')
    await fill(free.userId, 7, 'x'.repeat(megabyte))
    const { rows } = await sql<{ id: number }>`select chart_id as id from saved_chart
      where user_id = ${free.userId}`.execute(testServer.database.db)
    const [one, other] = rows.map(({ id }) => ({ params: { id: String(id) } }))
    expect((await free.ask(savedChart, one!)).http).toBe(200)
    expect(await free.ask(saveChartOver, { ...one!, ...chart(chinese(2 * megabyte + 1)) })).toMatchObject(full)
    expect((await free.ask(saveChartOver, { ...one!, ...chart('smaller') })).http).toBe(200)
    expect(await free.ask(saveChart, chart('more'))).toMatchObject(full)
    expect((await free.ask(deleteChart, other!)).http).toBe(200)
  })
})

describe('a user’s data export', () => {
  it('requires a fresh sign-in', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'friend')
    testServer.clock.offsetMs = 11 * 60_000
    try {
      await apiClient.takeToken()
      const stale = await apiClient.raw('GET', exportPersonalData.path)
      expect(stale).toMatchObject({ http: 401, errors: [{ code: 'fresh_sign_in' }] })
    } finally {
      testServer.clock.offsetMs = 0
    }
    await apiClient.takeToken()
    expect((await apiClient.raw('GET', exportPersonalData.path)).http).toBe(200)
  })

  it('is allowed five times a day, and one at a time', async () => {
    const apiClient = await ApiClient.byToken(testServer, 'affiliate')
    const ask = () => apiClient.raw('GET', exportPersonalData.path)
    const together = await Promise.all([ask(), ask(), ask()])
    const made = together.filter(({ http }) => http === 200).length
    for (let n = made; n < 5; n++) expect((await ask()).http).toBe(200)
    const refused = await ask()
    expect([refused.http, Number(refused.headers.get('retry-after')) > 600]).toEqual([429, true])
    const another = await ApiClient.byToken(testServer, 'affiliate-empty')
    const lease = { key: `export-under-way:person ${another.userId}`, expire: Date.now() + 60_000 }
    await sql`insert into rate_limit (key, points, expire) values (${lease.key}, 1, ${lease.expire})`.execute(
      testServer.database.db,
    )
    const waiting = await another.raw('GET', exportPersonalData.path)
    expect([waiting.http, Number(waiting.headers.get('retry-after')) <= 60]).toEqual([429, true])
  })

  it('takes no more memory for much data than for little', async () => {
    const [little, much] = [await ApiClient.byToken(testServer, 'staff'), await ApiClient.byToken(testServer, 'admin')]
    await fill(much.userId, 60, '圖'.repeat(megabyte))
    const [small, large] = [await readAll(little), await readAll(much)]
    expect(large.bytes).toBeGreaterThan(180 * megabyte)
    expect(large.bytes / small.bytes).toBeGreaterThan(1_000)
    expect(large.mostMemory / small.mostMemory).toBeLessThan(1.5)
  }, 60_000)
})

/** Reads the whole export without storing it. Returns its size and the peak memory of this process. */
async function readAll(apiClient: ApiClient): Promise<{ bytes: number; mostMemory: number }> {
  let bytes = 0
  let mostMemory = process.memoryUsage.rss()
  const look = () => (mostMemory = Math.max(mostMemory, process.memoryUsage.rss()))
  const clock = setInterval(look, 5)
  const sent = request(`${testServer.base}/api${exportPersonalData.path}`, { headers: apiClient.headers() }).end()
  const [answer] = (await once(sent, 'response')) as [import('node:http').IncomingMessage]
  for await (const chunk of answer) {
    bytes += (chunk as Buffer).length
    look()
  }
  clearInterval(clock)
  return { bytes, mostMemory }
}
