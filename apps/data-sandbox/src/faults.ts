import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { Answer } from './answer.ts'

/**
 * A way in which a vendor misbehaves, for the next `times` requests (by default one) whose URL (path and query)
 * contains `of`.
 */
export type Fault = { of: string; does: Misdeed; times?: number }
export const misdeeds = [
  'too-often',
  'used-up',
  'no-key',
  'html',
  'empty',
  'half-page',
  'half-rows',
  'nulls',
  'na',
  'zeros',
  'yesterday',
  'other-market',
  'renamed',
  'gzip',
  'huge',
  'redirect',
  'hang-up',
  'error',
  'echo',
] as const
export type Misdeed = (typeof misdeeds)[number]

type Row = Record<string, unknown>
const hugeBytes = 80 * 1_048_576

/** Changes the rows of a response. They are either the body or the body's `data`. */
function eachRow({ body, ...rest }: Answer, change: (rows: Row[]) => Row[]): Answer {
  if (Array.isArray(body)) return { ...rest, body: change(body as Row[]) }
  const data = (body as Row)['data']
  return Array.isArray(data) ? { ...rest, body: { ...(body as Row), data: change(data as Row[]) } } : { body, ...rest }
}

/** Renames the most important column in each vendor's response. */
const withOtherColumns = (body: unknown): unknown =>
  typeof body === 'string'
    ? body.replace('OBS_VALUE', 'VALUE')
    : JSON.parse(
        JSON.stringify(body)
          .replaceAll(/"(?:close|C)":/g, '"last":')
          .replace('["cik"', '["number"'),
      )

const prices = new Set(['open', 'high', 'low', 'close', 'O', 'H', 'L', 'C', 'max', 'min'])
const everyThird = (put: unknown) => (rows: Row[]) =>
  rows.map((row, at) =>
    at % 3 === 0
      ? Object.fromEntries(Object.entries(row).map(([key, value]) => [key, prices.has(key) ? put : value]))
      : row,
  )
/** Turns a row of EODHD's quotes into one without values, as EODHD returns for a stock without a quote. */
const withoutValues = (row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, key === 'code' || key === 'gmtoffset' ? value : 'NA']),
  )
const dayBefore = (date: unknown) =>
  new Date(Date.parse(`${String(date)}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)

const ofDayBefore = (row: Row): Row => {
  if ('timestamp' in row) return { timestamp: Number(row['timestamp']) - 86_400 }
  return 'date' in row ? { date: dayBefore(row['date']) } : { Date: dayBefore(row['Date']) }
}

/** Returns the answer with the fault applied; undefined if the fault has already sent a response. */
export function misbehave(does: Misdeed, answer: Answer, response: ServerResponse, asked: string): Answer | undefined {
  switch (does) {
    case 'too-often':
      return { status: 429, body: 'Too Many Requests', headers: { 'retry-after': '0' } }
    case 'used-up':
      return { status: 402, body: 'You exceeded your daily API requests limit.' }
    case 'no-key':
      return { status: 401, body: 'Unauthenticated' }
    case 'error':
      return { status: 500, body: 'Internal Server Error' }
    case 'echo':
      return { status: 400, body: `Bad request: ${asked}` }
    case 'html':
      return {
        status: 200,
        body: '<!doctype html><title>Maintenance</title>',
        headers: { 'content-type': 'text/html' },
      }
    case 'redirect':
      return { status: 302, body: '', headers: { location: 'http://127.0.0.1:1/elsewhere' } }
    case 'empty':
      return eachRow(answer, () => [])
    case 'half-rows':
      return eachRow(answer, rows => rows.slice(0, Math.ceil(rows.length / 2)))
    case 'nulls':
      return eachRow(answer, everyThird(null))
    case 'na':
      return eachRow(answer, rows => rows.map((row, at) => (at % 3 === 0 ? withoutValues(row) : row)))
    case 'zeros':
      return eachRow(answer, everyThird(0))
    case 'yesterday':
      return eachRow(answer, rows => rows.map(row => ({ ...row, ...ofDayBefore(row) })))
    case 'other-market':
      return eachRow(answer, rows => rows.map((row, at) => ({ ...row, code: `X${at}`, exchange_short_name: 'LSE' })))
    case 'renamed':
      return { ...answer, body: withOtherColumns(answer.body) }
    case 'half-page': {
      const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
      return { ...answer, body: text.slice(0, Math.floor(text.length / 2)) }
    }
    case 'gzip': {
      const packed = gzipSync(JSON.stringify(answer.body))
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      response.end(packed.subarray(0, Math.floor(packed.length / 2)))
      return undefined
    }
    case 'huge':
      // Gzipped, the repeated text shrinks to about a hundredth on the wire.
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      response.end(gzipSync(Buffer.alloc(hugeBytes, 32)))
      return undefined
    case 'hang-up':
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('[{"code":')
      response.destroy()
      return undefined
  }
}
