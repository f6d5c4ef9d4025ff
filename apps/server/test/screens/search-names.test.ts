import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chartSearch } from '@finlist/contract/charts/chart'
import { rollBackUpload, uploadStocks } from '@finlist/contract/staff/admin'
import { uploadRenames } from '@finlist/contract/staff/market-facts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atRest } from '../at-rest.ts'
import { lines, send } from '../data/send-files.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
let staff: ApiClient
let free: ApiClient

async function load(exchange: string, ...rows: string[]) {
  const file = { stockCsv: lines('stockCode,stockName,stockNameZh', ...rows) }
  const { http, data } = await send(staff, uploadStocks, { exchange }, file)
  expect(http).toBe(200)
  await atRest(testServer)
  return data.uploadId
}
async function rename(...rows: string[]) {
  const file = { renameCsv: lines('fromCode,toCode,on', ...rows) }
  const { http, data } = await send(staff, uploadRenames, { exchange: 'HKEX' }, file)
  expect(http).toBe(200)
  return data.uploadId
}
const rollBack = async (uploadId: number | null) => {
  const { http } = await staff.ask(rollBackUpload, { params: { uploadId: String(uploadId) } })
  expect(http).toBe(200)
}

type Found = { full_name: string; formerly?: string; formerly_zh?: string }
const search = async (query: string, exchange = '') =>
  Object.values(
    await free.raw('GET', `${chartSearch.path}?${new URLSearchParams({ query, exchange }).toString()}`),
  ).filter((found): found is Found => typeof found === 'object' && found !== null && 'full_name' in found)
const names = async (query: string, exchange?: string) => (await search(query, exchange)).map(found => found.full_name)
const formers = async (query: string) =>
  (await search(query)).map(({ full_name, formerly, formerly_zh }) => [full_name, formerly, formerly_zh])

beforeAll(async () => {
  testServer = await openTestServer()
  staff = await ApiClient.signIn(testServer, 'staff')
  free = await ApiClient.signIn(testServer, 'free')
  await load(
    'HKEX',
    '0700,Tencent,騰訊控股',
    '0005,HSBC Holdings,滙豐控股',
    '1963,Bank of Chongqing,重慶銀行',
    '3337,Greentown,綠城中國',
    '0388,TXKG,港交所',
    '6060,Insured,',
  )
  await load('CN', '600036,Merchants Bank,招商银行')
  await load('JP', '7203,Toyota,豐田自動車')
})
afterAll(() => testServer.close())

describe('stocks with a Chinese name', () => {
  it('are found by pinyin and jyutping, as initials or in full, joined or not', async () => {
    for (const query of ['tengxun', 'teng xun kong', 'TengXunKongGu', 'tangseon', 'tangseonhunggu', 'tshg'])
      expect([query, await names(query)]).toEqual([query, ['HKEX:0700']])
    // The sound is that of the word: chóngqìng and yínháng, not zhòngqìng and yínxíng.
    expect(await names('chongqingyinhang')).toEqual(['HKEX:1963'])
    expect(await names('cunghing')).toEqual(['HKEX:1963'])
    for (const query of ['lvcheng', 'lucheng', 'lücheng', 'lukseng', 'luksing'])
      expect([query, await names(query)]).toEqual([query, query === 'lukseng' ? [] : ['HKEX:3337']])
  })

  it('are found by sound in every market, in simplified characters, and within one market', async () => {
    expect(await names('zsyh')).toEqual(['CN:600036'])
    expect(await names('ziusoeng')).toEqual(['CN:600036'])
    expect(await names('fengtian')).toEqual(['JP:7203'])
    expect(await names('fungtin', 'JP')).toEqual(['JP:7203'])
    expect(await names('fengtian', 'HKEX')).toEqual([])
  })

  it('are not found by the middle of a sound, nor by a part of a name that is no sound', async () => {
    expect(await names('engxun')).toEqual([])
    expect(await names('tengxun700')).toEqual([])
  })

  it('come after stocks whose code or name is the text or begins with it, and before those whose name contains it', async () => {
    await load('US', 'TXK,Texarkana,', 'HSB,Bank Hsb,', 'TXKGA,Fund,', 'OTX,Not txkg,')
    expect(await names('txkg')).toEqual(['HKEX:0388', 'US:TXKGA', 'HKEX:0700', 'US:OTX'])
  })

  it('are found by sound as soon as a new name is imported', async () => {
    expect(await names('zhongbao')).toEqual([])
    await load('HKEX', '6060,Insured,眾保')
    expect(await names('zhongbao')).toEqual(['HKEX:6060'])
  })
})

