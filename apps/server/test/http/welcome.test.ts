import { updateTrend } from '@finlist/contract/market-trend'
import { uploadFinList } from '@finlist/contract/staff/admin'
import { addDays, dayAt, previousTradingDay } from '@finlist/domain/calendar'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveWelcome } from '../../src/features/welcome/serve-welcome.ts'
import { lines, send } from '../data/send-files.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
let staff: ApiClient
let today: string
beforeAll(async () => {
  testServer = await openTestServer()
  staff = await ApiClient.byToken(testServer, 'staff')
  today = dayAt('HKEX', testServer.clock.now())
})
afterAll(() => testServer.close())

const ask = (headers: Record<string, string> = {}, server = testServer, query = '') =>
  fetch(`${server.base}/welcome${query}`, { headers })

async function setState(startDate: string, marketTrend: 'UPTREND' | 'DOWNTREND') {
  const body = { marketTrend, shortTerm: true, amend: false }
  const answer = await staff.ask(updateTrend, { query: { exchange: 'HKEX', startDate }, body })
  expect(answer.http).toBe(200)
}

describe('the front page', () => {
  it('is the same for everybody, in the requested language, with a link to the other language', async () => {
    const english = await ask()
    expect(english.status).toBe(200)
    expect(english.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(english.headers.get('cache-control')).toBe('public, max-age=300')
    expect(english.headers.get('vary')).toBe('Accept-Encoding, Accept-Language')
    const text = await english.text()
    expect(text).toContain('<html lang="en">')
    expect(text).toContain('href="/welcome?lang=zh"')
    expect(text).toContain('Educational and broadcast only. No buy or sell signals.')
    expect(text).not.toMatch(/<script|<link rel="stylesheet"|<img|src=/)
    expect(text).not.toMatch(/welcome\.|\{\{/)
    const chinese = await (await ask({ 'accept-language': 'zh-HK,zh;q=0.9,en;q=0.8' })).text()
    expect(chinese).toContain('<html lang="zh-Hant-HK">')
    expect(chinese).not.toMatch(/welcome\.|\{\{/)
    expect(await (await ask({ 'accept-language': 'zh-HK' }, testServer, '?lang=en')).text()).toBe(text)
    expect((await ask({ 'if-none-match': english.headers.get('etag')! })).status).toBe(304)
  })

  it('allows its own style sheet and nothing else', async () => {
    const policy = (await ask()).headers.get('content-security-policy')!
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; /)
    expect(policy).not.toMatch(/unsafe|script-src/)
  })

  it('has the plans for sale with their prices, and does not mention a plan without a price', async () => {
    const text = await (await ask()).text()
    expect(text).toContain('HK$16,800')
    expect(text).not.toMatch(/Sunday Club|Half-yearly/)
  })

  it('makes no claim before a list is published, and then links to the track record', async () => {
    expect(await (await ask()).text()).toContain('No list has been published yet')
    const finListCsv = lines('stockCode,percivalScore,close,buyPoint', '0101,90,100,')
    const issueDate = previousTradingDay('HKEX', addDays(today, -6))
    const answer = await send(staff, uploadFinList, { exchange: 'HKEX', issueDate }, { finListCsv })
    expect([answer.http, answer.errors]).toEqual([200, undefined])
    const text = await (await ask()).text()
    expect(text).not.toContain('No list has been published yet')
    expect(text).toContain('href="/track-record-hk"')
  })

  it('has the market states of 13 weeks ago, but in a demo those of today', async () => {
    await setState(addDays(today, -100), 'DOWNTREND')
    await setState(addDays(today, -10), 'UPTREND')
    const demo = await (await ask()).text()
    expect([demo.includes('class="UPTREND"'), demo.includes('class="DOWNTREND"')]).toEqual([true, false])
    const sold = await elsewhere({ demo: false })
    expect([sold.includes('class="UPTREND"'), sold.includes('class="DOWNTREND"')]).toEqual([false, true])
    expect(sold).toContain('13 weeks ago')
  })

  it('has no track record if that is turned off, no prices if nothing is sold, and escapes inserted text', async () => {
    const text = await elsewhere({ TRACK_RECORD: 'off', payments: 'none', BRAND: '<b>Cat & Co</b>' })
    expect(text).not.toMatch(/track-record|HK\$/)
    expect(text).toContain('&lt;b&gt;Cat &amp; Co&lt;/b&gt;')
  })
})

/** Returns the front page of an installation with these settings. */
async function elsewhere(settings: Partial<TestServer['config']>): Promise<string> {
  const app = Fastify()
  const { database, clock, config } = testServer
  serveWelcome(app, { config: { ...config, ...settings }, database, now: clock.now })
  return (await app.inject('/welcome?lang=en')).body
}
