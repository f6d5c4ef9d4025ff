import { finListStocks } from '@finlist/contract/finlist'
import { movers, uploadMovers } from '@finlist/contract/movers'
import { listUploads, rollBackUpload, uploadFinList, uploadPrices, uploadStocks } from '@finlist/contract/staff/admin'
import { uploadCorporateActions } from '@finlist/contract/staff/market-facts'
import { isHalfDay, tradingDays } from '@finlist/domain/calendar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BadRequest } from '../../src/http/client-errors.ts'
import { ImportRefused } from '../../src/market-data/import/import-errors.ts'
import { type IssueToPublish, publishIssue } from '../../src/market-data/lists/publish-issue.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'
import { lines, send } from './send-files.ts'

let testServer: TestServer
let staff: ApiClient
beforeAll(async () => {
  testServer = await openTestServer()
  staff = await ApiClient.signIn(testServer, 'staff')
})
afterAll(() => testServer.close())

const picks = 'stockCode,close,percivalScore'
const quarters = 'stockCode,quarter,thisReportDate'
const upload = (issueDate: string, finListCsv: string, finListFundamentalCsv?: string) =>
  send(
    staff,
    uploadFinList,
    { exchange: 'HKEX', issueDate, confirm: 'true' },
    { finListCsv, ...(finListFundamentalCsv && { finListFundamentalCsv }) },
  )
const shown = async (issueDate: string) =>
  (await staff.ask(finListStocks, { params: { exchange: 'HKEX' }, query: { issueDate } })).data
const stock = async (code: string) =>
  (await testServer.database.pool.query(`select * from stock where exchange = 'HKEX' and stock_code = $1`, [code]))
    .rows[0] as Record<string, unknown> | undefined