describe('practice stocks and stocks of the game', () => {
  it('are not found by sound', async () => {
    await testServer.database.pool.query(
      `insert into practice_stock (space, stock_code, stock_name_zh) values ('GAME', 'S1', '騰訊控股'), ('PRAC', 'P1', '騰訊控股')`,
    )
    // A published topic makes the search read the stocks again.
    await load('US', 'NEW,New,')
    for (const exchange of ['', 'PRAC', 'GAME'])
      expect(await names('tengxun', exchange)).toEqual(exchange === '' ? ['HKEX:0700'] : [])
    expect(await names('騰訊', 'PRAC')).toEqual(['PRAC:P1'])
    expect(await names('騰訊', 'GAME')).toEqual([])
  })
})

describe('renamed stocks', () => {
  it('are found by former names in both languages and by their sound, after those that have the name now', async () => {
    await load('HKEX', '0011,Far East Consortium,遠東發展')
    await load('HKEX', '0011,Dorsett,帝盛')
    await load('US', 'FAR,Far East Energy,')
    expect(await formers('far east')).toEqual([
      ['US:FAR', undefined, undefined],
      ['HKEX:0011', 'Far East Consortium', '遠東發展'],
    ])
    expect(await formers('远东')).toEqual([['HKEX:0011', 'Far East Consortium', '遠東發展']])
    expect(await formers('yuandong')).toEqual([['HKEX:0011', 'Far East Consortium', '遠東發展']])
    expect(await formers('disheng')).toEqual([['HKEX:0011', undefined, undefined]])
  })

  it('keep only the name that changed, and forget a change that is rolled back', async () => {
    await load('HKEX', '0012,Same,舊名')
    const uploadId = await load('HKEX', '0012,Same,錯名')
    expect(await formers('舊名')).toEqual([['HKEX:0012', '舊名', '舊名']])
    await rollBack(uploadId)
    expect(await formers('舊名')).toEqual([['HKEX:0012', undefined, undefined]])
    expect(await formers('錯名')).toEqual([])
  })

  it('keep their last eight former names', async () => {
    for (let n = 0; n < 10; n++) await load('HKEX', `0013,Series${n}x,`)
    expect(await formers('series0x')).toEqual([])
    expect(await formers('series1x')).toEqual([['HKEX:0013', 'Series1x', 'Series1x']])
    expect(await formers('series8x')).toEqual([['HKEX:0013', 'Series8x', 'Series8x']])
  })

  it('are found by former codes, unless another stock has that code now, and no longer after a roll-back', async () => {
    await load('HKEX', '2001,Mover,', '2002,Other,')
    await rename('2001,2003,2026-01-05')
    expect(await formers('2001')).toEqual([['HKEX:2003', '2001', '2001']])
    const uploadId = await rename('2003,2004,2026-02-02')
    expect(await formers('2001')).toEqual([['HKEX:2004', '2001', '2001']])
    await load('HKEX', '2001,Newcomer,')
    expect(await formers('2001')).toEqual([
      ['HKEX:2001', undefined, undefined],
      ['HKEX:2004', '2001', '2001'],
    ])
    await rollBack(uploadId)
    expect(await formers('2003')).toEqual([['HKEX:2003', undefined, undefined]])
  })

  it('keep their names when the code changes to one that is listed under a new name, and a roll-back undoes it', async () => {
    await load('HKEX', '2011,Old Harbour,', '2012,New Harbour,')
    const uploadId = await rename('2011,2012,2026-01-05')
    expect(await formers('old harbour')).toEqual([['HKEX:2012', 'Old Harbour', 'Old Harbour']])
    await rollBack(uploadId)
    expect(await formers('old harbour')).toEqual([['HKEX:2011', undefined, undefined]])
    expect(await formers('new harbour')).toEqual([['HKEX:2012', undefined, undefined]])
  })
})

it('only the thread that spells names loads the dictionaries', async () => {
  const folder = new URL('../../src', import.meta.url).pathname
  const files = (await readdir(folder, { recursive: true })).filter(name => name.endsWith('.ts'))
  const importing = async (what: RegExp) => {
    const found = await Promise.all(
      files.map(async name => (what.test(await readFile(join(folder, name), 'utf8')) ? [name] : [])),
    )
    return found.flat()
  }
  expect(await importing(/['"](?:pinyin-pro|to-jyutping)['"]/)).toEqual(['market-data/names/sounds.ts'])
  expect(await importing(/\/sounds\.ts'$/m)).toEqual(['workers/sounds.ts'])
})
