import { screenStocks } from '@finlist/contract/screener'
import { uploadFinList, uploadPrices, uploadStocks } from '@finlist/contract/staff/admin'
import { addDays, tradingDays } from '@finlist/domain/calendar'
import { Random } from '@finlist/domain/random'
import { type FigureName, figureNames, figureOf } from '@finlist/domain/screener/figures'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type * as z from 'zod/mini'
import { lines, send } from '../data/send-files.ts'
import { calmDay } from '../test-clock.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

type Body = Partial<z.input<typeof screenStocks.body>>

const codes = ['0005', '0388', '0700', '0941', '1299', '1810', '2318', '2800']
const gone = '2318'
const friday = '2026-05-29'
const until = tradingDays('HKEX', '2025-03-03', friday)
const later = tradingDays('HKEX', addDays(friday, 1), '2026-06-30')
const allStored = figureNames.filter(name => {
  const figure = figureOf(name)
  return figure.kind !== 'text' && figure.group !== 'results' && figure.group !== 'hk' && name !== 'since'
})

let testServer: TestServer
let staff: ApiClient
let hk: ApiClient
/** What the screener answered when the Friday was the newest day. */
let then: Awaited<ReturnType<typeof screened>>

beforeAll(async () => {
  testServer = await openTestServer({}, { at: calmDay })
  ;[staff, hk] = (await Promise.all(['staff', 'hk-monthly'].map(name => ApiClient.byToken(testServer, name)))) as [
    ApiClient,
    ApiClient,
  ]
  await upload(uploadStocks, { stockCsv: lines('stockCode,stockName', ...codes.map(code => `${code},Name ${code}`)) })
  await uploadDays(until, codes)
  await upload(
    uploadFinList,
    {
      finListCsv: lines(
        'stockCode,close,percivalScore,patternType,buyPoint,isLowTurnover',
        `0700,${closeOn('0700', friday)},90,CUP,${closeOn('0700', friday)},0`,
      ),
    },
    { issueDate: friday },
  )
  await vi.waitUntil(async () => (await ask({ query: 'listed' })).data?.matched === 1, 30_000)
  then = await screened({ columns: allStored })
  await uploadDays(
    later,
    codes.filter(code => code !== gone),
  )
  await vi.waitUntil(async () => (await ask({})).data?.markets[0]?.date === later.at(-1), 30_000)
})
afterAll(() => testServer.close())

/** A stock's line of prices for each day of its walk. */
const walks = new Map(
  codes.map(code => {
    const random = new Random('past screens', code)
    let close = random.between(20, 200)
    return [
      code,
      new Map(
        [...until, ...later].map(day => {
          close = Math.max(2, close * (1 + 0.02 * random.gaussian()))
          const prices = [close, close * 1.01, close * 0.99, close].map(price => price.toFixed(2))
          return [day, [...prices, random.whole(1e6, 5e7)] as const]
        }),
      ),
    ]
  }),
)
const closeOn = (code: string, day: string) => walks.get(code)!.get(day)![3] as string
const uploadDays = (days: readonly string[], of: readonly string[]) =>
  upload(uploadPrices, {
    priceCsv: lines(
      'stockCode,date,open,high,low,close,volume',
      ...of.flatMap(code => days.map(day => [code, day, ...walks.get(code)!.get(day)!].join())),
    ),
  })
async function upload(call: Parameters<typeof send>[1], files: Record<string, string>, query = {}) {
  const answer = await send(staff, call, { exchange: 'HKEX', ...query }, files)
  expect([answer.http, answer.errors]).toEqual([200, undefined])
}
const ask = (body: Body, who = hk) => who.ask(screenStocks, { body: { markets: ['HKEX'], ...body } as never })
async function screened(body: Body) {
  const { http, data, errors } = await ask(body)
  expect([http, errors]).toEqual([200, undefined])
  return data
}
const valuesOf = async (body: Body, figure: FigureName) =>
  Object.fromEntries(
    (await screened({ ...body, columns: [figure] })).rows.map(({ stockCode, values }) => [stockCode, values[0]]),
  )

describe('a screen of a past week', () => {
  it('answers as it did at the end of that week, until the newest complete week', async () => {
    for (const on of [friday, addDays(friday, 2), addDays(friday, 6)]) {
      const { since, ...past } = await screened({ on, columns: allStored })
      expect(past).toEqual(then)
      expect(since).toBeDefined()
    }
    expect((await screened({ on: addDays(friday, 7) })).markets[0]!.date).toBe('2026-06-05')
  })

  it('shows what followed: each stock’s change, the medians, and how many have no newest price', async () => {
    const since = await valuesOf({ on: friday }, 'since')
    const newest = later.at(-1)!
    const expected = Object.fromEntries(
      codes.map(code => [
        code,
        code === gone
          ? null
          : Math.round((Number(closeOn(code, newest)) / Number(closeOn(code, friday)) - 1) * 10_000) / 100,
      ]),
    )
    expect(since).toEqual(expected)
    const { since: medians } = await screened({ on: friday, query: 'price > 0' })
    const sorted = Object.values(expected)
      .filter(value => value !== null)
      .toSorted((one, other) => one - other)
    expect(medians).toEqual({ matched: sorted[3], scope: sorted[3], gone: 1 })
    const up = await screened({ on: friday, query: 'since > 0' })
    expect(up.matched).toBe(sorted.filter(value => value > 0).length)
    expect((await screened({ query: 'since > 0 or since <= 0' })).matched).toBe(0)
  })

  it('has the list of its day and no later one', async () => {
    expect((await screened({ on: friday, query: 'listed' })).rows.map(({ stockCode }) => stockCode)).toEqual(['0700'])
    expect((await screened({ on: addDays(friday, -1), scope: 'list' })).matched).toBe(0)
  })

  it('has the prices known then, also after a correction', async () => {
    const before = await valuesOf({ on: friday }, 'price')
    await testServer.database.pool.query(`update upload set uploaded_at = '2026-05-29T11:00Z' where kind = 'prices'`)
    await upload(uploadPrices, {
      priceCsv: lines('stockCode,date,open,high,low,close,volume', `0005,${friday},9,9,9,9,1000000`),
    })
    const kept = async () =>
      (await testServer.database.pool.query('select week from past_board where week >= $1', [friday])).rowCount
    await expect.poll(kept, { timeout: 30_000 }).toBe(0)
    expect(await valuesOf({ on: friday }, 'price')).toEqual(before)
    expect(await kept()).toBe(1)
  })

  it('names a market without prices in that week, and refuses a day that is none or too long ago', async () => {
    expect((await screened({ on: '2010-01-04' })).markets).toEqual([
      { exchange: 'HKEX', date: null, total: 0, matched: 0, leftOut: 'no-prices' },
    ])
    for (const on of ['1999-12-31', '2026-02-30', 'yesterday', '2026-5-1']) {
      const { http, errors } = await ask({ on })
      expect([http, errors?.[0]?.field]).toEqual([400, 'on'])
    }
  })

  it('asks for the same rights as one of the newest day', async () => {
    const free = await ApiClient.byToken(testServer, 'free')
    expect((await ask({ on: friday }, free)).http).toBe(403)
    const us = await ApiClient.byToken(testServer, 'us-yearly')
    const { data } = await us.ask(screenStocks, { body: { markets: ['HKEX', 'US'], on: friday, query: 'rs > 1' } })
    expect(data.markets[0]).toMatchObject({ leftOut: 'right', matched: 0 })
  })
})
