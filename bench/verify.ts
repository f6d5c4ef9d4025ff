// How long does a browser take to check 10,000 entries of the record, and to make a list of 2,500 stocks again, as it is and slowed four times like a phone? Meant: at most 5 s for the list on a phone.
import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Stock } from '@finlist/domain/picking/bars'
import { issueOf, type PickingIssue } from '@finlist/domain/picking/issue'
import { base64UrlOf, bytesOfHex } from '@finlist/domain/record/bytes'
import { entryLine, nextEntry, type RecordEntry } from '@finlist/domain/record/entry'
import { keyBody, keyIdOf } from '@finlist/domain/record/key'
import { build } from 'vite'
import { sha256 } from '../apps/server/src/db/record/record-key.ts'
import { barsCsv } from '../apps/server/src/features/record/bars-csv.ts'
import { median, openBrowser, slowDown } from './browser.ts'
import { machine } from './cpu.ts'
import type { verifying } from './verify-page.ts'

const entries = 10_000
const stocks = 2_500
const bars = 520
const rounds = 3
const slower = 4
const meantSeconds = 5
const day = 20_000

type Page = { verifying: typeof verifying }
type Took = { check: number[]; list: number[] }

const market = walks()
const list = issueOf('US', market, day)
const served: Record<string, Buffer> = {
  '/': Buffer.from('<!doctype html><title>verify</title>'),
  '/record.ndjson': record(),
  '/bars.csv.gz': gzipSync([...barsCsv(market)].join('')),
}
const server = createServer(({ url = '' }, response) => {
  const content = served[url]
  response.writeHead(content ? 200 : 404, { 'content-type': url === '/' ? 'text/html' : 'application/octet-stream' })
  response.end(content)
}).listen(0, '127.0.0.1')
const browser = await openBrowser()
try {
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await page.addScriptTag({ content: await bundled() })
  const client = await page.context().newCDPSession(page)
  for (const rate of [1, slower]) {
    await slowDown(client, rate)
    const took: Took = { check: [], list: [] }
    for (let round = 0; round < rounds; round++) {
      const check = await page.evaluate(() => (window as never as Page).verifying.check('/record.ndjson'))
      if (
        !('done' in check.answer) ||
        check.answer.done.report.faultCount > 0 ||
        check.answer.done.report.head?.seq !== entries
      )
        throw new Error(`the record is not sound: ${JSON.stringify(check.answer)}`)
      took.check.push(check.ms / 1_000)
      const again = await page.evaluate(
        made => (window as never as Page).verifying.makeAgain('/bars.csv.gz', made),
        list,
      )
      if (!('difference' in again.answer) || again.answer.difference !== null)
        throw new Error(`the list is not the same: ${JSON.stringify(again.answer)}`)
      took.list.push(again.ms / 1_000)
    }
    tell(rate, took)
  }
} finally {
  await browser.close()
  server.close()
}

function tell(rate: number, { check, list: again }: Took) {
  const megabytes = (served['/bars.csv.gz']!.length / 1e6).toFixed(1)
  process.stdout.write(
    `${rate === 1 ? machine() : `slowed ${rate} times`}, median of ${rounds}: ${entries.toLocaleString('en')} entries checked in ${median(check).toFixed(1)} s; ` +
      `${stocks.toLocaleString('en')} stocks of ${bars} bars (${megabytes} MB) made again in ${median(again).toFixed(1)} s` +
      `${rate === 1 ? '' : ` (meant: at most ${meantSeconds} s)`}\n`,
  )
}

/** Stocks that rise by waves and chance of their own. */
function walks(): Stock[] {
  let seed = 42
  const chance = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
  return Array.from({ length: stocks }, (_, n) => {
    let price = 20 + chance() * 200
    const close = Array.from({ length: bars }, () => {
      price *= 1 + (chance() - 0.488) * 0.04
      return cents(price)
    })
    return {
      code: `S${String(n).padStart(4, '0')}`,
      days: close.map((_, at) => day - bars + 1 + at),
      high: close.map(value => cents(value * (1 + chance() * 0.015))),
      low: close.map(value => cents(value * (1 - chance() * 0.015))),
      close,
      volume: close.map(() => 500_000 + Math.floor(chance() * 5_000_000)),
    }
  })
}

function cents(price: number): number {
  return Math.round(price * 100) / 100
}

/** A list as long as the real ones in every fifth entry. */
function record(): Buffer {
  const pair = generateKeyPairSync('ed25519')
  const publicKey = new Uint8Array(Buffer.from(pair.publicKey.export({ format: 'jwk' }).x!, 'base64url'))
  const keyId = keyIdOf(publicKey, sha256)
  const body = JSON.stringify({ made: 'method', list, edits: [] } satisfies {
    list: PickingIssue
    made: string
    edits: []
  })
  const lines: string[] = []
  let head: RecordEntry | undefined
  for (let seq = 1; seq <= entries; seq++) {
    const kind = seq === 1 ? 'key' : seq % 5 === 0 ? 'issue' : 'proposal'
    const said = seq === 1 ? keyBody(publicKey, null, sha256) : kind === 'issue' ? body : `{"inputs":"${seq}"}`
    const made = { kind, market: seq === 1 ? '' : 'US', madeAt: '2026-07-17T00:00:00.000Z', keyId, body: said } as const
    const entry = nextEntry(head, made, sha256)
    head = { ...entry, signature: base64UrlOf(sign(null, bytesOfHex(entry.hash), pair.privateKey)) }
    lines.push(`${entryLine(head)}\n`)
  }
  return Buffer.from(lines.join(''))
}

async function bundled(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: {
        entry: fileURLToPath(new URL('./verify-page.ts', import.meta.url)),
        formats: ['iife'],
        name: 'page',
      },
    },
  })
  const [{ output }] = built as unknown as [{ output: [{ code: string }] }]
  return output[0].code
}
