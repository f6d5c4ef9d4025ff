import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Answer, Vendor } from './answer.ts'
import type { MarketSource } from './facts.ts'
import { type Fault, misbehave } from './faults.ts'
import { ecb } from './vendors/ecb.ts'
import { eodhd } from './vendors/eodhd.ts'
import { finMind } from './vendors/finmind.ts'
import { jQuants } from './vendors/j-quants.ts'
import { sec } from './vendors/sec.ts'

export type DataSandbox = {
  /** The base URL of each vendor, in the form the server's settings expect. */
  urls: { eodhd: string; jQuants: string; finMind: string; sec: string; ecb: string }
  /** URLs requested so far, without their API keys. */
  asked: string[]
  /** The faults to inject from now on. The first one that matches a request applies. */
  faults: Fault[]
  /** Changes the responses of URLs that contain `of`, as a vendor's later correction would. */
  correct(of: string, change: (body: unknown) => unknown): void
  close(): Promise<void>
}

type Settings = {
  markets: MarketSource
  key: string
  port?: number
  /** The current time in ms, by default the machine's. Quotes are delayed relative to it. */
  now?: () => number
}

/**
 * Serves invented markets, on this machine only, in the response formats of three vendors, EDGAR and the ECB. Each has
 * its own path; the vendors share one key. No real vendor data is included.
 */
export async function openDataSandbox({ markets, key, port = 0, now = Date.now }: Settings): Promise<DataSandbox> {
  const vendors: Record<string, Vendor> = {
    '/eodhd/api/': eodhd(markets, key, now),
    '/j-quants/v2/': jQuants(markets, key),
    '/finmind/api/v4/': finMind(markets, key),
    '/sec/': sec(markets),
    '/ecb/': ecb(() => markets('HKEX').days.at(-1)!),
  }
  const faults: Fault[] = []
  const asked: string[] = []
  const corrections: { of: string; change: (body: unknown) => unknown }[] = []

  const answerTo = (request: IncomingMessage, response: ServerResponse) => {
    const address = new URL(request.url ?? '/', 'http://sandbox')
    const [base, vendor] = Object.entries(vendors).find(([start]) => address.pathname.startsWith(start)) ?? []
    if (request.method !== 'GET' || !base || !vendor) return send(response, { status: 404, body: '' })
    const query = new URLSearchParams(address.searchParams)
    query.delete('api_token')
    const shown = decodeURIComponent(`${address.pathname}?${query.toString()}`)
    asked.push(shown)
    const path = address.pathname.slice(base.length)
    const corrected = corrections.filter(({ of }) => shown.includes(of))
    // A client's cached version of a corrected response is outdated, so ignore its conditional headers.
    const conditions = corrected.length > 0 ? { 'if-none-match': undefined, 'if-modified-since': undefined } : {}
    const headers = { ...request.headers, ...conditions }
    let answer: Answer | undefined = vendor({ path, query: address.searchParams, headers })
    answer ??= { status: 404, body: '' }
    for (const { change } of corrected) if (answer.status === 200) answer = { ...answer, body: change(answer.body) }
    const fault = faults.find(({ of, times = 1 }) => times > 0 && shown.includes(of))
    if (fault) fault.times = (fault.times ?? 1) - 1
    const left = fault ? misbehave(fault.does, answer, response, request.url ?? '') : answer
    if (left) send(response, left)
  }

  const server = createServer((request, response) => {
    try {
      answerTo(request, response)
    } catch (error) {
      send(response, { status: 500, body: String(error) })
    }
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    urls: {
      eodhd: `${origin}/eodhd/api`,
      jQuants: `${origin}/j-quants/v2`,
      finMind: `${origin}/finmind/api/v4`,
      sec: `${origin}/sec`,
      ecb: `${origin}/ecb`,
    },
    asked,
    faults,
    correct: (of, change) => void corrections.push({ of, change }),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Responses are gzipped, as the real vendors' are. */
function send(response: ServerResponse, { status, body, headers = {} }: Answer) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json', 'content-encoding': 'gzip', ...headers })
  response.end(gzipSync(text, { level: 1 }))
}