describe('an uploaded FinList (UPL-16)', () => {
  it('is returned as uploaded, with its fundamentals and its facts about the stocks (UPL-26)', async () => {
    const answer = await upload(
      '2025-01-03',
      lines(
        'stockCode,stockName,stockNameZh,close,closeChange,volume,volumeChange,percivalScore,buyPoint,patternType,isLowTurnover,subSector,subSectorZh,profileInfo,profileInfoZh,freePick',
        '9001,Alpha,甲,10.5,-1.25,6537711.0,+12.5,98.0,11,cwh,True,Chips,晶片,"Makes <b>chips</b>, =1+1\nand more",造晶片,1',
        '2,Beta,,20,,,,0,-1,NIL,,,,,,',
      ),
      lines(
        `${quarters},lastReportDate,thisEps,lastEps,epsChange,thisSales,lastSales,salesChange,thisNpm,lastNpm,npmChange`,
        '9001,q1,20240930,20230930,1.5,-0.5,,100.0,0.0,inf,-8061.11,,',
        '9001,2.0,2024-06-30,,,,,,,,,,',
      ),
    )
    expect(answer).toMatchObject({
      http: 200,
      data: { count: 4, finListCount: 2, fundamentalCount: 2, created: 2, uploadId: expect.any(Number) as number },
    })
    expect(answer.data.notes).toEqual([
      'not listed before and added now, 2: 0002, 9001',
      'changes from zero, which have no percentage and are kept as unknown: 1',
    ])
    const list = await shown('2025-01-03')
    expect(list).toHaveLength(2)
    expect(list.find(({ stockCode }) => stockCode === '9001')).toMatchObject({
      stockName: 'Alpha',
      stockNameZh: '甲',
      close: 10.5,
      closeChange: -1.25,
      volume: 6537711,
      volumeChange: 12.5,
      percivalScore: 98,
      buyPoint: 11,
      patternType: 'CWH',
      isLowTurnover: true,
      profileInfo: 'Makes <b>chips</b>, =1+1\nand more',
      fundamentalData: {
        q1: { thisReportDate: 20240930, salesChange: null, thisNpm: -8061.11 },
        q2: { thisReportDate: 20240630, lastReportDate: null },
      },
    })
    expect(list.find(({ stockCode }) => stockCode === '0002')).toMatchObject({
      closeChange: null,
      volume: null,
      percivalScore: 0,
      buyPoint: -1,
      patternType: 'NIL',
      isLowTurnover: false,
    })
  })

  it('is replaced completely by a new upload of the issue; uploading the same files twice changes nothing', async () => {
    const first = lines(picks, '9001,10,90', '9002,10,80')
    const both = [first, lines(quarters, '9001,1,20240930')] as const
    await upload('2025-01-10', ...both)
    const before = await shown('2025-01-10')
    await upload('2025-01-10', ...both)
    expect(await shown('2025-01-10')).toEqual(before)
    const again = await upload('2025-01-10', lines(picks, '9002,11,70'))
    expect(again.data.notes).toEqual([
      'the issue already existed and has been replaced; stocks before: 2',
      'fundamentals of the replaced issue, removed with it: 1',
    ])
    expect(await shown('2025-01-10')).toMatchObject([{ stockCode: '9002', close: 11 }])
  })

  it('an uploaded FinList of an older issue adds missing facts about a stock, and overwrites none', async () => {
    const named = 'stockCode,stockName,profileInfo,close,percivalScore'
    await upload('2025-02-07', lines(named, '9003,New name,,10,90'))
    await upload('2025-01-31', lines(named, '9003,Old name,Profile,10,90'))
    expect(await stock('9003')).toMatchObject({ stock_name: 'New name', profile_info: 'Profile' })
  })

  it('keeps fundamentals of a stock that is not in the list, and reports them', async () => {
    const answer = await upload(
      '2025-02-14',
      lines(picks, '9001,10,90'),
      lines(quarters, '9001,1,20240930', '9004,1,20240930'),
    )
    expect(answer.data.notes).toContain('stocks with fundamentals that are not in the list: 1')
  })

  describe('with blank figures of the day', () => {
    const issueDate = '2025-01-10'
    const days = tradingDays('HKEX', '2024-10-01', issueDate)
    /**
     * The volume of a day: 100 shares usually, 7 on half days, none on one day, 668 on the issue date. The price rises
     * by 1 a day.
     */
    const volumeOf = (day: string) =>
      day === issueDate ? 668 : day === '2024-12-02' ? 0 : isHalfDay('HKEX', day) ? 7 : 100
    const loadBars = (stockCode: string) =>
      send(
        staff,
        uploadPrices,
        { exchange: 'HKEX', stockCode },
        {
          priceCsv: lines(
            'date,open,high,low,close,volume',
            ...days.map((day, at) => `${day},${[at + 10, at + 10, at + 10, at + 10, volumeOf(day)].join()}`),
          ),
        },
      )
    const close = days.length + 9
    const counted = {
      close,
      closeChange: Math.round((1 / (close - 1)) * 10_000) / 100,
      volume: 668,
      volumeChange: 568,
      isLowTurnover: true,
    }
    const shownOf = async (code: string) => (await shown(issueDate)).find(({ stockCode }) => stockCode === code)

    it('gets them computed from prices, and keeps the figures that are given', async () => {
      await loadBars('9101')
      const head = 'stockCode,percivalScore,close,closeChange,volume,volumeChange,isLowTurnover'
      const answer = await upload(issueDate, lines(head, '9101,90,,,,,', '9102,80,5,,,,'))
      expect(answer.data.notes).toContain('stocks whose blank figures were computed from prices: 1')
      expect(await shownOf('9101')).toMatchObject(counted)
      expect(await shownOf('9102')).toMatchObject({ close: 5, closeChange: null, volume: null, isLowTurnover: false })
      await upload(issueDate, lines(head, '9101,90,12.5,-1,5,7,False'))
      const told = { close: 12.5, closeChange: -1, volume: 5, volumeChange: 7, isLowTurnover: false }
      expect(await shownOf('9101')).toMatchObject(told)
      await upload(issueDate, lines('stockCode,percivalScore', '9101,90'))
      expect(await shownOf('9101')).toMatchObject(counted)
    })

    it('is refused, naming each line, if a price is missing', async () => {
      const answer = await upload(issueDate, lines('stockCode,percivalScore,close', '9101,90,', '9103,80,', '9104,80,'))
      expect(answer.errors.map(({ message }) => message)).toEqual([
        'line 3: close is blank, and 9103 has no price on 2025-01-10 to take it from',
        'line 4: close is blank, and 9104 has no price on 2025-01-10 to take it from',
      ])
    })

    it('has the same usual volume as market movers', async () => {
      await send(
        staff,
        uploadMovers,
        { takenAt: `${issueDate}T10:00` },
        { moversCsv: lines('stockCode,price,volume', '9101,50,1') },
      )
      await send(
        staff,
        uploadMovers,
        { takenAt: `${issueDate}T11:00` },
        { moversCsv: lines('stockCode,price,volume', '9101,51,668') },
      )
      const { hourIncreaseList } = (await staff.ask(movers)).data
      expect(hourIncreaseList.map(({ stockCode, volumeChange }) => [stockCode, volumeChange])).toEqual([['9101', 6.68]])
    })

    it('computes changes across a split from adjusted prices, and takes the close as traded', async () => {
      await loadBars('9105')
      await send(
        staff,
        uploadCorporateActions,
        // Confirm, because the price does not follow the split.
        { exchange: 'HKEX', confirm: 'true' },
        { corporateActionCsv: lines('stockCode,exDate,kind,numerator,denominator', `9105,${issueDate},split,2,1`) },
      )
      await upload(issueDate, lines('stockCode,percivalScore', '9105,90'))
      expect(await shownOf('9105')).toMatchObject({
        close,
        closeChange: Math.round((close / ((close - 1) / 2) - 1) * 10_000) / 100,
        volume: 668,
        volumeChange: 234,
      })
    })
  })

  const refused: Record<string, [finList: string, fundamentals: string | undefined, says: string]> = {
    'a missing column': [lines('stockCode,close', '1,1'), undefined, 'line 1: missing columns: percivalScore'],
    'a score above 100': [lines(picks, '1,1,101'), undefined, 'line 2: percivalScore is not between 0 and 100: 101'],
    'a blank close': [
      lines(picks, '1,,10'),
      undefined,
      'line 2: close is blank, and 0001 has no price on 2025-03-07 to take it from',
    ],
    'a buy point of zero': [lines(`${picks},buyPoint`, '1,1,10,0'), undefined, 'line 2: buyPoint is not above zero: 0'],
    'an unknown pattern': [
      lines(`${picks},patternType`, '1,1,10,HS'),
      undefined,
      'line 2: patternType must be one of CUP, CWH, FB, DB, BASE, NIL, not HS',
    ],
    'neither yes nor no': [
      lines(`${picks},isLowTurnover`, '1,1,10,maybe'),
      undefined,
      'line 2: isLowTurnover is neither True nor False: maybe',
    ],
    'the same stock twice': [
      lines(picks, '1,1,10', '2,1,10', '0001,1,10'),
      undefined,
      'line 4: the same stock as line 2',
    ],
    'a name too long': [
      lines(`${picks},stockName`, `1,1,10,${'x'.repeat(201)}`),
      undefined,
      'line 2: stockName is longer than 200 characters',
    ],
    'a profile too long': [
      lines(`${picks},profileInfo`, `1,1,10,${'x'.repeat(5_001)}`),
      undefined,
      'line 2: profileInfo is longer than 5000 characters',
    ],
    'a control character': [
      lines(`${picks},stockName`, '1,1,10,a\u0007b'),
      undefined,
      'line 2: stockName holds a control character',
    ],
    'a newline in a name': [
      lines(`${picks},stockName`, '1,1,10,"a\nb"'),
      undefined,
      'line 2: stockName holds a control character',
    ],
    'a ninth quarter': [
      lines(picks, '1,1,10'),
      lines(quarters, '1,q9,20240930'),
      'fundamentals, line 2: quarter must be 1 to 8, not q9',
    ],
    'the same quarter twice': [
      lines(picks, '1,1,10'),
      lines(quarters, '1,1,20240930', '1,q1,20240930'),
      'fundamentals, line 3: the same stock and quarter as line 2',
    ],
    'figures known before their quarter ended': [
      lines(picks, '1,1,10'),
      lines(`${quarters},knownOn`, '1,1,20240930,2024-09-29'),
      'fundamentals, line 2: knownOn must be from 2024-09-30, the end of the quarter, to 2025-03-07, the date of the list, not 2024-09-29',
    ],
    'figures known after the day of the list': [
      lines(picks, '1,1,10'),
      lines(`${quarters},knownOn`, '1,1,20240930,2025-03-08'),
      'fundamentals, line 2: knownOn must be from 2024-09-30, the end of the quarter, to 2025-03-07, the date of the list, not 2025-03-08',
    ],
    'no report date': [
      lines(picks, '1,1,10'),
      lines(quarters, '1,1,'),
      'fundamentals, line 2: thisReportDate is blank',
    ],
  }
  it.each(Object.entries(refused))('is refused with %s (UPL-28)', async (_, [finList, fundamentals, says]) => {
    const answer = await upload('2025-03-07', finList, fundamentals)
    expect(answer).toMatchObject({ http: 400, status: 'Error' })
    expect(answer.errors.map(({ message }) => message)).toEqual([says])
    expect(
      (await staff.ask(finListStocks, { params: { exchange: 'HKEX' }, query: { issueDate: '2025-03-07' } })).http,
    ).toBe(404)
  })

  it('is refused with an invalid issue date, or without its file (UPL-13)', async () => {
    expect((await upload('2025-02-30', lines(picks, '1,1,10'))).http).toBe(400)
    expect(await upload('2999-01-01', lines(picks, '1,1,10'))).toMatchObject({
      http: 400,
      errors: [{ field: 'issueDate' }],
    })
    const without = await send(staff, uploadFinList, { exchange: 'HKEX', issueDate: '2025-03-07' }, {})
    expect(without).toMatchObject({ http: 400, errors: [{ field: 'finListCsv' }] })
  })
})

