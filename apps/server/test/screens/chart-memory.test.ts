import { chartMemory, mostDrawnOn, mostRemembered, rememberChart } from '@finlist/contract/charts/chart-memory'
import { saveChart } from '@finlist/contract/charts/chart-storage'
import { uploadStocks } from '@finlist/contract/staff/admin'
import { uploadRenames } from '@finlist/contract/staff/market-facts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { lines, send } from '../data/send-files.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
let free: ApiClient
let other: ApiClient
const pool = () => testServer.database.pool
const symbol = 'HKEX:0700'
const nothing = { board: null, drawings: null }

beforeAll(async () => {
  testServer = await openTestServer()
  free = await ApiClient.signIn(testServer, 'free')
  other = await ApiClient.signIn(testServer, 'hk-yearly')
})
afterAll(() => testServer.close())
beforeEach(() => pool().query('delete from chart_memory'))

const read = async (who = free, of = symbol) => (await who.ask(chartMemory, { query: { symbol: of } })).data
const remember = (body: object, who = free) =>
  who.ask(rememberChart, { body: { content: '{}', since: 0, ...body } as never })

it('chart memory stores, separately for each user, how they left the chart and what they drew on each symbol', async () => {
  expect(await read()).toEqual(nothing)
  await remember({ content: '{"left":1}' })
  await remember({ content: '[7]', symbol })
  await remember({ content: '[8]', symbol: 'HKEX:0005' })
  expect(await read()).toMatchObject({
    board: { content: '{"left":1}', version: 1 },
    drawings: { content: '[7]', version: 1 },
  })
  expect((await free.ask(chartMemory)).data).toMatchObject({ board: { version: 1 }, drawings: null })
  expect(await read(other)).toEqual(nothing)
})

it('in chart memory the later of two devices’ changes wins, and its response reports what it replaced', async () => {
  const first = await remember({ content: 'a' })
  expect(first.data).toEqual({ version: 1, replaced: null })
  expect((await remember({ content: 'b', since: 1 })).data).toEqual({ version: 2, replaced: null })
  const { board } = await read()
  const late = await remember({ content: 'c', since: 1 })
  expect(late.data).toEqual({ version: 3, replaced: board!.at })
  expect((await read()).board).toMatchObject({ content: 'c', version: 3 })
  const both = await Promise.all(['d', 'e'].map(content => remember({ content, since: 3 })))
  expect(both.map(({ data }) => data.version).toSorted((one, two) => one - two)).toEqual([4, 5])
  expect(both.filter(({ data }) => data.replaced !== null)).toHaveLength(1)
})

it.each([
  ['nothing', { content: '' }, 'content'],
  ['more than can be stored at once', { content: 'x'.repeat(mostRemembered + 1) }, 'content'],
  ['an invalid version', { since: -1 }, 'since'],
])('chart memory refuses %s, naming the field', async (_, body, field) => {
  expect(await remember(body)).toMatchObject({ http: 400, errors: [{ field }] })
})

it('chart memory accepts no practice symbol and no unknown symbol', async () => {
  for (const of of ['PRAC:AAA', 'GAME:x', 'nothing']) {
    expect((await remember({ symbol: of })).http).toBe(404)
    expect((await free.ask(chartMemory, { query: { symbol: of } })).http).toBe(404)
  }
})

it('a full chart memory evicts the drawings of the symbol that was least recently drawn on, never the chart’s state', async () => {
  await remember({ content: 'left' })
  await pool().query(
    `insert into chart_memory (user_id, exchange, stock_code, content, kept_at)
     select $1, 'US', 'S' || n, '[]', now() - interval '1 day' + n * interval '1 second' from generate_series(1, $2::int) n`,
    [free.userId, mostDrawnOn],
  )
  await remember({ content: '[1]', symbol })
  expect((await read()).board).toMatchObject({ content: 'left' })
  expect(await read(free, 'US:S1')).toMatchObject({ drawings: null })
  expect(await read(free, 'US:S2')).toMatchObject({ drawings: { content: '[]' } })
})

it('chart memory counts towards a user’s storage limit', async () => {
  await pool().query(
    `insert into chart_memory (user_id, exchange, stock_code, content)
     select $1, 'US', 'S' || n, repeat('x', 300000) from generate_series(1, 17) n`,
    [free.userId],
  )
  expect(await free.ask(saveChart, { body: { name: 'More', content: '{}' } })).toMatchObject({
    http: 400,
    errors: [{ code: 'storage_quota' }],
  })
})

it('chart memory moves with a renamed stock to its new code; if both codes have drawings, the later ones are shown', async () => {
  const staff = await ApiClient.signIn(testServer, 'staff')
  await send(staff, uploadStocks, { exchange: 'HKEX' }, { stockCsv: lines('stockCode,stockName', '0700,Seven') })
  await remember({ content: '[1]', symbol })
  await remember({ content: '[2]', symbol: 'HKEX:0701' }, other)
  await remember({ content: '[3]', symbol }, other)
  const renamed = await send(
    staff,
    uploadRenames,
    { exchange: 'HKEX' },
    { renameCsv: lines('fromCode,toCode,on', '0700,0701,2026-01-05') },
  )
  expect(renamed.http).toBe(200)
  expect((await read(free, 'HKEX:0701')).drawings).toMatchObject({ content: '[1]' })
  expect((await read(other, 'HKEX:0701')).drawings).toMatchObject({ content: '[3]' })
  await remember({ content: '[4]', symbol: 'HKEX:0701', since: 1 }, other)
  expect((await pool().query('select from chart_memory where user_id = $1', [other.userId])).rowCount).toBe(1)
})
