import { uploadFinList, uploadPrices, uploadStocks } from '@finlist/contract/staff/admin'
import { apiDocument } from '../../src/http/api-documents/api-documents.ts'
import { lines, send } from '../data/send-files.ts'
import { ApiClient, openTestServer, type PayingTestServer } from '../test-server.ts'
import { type FuzzedRequest, FuzzedRequests } from './fuzz-requests.ts'

const hangsAfterMs = 30_000
const together = 8
/** Number of requests before new tokens are fetched, because tokens expire after ten minutes. */
const tokensFor = 2_000
const people = ['admin', 'admin', 'hk-yearly', 'us-yearly', 'free', 'affiliate', 'blocked', undefined] as const

/** Calls that need no input and would end the sessions of the other callers. */
const endsTheOthers = new Set(['endOtherSessions'])

export type FuzzReport = { asked: number; byStatus: Record<number, number>; faults: string[] }

/** Opens a server with a little data of every kind. */
export async function openFuzzedServer(): Promise<PayingTestServer> {
  const testServer = await openTestServer({ LOG_LEVEL: 'error' }, { payments: true })
  const staff = await ApiClient.byToken(testServer, 'staff')
  const stocks = lines('stockCode,stockName,sector', '0700,Seven Hundred,Tech', '0005,Five,Banks')
  await send(staff, uploadStocks, { exchange: 'HKEX' }, { stockCsv: stocks })
  const days = Array.from({ length: 60 }, (_, n) => new Date(Date.UTC(2026, 4, 1 + n)).toISOString().slice(0, 10))
  const bars = lines(
    'date,open,high,low,close,volume',
    ...days.map((date, n) => `${date},10,12,9,${n % 3 ? 10 : 11},${1_000 + n}`),
  )
  await send(staff, uploadPrices, { exchange: 'HKEX', stockCode: '0700' }, { priceCsv: bars })
  const picks = lines('stockCode,close,percivalScore', '0700,10,90', '0005,11,80')
  await send(staff, uploadFinList, { exchange: 'HKEX', issueDate: '2026-07-17' }, { finListCsv: picks })
  return testServer
}

/**
 * Sends the requests `from` (included) to `to` (excluded) of the seed, several in parallel, and reports every forbidden
 * response.
 */
export async function fuzz(
  testServer: PayingTestServer,
  { seed, from, to }: { seed: number; from: number; to: number },
): Promise<FuzzReport> {
  const requests = new FuzzedRequests(await apiDocument('FinList', `${testServer.base}/api`), seed, endsTheOthers)
  const report: FuzzReport = { asked: 0, byStatus: {}, faults: [] }
  for (let begin = from; begin < to; begin += tokensFor) {
    const callers = await Promise.all(
      people.map(async name => (name ? await ApiClient.byToken(testServer, name) : new ApiClient(testServer))),
    )
    let next = begin
    const end = Math.min(to, begin + tokensFor)
    const ask = async () => {
      for (let number = next++; number < end; number = next++) {
        const request = requests.at(number)
        const fault = await faultOf(testServer, callers[number % callers.length]!, request, report)
        if (fault)
          report.faults.push(
            `${seed}/${number} ${request.call}: ${fault}\n  ${request.method} ${request.path.slice(0, 300)} ${String(request.body ?? '').slice(0, 400)}`,
          )
      }
    }
    await Promise.all(Array.from({ length: together }, ask))
  }
  return report
}

async function faultOf(
  testServer: PayingTestServer,
  caller: ApiClient,
  request: FuzzedRequest,
  report: FuzzReport,
): Promise<string | undefined> {
  const { method, path, headers, body } = request
  const answer = await fetch(`${testServer.base}/api${path}`, {
    method,
    headers: { ...caller.headers(), ...headers },
    ...(body === undefined ? {} : { body: body as string }),
    signal: AbortSignal.timeout(hangsAfterMs),
  }).catch((error: Error) => error)
  if (answer instanceof Error) return `no answer: ${answer.message}`
  const text = await answer.text()
  report.asked++
  report.byStatus[answer.status] = (report.byStatus[answer.status] ?? 0) + 1
  if (answer.status >= 500) return `${answer.status} ${text.slice(0, 200)} ${logged(testServer, answer)}`
  if (/node_modules|\.ts:\d+|\bat async /.test(text)) return `speaks of our code: ${text.slice(0, 300)}`
  if (answer.status === 429 && !answer.headers.get('retry-after')) return '429 without Retry-After'
  if (answer.status >= 400) return faultOfRefusal(answer.status, text)
  return undefined
}

/** Every client error needs a reason, and one about the request's shape must name the field. */
function faultOfRefusal(status: number, text: string): string | undefined {
  const { errors = [] } = JSON.parse(text) as { errors?: { message?: string; field?: string; code?: string }[] }
  if (errors.length === 0 || errors.some(({ message }) => !message))
    return `${status} without a reason: ${text.slice(0, 200)}`
  if (status === 400 && errors.some(({ field, code }) => !field && !code))
    return `400 that names no field: ${text.slice(0, 200)}`
  return undefined
}

function logged(testServer: PayingTestServer, answer: Response): string {
  const id = answer.headers.get('x-request-id') ?? '-'
  const line = testServer.log.findLast(entry => entry.includes(id))
  if (!line) return ''
  const { err } = JSON.parse(line) as { err?: { message?: string; stack?: string } }
  return `${err?.message ?? ''} ${err?.stack?.split('\n').slice(1, 5).join(' ') ?? ''}`
}