describe('an uploaded stock list (UPL-21)', () => {
  const list = (...rows: string[]) => send(staff, uploadStocks, { exchange: 'HKEX' }, { stockCsv: lines(...rows) })

  it('adds stocks, and updates only the given columns of existing ones', async () => {
    const first = await list(
      'stockCode,stockName,stockNameZh,sector,profileInfo,isIndex',
      '8001,One,一,Tech,Profile,',
      '8002,Two,,,,1',
    )
    expect(first.data).toMatchObject({ count: 2, created: 2, uploadId: expect.any(Number) as number })
    const second = await list('stockCode,stockName,sector', '8001,Uno,')
    expect(second.data).toMatchObject({ count: 1, created: 0 })
    expect(await stock('8001')).toMatchObject({
      stock_name: 'Uno',
      stock_name_zh: '一',
      sector: '',
      profile_info: 'Profile',
    })
    expect(await stock('8002')).toMatchObject({ is_index: true })
  })

  it('may have the usual Chinese headers; a single name is used in both languages', async () => {
    expect((await list('代號,名稱', '8003,丙')).data.count).toBe(1)
    expect(await stock('8003')).toMatchObject({ stock_name: '丙', stock_name_zh: '丙' })
    expect((await list('股票代號,英文名稱,名稱', '8003,Three,丙')).data.count).toBe(1)
    expect(await stock('8003')).toMatchObject({ stock_name: 'Three', stock_name_zh: '丙' })
  })

  it('is refused with a missing or blank name, or with the same stock twice (UPL-28)', async () => {
    expect((await list('stockCode,stockNameZh', '8004,丁')).errors[0]!.message).toBe(
      'line 1: missing columns: stockName',
    )
    expect((await list('stockCode,stockName', '8004,')).errors[0]!.message).toBe('line 2: stockName is blank')
    expect((await list('stockCode,stockName,stockNameZh', '8005,,只有中文名')).http).toBe(200)
    expect((await list('stockCode,stockName', '8004,a', '08004,b')).errors[0]!.message).toBe(
      'line 3: the same stock as line 2',
    )
    expect(await stock('8004')).toBeUndefined()
  })
})

