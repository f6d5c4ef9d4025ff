import {
  profitAlertOutcomes,
  profitAlerts,
  profitAlertsInFinList,
  uploadProfitAlerts,
} from '@finlist/contract/profit-alerts'
import { listUploads, rollBackUpload, uploadFinList, uploadPrices, uploadStocks } from '@finlist/contract/staff/admin'
import { tradingDays } from '@finlist/domain/calendar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadDemoMarkets } from '../../src/demo/market.ts'
import { lines, type Sent, send } from '../data/send-files.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
let people: Record<'staff' | 'free' | 'hk' | 'us', ApiClient>

beforeAll(async () => {
  testServer = await openTestServer()
  const names = ['staff', 'free', 'hk-monthly', 'us-yearly']
  const [staff, free, hk, us] = await Promise.all(names.map(name => ApiClient.signIn(testServer, name)))
  people = { staff: staff!, free: free!, hk: hk!, us: us! }
})
afterAll(() => testServer.close())

async function load(call: Parameters<typeof send>[1], query: Record<string, string>, files: Sent) {
  const answer = await send(people.staff, call, query, files)
  expect([answer.http, answer.errors]).toEqual([200, undefined])
  return answer.data as { count: number; created: number; uploadId: number; notes: string[] }
}
const heads = 'stockCode,releaseTime,reportType,link,linkZh'
const announce = (...text: string[]) => load(uploadProfitAlerts, {}, { profitAlertsCsv: lines(heads, ...text) })
async function alerts(who = people.hk) {
  const { http, data } = await who.ask(profitAlerts)
  expect(http).toBe(200)
  return data
}
const faultsOf = (answer: { errors?: { message: string }[] }) => answer.errors?.map(({ message }) => message)

describe('profit alerts', () => {
  it('are for the Hong Kong plan, as is the separate list of alerts on FinList stocks (PA-07, 08, 09)', async () => {
    const asked = async (who: ApiClient) => [
      (await who.ask(profitAlerts)).http,
      (await who.ask(profitAlertsInFinList)).http,
    ]
    expect(await asked(people.free)).toEqual([403, 403])
    expect(await asked(people.us)).toEqual([403, 403])
    expect(await asked(people.hk)).toEqual([200, 200])
    expect(await alerts()).toEqual([])
    expect((await people.hk.ask(profitAlertsInFinList)).data).toEqual([])
  })

  it('are grouped by release day in Hong Kong, newest first, with the report’s finding and link (PA-05, 06, 07; AMB-148)', async () => {
    await load(uploadStocks, { exchange: 'HKEX' }, { stockCsv: lines('stockCode,stockName,stockNameZh', '1,One,一號') })
    const { count, created } = await announce(
      '1,2026-03-03 08:15,POSITIVE,https://news.example/1.pdf,https://news.example/1c.pdf',
      '2,2026-03-02T16:30:00Z,PROFIT WARNING,https://news.example/2.pdf,',
      '1,2026-03-02 22:10,盈警,http://news.example/3.pdf,',
      '3,2026-03-03 18:00:30+08:00,Something else,https://news.example/4.pdf,',
    )
    expect([count, created]).toEqual([4, 2])
    expect(await alerts()).toEqual([
      {
        date: '2026-03-03',
        stockList: [
          {
            stockCode: '0003',
            stockName: '',
            stockNameZh: '',
            reportType: 'OTHER',
            link: 'https://news.example/4.pdf',
            linkZh: '',
            releaseTime: '2026-03-03T10:00:30.000Z',
            inFinList: false,
          },
          {
            stockCode: '0001',
            stockName: 'One',
            stockNameZh: '一號',
            reportType: 'POSITIVE',
            link: 'https://news.example/1.pdf',
            linkZh: 'https://news.example/1c.pdf',
            releaseTime: '2026-03-03T00:15:00.000Z',
            inFinList: false,
          },
          expect.objectContaining({
            stockCode: '0002',
            reportType: 'NEGATIVE',
            releaseTime: '2026-03-02T16:30:00.000Z',
          }),
        ],
      },
      { date: '2026-03-02', stockList: [expect.objectContaining({ stockCode: '0001', reportType: 'NEGATIVE' })] },
    ])
  })

  it('name the stocks that are in the newest list, as the separate call does (PA-06, 08)', async () => {
    const issue = (issueDate: string, ...picks: string[]) =>
      load(
        uploadFinList,
        { exchange: 'HKEX', issueDate },
        {
          finListCsv: lines('stockCode,close,percivalScore', ...picks),
          finListFundamentalCsv: lines('stockCode,quarter,thisReportDate', `${picks[0]!.split(',')[0]},1,20251231`),
        },
      )
    await issue('2026-02-20', '3,1,90')
    await issue('2026-02-27', '1,1,90', '9,1,90')
    expect((await people.hk.ask(profitAlertsInFinList)).data).toEqual(['0001', '0009'])
    const marked = (await alerts()).flatMap(({ stockList }) => stockList).filter(({ inFinList }) => inFinList)
    expect(marked.map(({ stockCode }) => stockCode)).toEqual(['0001', '0001'])
  })

  it('are served from cached bytes until they change, with a 304 if the caller already has them', async () => {
    const read = (etag = '') =>
      fetch(`${testServer.base}/api/stock-news/profit-warning`, {
        headers: { ...people.hk.headers(), 'if-none-match': etag },
      })
    const etag = (await read()).headers.get('etag')!
    expect((await read(etag)).status).toBe(304)
    await announce('4,2026-03-04 08:15,OTHER,https://news.example/5.pdf,')
    expect((await read(etag)).status).toBe(200)
  })
})

