import { stat } from 'node:fs/promises'
import { freeFinList } from '@finlist/contract/free-finlist'
import { updateTrend } from '@finlist/contract/market-trend'
import { uploadFinList, uploadPrices, uploadStocks } from '@finlist/contract/staff/admin'
import { addDays, dayAt, previousTradingDay, tradingDays } from '@finlist/domain/calendar'
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

async function upload(call: Parameters<typeof send>[1], query: Record<string, string>, files: Record<string, string>) {
  const answer = await send(staff, call, { exchange: 'HKEX', ...query }, files)
  expect([answer.http, answer.errors]).toEqual([200, undefined])
}

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
    expect(text).not.toMatch(/<script(?! type="application\/ld\+json")|<link rel="stylesheet"/)
    expect(text).not.toMatch(/welcome\.(?!png)|\{\{/)
    const chinese = await (await ask({ 'accept-language': 'zh-HK,zh;q=0.9,en;q=0.8' })).text()
    expect(chinese).toContain('<html lang="zh-Hant-HK">')
    expect(chinese).not.toMatch(/welcome\.(?!png)|\{\{/)
    expect(await (await ask({ 'accept-language': 'zh-HK' }, testServer, '?lang=en')).text()).toBe(text)
    expect((await ask({ 'if-none-match': english.headers.get('etag')! })).status).toBe(304)
  })

  it('has pictures of the product in each theme, size and language, which exist and are small', async () => {
    for (const language of ['en', 'zh']) {
      const text = await (await ask({}, testServer, `?lang=${language}`)).text()
      expect(Buffer.byteLength(text)).toBeLessThan(100_000)
      const addresses = [...text.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, address]) => address!)
      expect(new Set(addresses).size).toBe(12)
      for (const address of addresses) {
        expect(address).toMatch(new RegExp(`^/welcome/[a-z]+-${language}-(light|dark)-(desktop|phone)[.]webp$`))
        const { size } = await stat(new URL(`../../../web/public${address}`, import.meta.url))
        expect([address, size < 40_000]).toEqual([address, true])
      }
      expect(text.match(/<img [^>]*alt="[^"]+" loading="lazy"/g)).toHaveLength(3)
    }
    expect(await elsewhere({ BRAND: 'Cat' })).not.toContain('<img')
  })

  it('answers questions, also for search engines, and asks how to cancel only where something is sold', async () => {
    const factsOf = (text: string) =>
      JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)![1]!) as {
        '@type': string
        mainEntity: { name: string; acceptedAnswer: { text: string } }[]
      }
    const sold = await (await ask()).text()
    expect(sold.match(/<details>/g)).toHaveLength(7)
    const { '@type': type, mainEntity } = factsOf(sold)
    expect(type).toBe('FAQPage')
    for (const { name } of mainEntity) expect(sold).toContain(`<summary>${name}</summary>`)
    expect(mainEntity.find(({ name }) => name === 'Is this advice?')?.acceptedAnswer.text).toMatch(/^No\./)
    expect(factsOf(await elsewhere({ payments: 'none' })).mainEntity.map(({ name }) => name)).not.toContain(
      'How do I cancel?',
    )
  })

  it('allows its own style sheet and pictures, and nothing else', async () => {
    const policy = (await ask()).headers.get('content-security-policy')!
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; /)
    expect(policy).toContain("img-src 'self' data:;")
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

describe('the open pick', () => {
  const picks = ['0101', '0102', '0103']
  const figures = { close: 61.5, closeChange: -1.25, volume: 4_321_000, volumeChange: 55.5, buyPoint: 63.1 }
  beforeAll(async () => {
    const stockCsv = lines(
      'stockCode,stockName,stockNameZh',
      '0101,<Open> & Co,公開',
      '0102,Hidden One,',
      '0103,Hidden Two,',
    )
    await upload(uploadStocks, {}, { stockCsv })
    const issueDate = previousTradingDay('HKEX', addDays(today, -1))
    const { close, closeChange, volume, volumeChange, buyPoint } = figures
    const finListCsv = lines(
      'stockCode,percivalScore,close,closeChange,volume,volumeChange,patternType,buyPoint',
      `0101,90,${close},${closeChange},${volume},${volumeChange},CWH,${buyPoint}`,
      '0102,95,77.7,1,1000,1,NIL,',
      '0103,80,88.8,1,1000,1,FB,99.9',
    )
    await upload(uploadFinList, { issueDate }, { finListCsv })
    const days = tradingDays('HKEX', addDays(issueDate, -60), issueDate)
    const priceCsv = lines(
      'stockCode,date,open,high,low,close,volume',
      ...picks.flatMap(code => days.map((day, at) => `${code},${day},${60 + at / 10},62,59,61.5,1000000`)),
    )
    await upload(uploadPrices, { confirm: 'true' }, { priceCsv })
  })
  const pageOf = async (path: string, settings: Partial<TestServer['config']> = {}) => {
    const answer = await appWith(settings).inject(path)
    return { status: answer.statusCode, to: answer.headers.location, text: answer.body }
  }

  it('is on the front page and on a page of its own as free accounts see it, and no other pick is', async () => {
    const free = await ApiClient.byToken(testServer, 'free')
    const { data } = await free.ask(freeFinList, { params: { exchange: 'HKEX' } })
    expect(data.stockList.map(({ stockCode }) => stockCode)).toEqual(['0101'])
    for (const path of ['/welcome?lang=en', '/pick-hk?lang=en', '/welcome?lang=zh', '/pick-hk?lang=zh']) {
      const { status, text } = await pageOf(path)
      expect(status).toBe(200)
      expect(text).not.toMatch(/010[23]|Hidden|77\.7|88\.8|99\.9/)
      expect(text).toMatch(path.endsWith('en') ? /0101 &lt;Open&gt; &amp; Co/ : /0101 公開/)
      expect(text).toContain('HKD 61.50')
      expect(text).toContain('HKD 63.10')
      expect(text).toMatch(/[−-]1\.25%/)
      expect(text).not.toMatch(/welcome\.(?!png)|\{\{|<Open>/)
    }
    const { text } = await pageOf('/pick-hk?lang=en')
    expect(text).toContain('One of the 3 stocks')
    expect(text).toContain('4,321,000')
    expect(text).toContain('Cup with handle')
    expect(text).toContain('<link rel="canonical" href="http')
    const facts: unknown = JSON.parse(/ld\+json">(.*?)<\/script>/.exec(text)![1]!)
    expect(facts).toMatchObject({ '@type': 'WebPage', about: { tickerSymbol: '0101', name: '<Open> & Co' } })
  })

  it('has a chart only if the source allows prices to be passed on', async () => {
    expect((await pageOf('/pick-hk')).text).toContain('<figure')
    const shown = await pageOf('/pick-hk', { SOURCE_USE_HKEX: 'display' })
    expect(shown.status).toBe(200)
    expect(shown.text).not.toContain('<figure')
  })

  it('has a picture for link previews, of its prices only outside a demo and if the source allows passing them on', async () => {
    const pictureOf = async (path: string, settings: Partial<TestServer['config']>) => {
      const { rawPayload, statusCode, headers } = await appWith(settings).inject(path)
      expect([statusCode, headers['content-type']]).toEqual([200, 'image/png'])
      expect([rawPayload.toString('latin1', 1, 4), rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([
        'PNG',
        1200,
        630,
      ])
      expect(rawPayload.length).toBeLessThan(60_000)
      return rawPayload
    }
    const invented = await pictureOf('/welcome.png', {})
    expect(await pictureOf('/pick-hk.png', { demo: true })).toEqual(invented)
    expect(await pictureOf('/pick-hk.png', { demo: false, SOURCE_USE_HKEX: 'display' })).toEqual(invented)
    expect(await pictureOf('/pick-hk.png', { demo: false })).not.toEqual(invented)
    const { text } = await pageOf('/pick-hk')
    expect(new URL(/og:image" content="([^"]+)"/.exec(text)![1]!).pathname).toBe('/pick-hk.png')
    for (const settings of [{ PUBLIC_PICK: 'off' }, { SOURCE_USE_HKEX: 'internal' }] as const)
      expect((await appWith(settings).inject('/pick-hk.png')).statusCode).not.toBe(200)
  })

  it('is not public if the operator or the source does not allow it, nor in a market without a list', async () => {
    for (const settings of [{ PUBLIC_PICK: 'off' }, { SOURCE_USE_HKEX: 'internal' }] as const) {
      expect(await pageOf('/pick-hk', settings)).toMatchObject({ status: 302, to: '/welcome' })
      for (const path of ['/welcome', '/sitemap.xml'])
        expect((await pageOf(path, settings)).text).not.toMatch(/0101|pick-hk/)
    }
    expect(await pageOf('/pick-us')).toMatchObject({ status: 302, to: '/welcome' })
  })

  it('the sitemap has the address of every public page', async () => {
    const robots = await (await fetch(`${testServer.base}/robots.txt`)).text()
    const { pathname } = new URL(/^Sitemap: (.*)$/m.exec(robots)![1]!)
    const { text } = await pageOf(pathname)
    const paths = Array.from(text.matchAll(/<loc>(.*?)<\/loc>/g), ([, url]) => new URL(url!).pathname)
    expect(paths).toEqual([
      '/welcome',
      '/method',
      '/verify',
      ...['hk', 'us', 'jp', 'cn', 'tw'].map(market => `/track-record-${market}`),
      '/pick-hk',
    ])
    expect((await pageOf(pathname, { TRACK_RECORD: 'off' })).text).not.toContain('track-record')
  })

  it('leads to the page where an account is created', async () => {
    const { text } = await pageOf('/pick-hk?lang=en')
    const link = /href="([^"]*create=yes[^"]*)"/.exec(text)![1]!.replaceAll('&amp;', '&')
    const redirected = async (url: string) =>
      (await fetch(url, { redirect: 'manual', headers: { accept: 'text/html' } })).headers.get('location')!
    const issuer = await redirected(testServer.base + link)
    expect(await redirected(issuer)).toMatch(/\/interaction\/[\w-]+\/create$/)
    const plain = await redirected(`${testServer.base}/auth/login`)
    expect(await redirected(plain)).toMatch(/\/interaction\/[\w-]+$/)
  })
})

/** An installation with these settings. */
function appWith(settings: Partial<TestServer['config']>) {
  const app = Fastify()
  const { database, clock, config } = testServer
  serveWelcome(app, { config: { ...config, ...settings }, database, now: clock.now })
  return app
}

/** Returns the front page of an installation with these settings. */
const elsewhere = async (settings: Partial<TestServer['config']>): Promise<string> =>
  (await appWith(settings).inject('/welcome?lang=en')).body