describe('an issue that the server itself publishes', () => {
  const by = { userId: null, name: 'the list maker' }
  const publish = (issueDate: string, rows: Pick<IssueToPublish, 'picks' | 'fundamentals'>, dryRun = false) =>
    publishIssue(
      testServer.database,
      { exchange: 'HKEX', issueDate, ...rows },
      { by, now: testServer.clock.now(), dryRun },
    )
  const statusOf = async (issueDate: string) =>
    (await staff.ask(finListStocks, { params: { exchange: 'HKEX' }, query: { issueDate } })).http
  const picks = [
    {
      stockCode: '9101',
      stockName: 'Quote " and, comma',
      close: 10.5,
      percivalScore: 90,
      buyPoint: 11,
      patternType: 'CWH',
    },
    { stockCode: '9102', close: 3, percivalScore: 80, buyPoint: null },
  ]

  it('appears like an uploaded one, is in the history and can be rolled back', async () => {
    const result = await publish('2024-01-05', {
      picks,
      fundamentals: [{ stockCode: '9101', quarter: 1, thisReportDate: '2023-12-31', thisEps: 1.5 }],
    })
    expect(result.counts).toMatchObject({ finListCount: 2, fundamentalCount: 1 })
    const list = await shown('2024-01-05')
    expect(list.find(({ stockCode }) => stockCode === '9101')).toMatchObject({
      stockName: 'Quote " and, comma',
      close: 10.5,
      buyPoint: 11,
      patternType: 'CWH',
      fundamentalData: { q1: { thisEps: 1.5 } },
    })
    expect(list.find(({ stockCode }) => stockCode === '9102')).toMatchObject({
      close: 3,
      buyPoint: -1,
      patternType: 'NIL',
    })
    const [newest] = (await staff.ask(listUploads)).data
    expect(newest).toMatchObject({
      uploadId: result.uploadId,
      kind: 'finlist',
      by: 'the list maker',
      mayBeRolledBack: true,
    })
    expect((await staff.ask(rollBackUpload, { params: { uploadId: String(result.uploadId) } })).http).toBe(200)
    expect(await statusOf('2024-01-05')).toBe(404)
  })

  it('is checked and counted as a draft, but not stored', async () => {
    expect(await publish('2024-01-12', { picks }, true)).toMatchObject({ count: 2, uploadId: null })
    expect(await statusOf('2024-01-12')).toBe(404)
  })

  it('is refused as a whole by the same rules as an upload', async () => {
    const twice = publish('2024-01-19', { picks: [...picks, picks[0]!] })
    await expect(twice).rejects.toBeInstanceOf(ImportRefused)
    await expect(publish('2025-02-30', { picks })).rejects.toBeInstanceOf(BadRequest)
    expect(await statusOf('2024-01-19')).toBe(404)
  })
})
