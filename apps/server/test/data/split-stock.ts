import { uploadPrices, uploadStocks } from '@finlist/contract/staff/admin'
import type { ActionKind } from '@finlist/domain/adjust/kinds'
import { tradingDays } from '@finlist/domain/calendar'
import { expect } from 'vitest'
import { actionsChanged } from '../../src/market-data/store/corporate-actions.ts'
import { ApiClient, openTestServer } from '../test-server.ts'
import { lines, send } from './send-files.ts'

export const exchange = 'HKEX'
/**
 * 300 trading days. On day 250, counted from 0, 0700 splits seven for one: its price falls from about 700 to 100, and
 * its volume rises sevenfold.
 */
export const days = tradingDays(exchange, '2022-01-03', '2023-06-30').slice(0, 300)
export const exDate = days[250]!
const heads = 'date,open,high,low,close,volume'
const bar = (day: string, price: number, volume: number) => `${day},${price},${price},${price},${price},${volume}`

export type Action = { on?: string; kind?: ActionKind; ratio?: [number, number]; amount?: number; currency?: string }
export const sevenForOne: Action = { ratio: [7, 1] }

/** Loads 0700, which is split. Also loads 0005 and the index, which move in the same way but have no split. */
export async function openSplitStock() {
  const testServer = await openTestServer()
  const [staff, hk] = await Promise.all(['staff', 'hk-monthly'].map(name => ApiClient.signIn(testServer, name)))
  async function load(call: Parameters<typeof send>[1], query: Record<string, string>, files: Record<string, string>) {
    const answer = await send(staff!, call, query, files)
    expect([answer.http, answer.errors]).toEqual([200, undefined])
  }
  const stocks = ['0700,Split,拆', '0005,Plain,平', 'HSI,Index,指數']
  await load(uploadStocks, { exchange }, { stockCsv: lines('stockCode,stockName,stockNameZh', ...stocks) })
  const before = (n: number) => 700 + 7 * (n % 5)
  const bars = days.map((day, n) => (n < 250 ? bar(day, before(n), 100) : bar(day, before(n) / 7, 700)))
  await load(uploadPrices, { exchange, stockCode: '0700' }, { priceCsv: lines(heads, ...bars) })
  const plain = days.map((day, n) => bar(day, 100 + (n % 5), 700))
  for (const stockCode of ['0005', 'HSI'])
    await load(uploadPrices, { exchange, stockCode }, { priceCsv: lines(heads, ...plain) })

  /** Replaces all corporate actions by the given ones of 0700. */
  async function act(...actions: Action[]) {
    await testServer.database.write(async tx => {
      await tx.query('delete from corporate_action')
      for (const { on = exDate, kind = 'split', ratio, amount, currency = 'HKD' } of actions)
        await tx
          .insertInto('corporate_action')
          .values({
            exchange,
            stock_code: '0700',
            ex_date: on,
            kind,
            numerator: ratio?.[0] ?? null,
            denominator: ratio?.[1] ?? null,
            amount: amount ?? null,
            currency: amount === undefined ? null : currency,
            source: 'test',
          })
          .execute()
      await actionsChanged(tx, exchange, ['0700'])
    })
  }
  return { testServer, hk: hk!, load, act }
}