describe('price changes after profit alerts', () => {
  const outcomes = async (who = people.hk) => (await who.ask(profitAlertOutcomes)).data
  const days = tradingDays('HKEX', '2026-03-02', '2026-04-10')
  const bars = (code: string, closeOf: (at: number) => number | null, until = days.length) =>
    days.slice(0, until).flatMap((day, at) => {
      const close = closeOf(at)
      return close === null ? [] : [`${code},${day},${close},${close},${close},${close},100`]
    })
  const prices = (...rows: string[]) =>
    load(uploadPrices, { exchange: 'HKEX' }, { priceCsv: lines('stockCode,date,open,high,low,close,volume', ...rows) })
  const changesOf = async (stockCode: string) =>
    (await outcomes()).outcomes.filter(it => it.stockCode === stockCode).map(({ changes }) => changes)

  it('are for those who may see the alerts, and are empty without prices', async () => {
    const asked = async (who: ApiClient) => (await who.ask(profitAlertOutcomes)).http
    expect([await asked(people.free), await asked(people.us), await asked(people.hk)]).toEqual([403, 403, 200])
    expect((await new ApiClient(testServer).ask(profitAlertOutcomes)).http).toBe(401)
    expect(await outcomes()).toEqual({ asAt: null, rates: [], outcomes: [] })
  })

  it('are measured in trading days from the last close before the release, and are unknown for a future day or a day without a trade', async () => {
    await announce(
      '51,2026-03-03 08:15,POSITIVE,https://news.example/51.pdf,',
      '52,2026-03-03 16:30,POSITIVE,https://news.example/52.pdf,',
      '53,2026-03-03 12:15,NEGATIVE,https://news.example/53.pdf,',
      '54,2026-03-03 12:15,NEGATIVE,https://news.example/54.pdf,',
    )
    await prices(
      ...bars('0051', at => 100 + at),
      ...bars('0052', at => 100 + at, 10),
      ...bars('0053', at => (at === 0 || at >= 15 ? 200 - at : null)),
    )
    expect(await changesOf('0051')).toEqual([[1, 5, 20]])
    expect(await changesOf('0052')).toEqual([[0.99, 4.95, 7.92]])
    expect(await changesOf('0053')).toEqual([[null, null, -10]])
    expect(await changesOf('0054')).toEqual([[null, null, null]])
    const { asAt, rates } = await outcomes()
    expect(asAt).toBe('2026-04-10')
    const rateOf = (reportType: string, span: number) =>
      rates.find(it => it.reportType === reportType && it.days === span)
    expect(rates).toHaveLength(9)
    expect(rateOf('POSITIVE', 5)).toEqual({ reportType: 'POSITIVE', days: 5, alerts: 2, rose: 2, low: 0.207, high: 1 })
    expect(rateOf('NEGATIVE', 1)).toEqual({ reportType: 'NEGATIVE', days: 1, alerts: 0, rose: 0, low: 0, high: 1 })
    expect(rateOf('NEGATIVE', 20)).toEqual({
      reportType: 'NEGATIVE',
      days: 20,
      alerts: 1,
      rose: 0,
      low: 0,
      high: 0.793,
    })
  })

  it('change with later prices and with a split', async () => {
    await announce('55,2026-04-09 18:00,POSITIVE,https://news.example/55.pdf,')
    await prices(...bars('0055', () => 10))
    expect(await changesOf('0055')).toEqual([[0, null, null]])
    await prices('0055,2026-04-13,5,5,5,5,100', '0055,2026-04-16,6,6,6,6,100')
    await testServer.database.pool.query(
      `insert into corporate_action (exchange, stock_code, ex_date, kind, numerator, denominator, source)
       values ('HKEX', '0055', '2026-04-13', 'split', 2, 1, 'test')`,
    )
    await testServer.database.pool.query(`select pg_notify('finlist', 'published prices:HKEX')`)
    await expect.poll(() => changesOf('0055')).toEqual([[0, 20, null]])
  })
})

