import type { FinListStock } from '@finlist/contract/finlist'
import type { MessageTarget } from '@finlist/contract/staff/message-targets'
import type { ExchangeId } from '@finlist/domain/markets'
import { type Page, request, test } from '@playwright/test'
import { signInByApi } from './accounts.ts'
import { type Ask, asker } from './api.ts'

export type Desk = {
  /** Calls the API as a staff member's browser. */
  ask: Ask
  leave(): Promise<void>
}

/** Signs a staff member in, in a separate browser. */
export async function openDesk(page: Page): Promise<Desk> {
  const { origin } = new URL((await page.request.get('/api/health')).url())
  const requests = await request.newContext({ baseURL: origin })
  await signInByApi(requests, 'staff')
  return { ask: asker(requests), leave: () => requests.dispose() }
}

/** Publishes messages to the target until the end of tomorrow; returns their ids. */
export async function tell(desk: Desk, target: MessageTarget, ...texts: [en: string, zh: string][]): Promise<number[]> {
  const expiryDate = new Date(Date.now() + 86_400_000).toISOString()
  const ids: number[] = []
  for (const [messageEn, messageZh] of texts) {
    const json = { expiryDate, messageEn, messageZh, target }
    const path = '/admin/data/system-notifications'
    ids.push((await desk.ask<{ systemMessageId: number }>(path, { method: 'POST', json })).systemMessageId)
  }
  return ids
}

/** Publishes an issue with these files, and confirms whatever the server asks to have confirmed. */
export const publishIssue = (
  desk: Desk,
  exchange: ExchangeId,
  issueDate: string,
  files: { finListCsv: string; finListFundamentalCsv: string },
) =>
  desk.ask(`/admin/data/finlist/upload?exchange=${exchange}&issueDate=${issueDate}&confirm=true`, {
    method: 'POST',
    files,
  })

/** An issue with a single pick. */
export const onePick = {
  finListCsv: 'stockCode,close,percivalScore\n9001,10,90',
  finListFundamentalCsv: 'stockCode,quarter,thisReportDate\n9001,1,20240331',
}

/**
 * As staff, publishes an issue for this test: the newest issue of Hong Kong, modified by `change`. Returns its address.
 */
export async function publish(page: Page, change: (stocks: FinListStock[]) => void): Promise<string> {
  const desk = await openDesk(page)
  const [newest] = await desk.ask<string[]>('/finlist/HKEX/issue-dates')
  const stocks = await desk.ask<FinListStock[]>(`/finlist/HKEX?issueDate=${newest}`)
  change(stocks)
  // Each test has its own date, derived from the line number of the test.
  const issueDate = new Date(Date.UTC(2010, 0, test.info().line)).toISOString().slice(0, 10)
  const files = { finListCsv: listCsv(stocks), finListFundamentalCsv: quartersCsv(stocks) }
  await publishIssue(desk, 'HKEX', issueDate, files)
  await desk.leave()
  return `/finlist-hk?issueDate=${issueDate}`
}

type Cell = string | number | boolean | null | undefined
const csv = (header: string[], lines: Cell[][]) =>
  [header, ...lines].map(line => line.map(cell => `"${cell ?? ''}"`).join(',')).join('\n')

function listCsv(stocks: FinListStock[]): string {
  const header = [
    'stockCode', 'stockName', 'stockNameZh', 'close', 'closeChange', 'volume', 'volumeChange', 'percivalScore', 'buyPoint',
    'patternType', 'isLowTurnover',
  ] as const // biome-ignore format: a list
  return csv(
    [...header],
    stocks.map(stock => header.map(name => stock[name])),
  )
}

function quartersCsv(stocks: FinListStock[]): string {
  const header = [
    'thisReportDate', 'lastReportDate', 'thisEps', 'lastEps', 'epsChange', 'thisSales', 'lastSales', 'salesChange', 'thisNpm',
    'lastNpm', 'npmChange',
  ] as const // biome-ignore format: a list
  const lines = stocks.flatMap(({ stockCode, fundamentalData }) =>
    Object.entries(fundamentalData).map(([quarter, figures]) => [
      stockCode,
      quarter,
      ...header.map(name => figures?.[name]),
    ]),
  )
  return csv(['stockCode', 'quarter', ...header], lines)
}