describe('an uploaded file of announcements', () => {
  it('is refused as a whole, naming each bad line', async () => {
    const link = 'https://news.example/1.pdf'
    const file = lines(
      heads,
      `1,2026-03-03,POSITIVE,${link},`,
      `1,2026-02-30 10:00,POSITIVE,${link},`,
      `1,2099-03-03 10:00,POSITIVE,${link},`,
      '1,2026-03-03 10:00,POSITIVE,javascript:alert(1),',
      '1,2026-03-03 10:00,POSITIVE,,',
      `1,2026-03-03 10:01,POSITIVE,${link},ftp://x/y`,
      `1,2026-03-03 10:02,,${link},`,
    )
    const answer = await send(people.staff, uploadProfitAlerts, {}, { profitAlertsCsv: file })
    expect([answer.http, faultsOf(answer)]).toEqual([
      400,
      [
        'line 2: releaseTime is not a date and time (YYYY-MM-DD HH:MM): 2026-03-03',
        'line 3: releaseTime is not a date and time (YYYY-MM-DD HH:MM): 2026-02-30 10:00',
        'line 4: releaseTime is in the future: 2099-03-03 10:00',
        'line 5: link is not an address (https://…): javascript:alert(1)',
        'line 6: link is blank',
        'line 7: linkZh is not an address (https://…): ftp://x/y',
        'line 8: reportType is blank',
      ],
    ])
    const twice = lines(heads, `1,2026-03-03 10:00,POSITIVE,${link},`, `0001,2026-03-03T02:00Z,OTHER,${link},`)
    const again = await send(people.staff, uploadProfitAlerts, {}, { profitAlertsCsv: twice })
    expect(faultsOf(again)).toEqual(['line 3: the same stock and release time as line 2'])
    expect((await send(people.hk, uploadProfitAlerts, {}, { profitAlertsCsv: twice })).http).toBe(403)
  })

  it('gets the type from each title, replaces existing announcements, and can be rolled back', async () => {
    const titled = (title: string) =>
      load(
        uploadProfitAlerts,
        {},
        {
          profitAlertsCsv: lines(
            'stockCode,releaseTime,title,link',
            `7,2026-03-09 18:00,${title},https://news.example/7.pdf`,
          ),
        },
      )
    const seventh = async () =>
      (await alerts()).flatMap(({ stockList }) => stockList).find(({ stockCode }) => stockCode === '0007')?.reportType
    const first = await titled('POSITIVE PROFIT ALERT FOR THE YEAR ENDED 31 DECEMBER 2025')
    expect(await seventh()).toBe('POSITIVE')
    const second = await titled('PROFIT WARNING')
    expect(await seventh()).toBe('NEGATIVE')
    const back = (uploadId: number) => people.staff.ask(rollBackUpload, { params: { uploadId: String(uploadId) } })
    const { data } = await people.staff.ask(listUploads)
    expect(data.find(({ uploadId }) => uploadId === second.uploadId)).toMatchObject({ mayBeRolledBack: true })
    expect((await back(first.uploadId)).http).toBe(409)
    expect((await back(second.uploadId)).http).toBe(200)
    expect(await seventh()).toBe('POSITIVE')
    const third = await announce('8,2026-03-10 18:00,OTHER,https://news.example/8.pdf,')
    const before = await alerts()
    expect((await back(third.uploadId)).http).toBe(200)
    expect(await alerts()).toEqual(before.filter(({ date }) => date !== '2026-03-10'))
  })

  it('names the words by which titles were classified, and the titles that say neither or both (PA-06)', async () => {
    const heads = 'stockCode,releaseTime,reportType,title,link'
    const row = (minute: number, title: string) =>
      `8,2026-03-10 18:0${minute},Profit Warning,${title},https://news.example/8.pdf`
    const { notes } = await load(
      uploadProfitAlerts,
      {},
      {
        profitAlertsCsv: lines(
          heads,
          row(1, 'POSITIVE PROFIT ALERT'),
          row(2, 'Positive profit alert'),
          row(3, 'Expected turnaround'),
          row(4, 'INSIDE INFORMATION'),
          row(5, 'Positive alert and profit warning'),
        ),
      },
    )
    expect(notes).toEqual([
      'good news by the words of titles: “positive” 2, “turnaround” 1',
      'bad news by the words of titles: “warning” 1',
      'stored as other, because their titles say neither good nor bad news, or both, 1: 0008 “Positive alert and profit warning”',
    ])
    const types = (await alerts()).flatMap(({ stockList }) => stockList).filter(({ stockCode }) => stockCode === '0008')
    expect(types.map(({ reportType }) => reportType)).toEqual(['OTHER', 'NEGATIVE', 'POSITIVE', 'POSITIVE', 'POSITIVE'])
  })
})

it('the demo has ten weeks of announcements, each with a page in both languages that says it is invented', {
  tags: ['slow'],
}, async () => {
  await loadDemoMarkets(testServer.database, testServer.config, {
    now: Date.parse('2026-11-20T12:00:00Z'),
    say: () => undefined,
    exchanges: ['HKEX'],
    stocks: 40,
  })
  const demo = (await alerts()).filter(({ date }) => date > '2026-09-01')
  expect(demo[0]!.date >= '2026-11-16').toBe(true)
  expect(demo.length).toBeGreaterThan(30)
  const [alert] = demo[0]!.stockList
  const page = async (path: string) => {
    const answer = await fetch(testServer.base + path)
    return [answer.status, await answer.text()] as const
  }
  const [status, english] = await page(alert!.link)
  expect([status, english]).toEqual([200, expect.stringContaining('Demo announcement')])
  expect(english).toContain(alert!.stockCode)
  expect((await page(alert!.linkZh))[1]).toContain('示範公告')
  expect((await page('/demo-announcement/0001/2001-01-01T10:00'))[0]).toBe(404)
})
