import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { constants, gzipSync } from 'node:zlib'
import type { ExchangeId } from '@finlist/domain/markets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import type { Db } from '../../src/db/database.ts'
import { Turns } from '../../src/http/turns.ts'
import { backfill } from '../../src/market-data/vendors/backfill.ts'
import { marketDayJob } from '../../src/market-data/vendors/market-day-job.ts'
import { noMoreAfterAnEnd } from '../../src/market-data/vendors/no-more-after-an-end.ts'
import { openSource } from '../../src/market-data/vendors/open-source.ts'
import { SourceError } from '../../src/market-data/vendors/source.ts'
import { sourceInThread } from '../../src/market-data/vendors/source-in-thread.ts'
import { takeDay } from '../../src/market-data/vendors/take-day.ts'
import { openSourceWorld, type SourceWorld, sandboxKey } from './source-world.ts'

const day = '2026-07-16'
const now = Date.parse('2026-07-17T23:00:00Z')
const unpackedBytes = 16_000_000

/**
 * What a hostile vendor sends: a beginning, one text repeated many times, and an end. Compressed it is some tens of
 * kilobytes.
 */
type Hostile = { begins?: string; repeats: string; ends?: string }
let page: Buffer = Buffer.alloc(0)
const fast = { level: constants.Z_BEST_SPEED }
const pages = new Map<string, Buffer>()
function say({ begins = '', repeats, ends = '' }: Hostile) {
  const key = `${begins} ${repeats}`
  const text = () => `${begins}${repeats.repeat(Math.floor(unpackedBytes / repeats.length))}${ends}`
  page = pages.get(key) ?? gzipSync(text(), fast)
  pages.set(key, page)
}
const vendor = createServer((_, response) => {
  response.writeHead(200, { 'content-encoding': 'gzip' }).end(page)
})

let base = ''
let world: SourceWorld
beforeAll(async () => {
  vendor.listen(0, '127.0.0.1')
  await once(vendor, 'listening')
  base = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`
  world = await openSourceWorld({ startDate: '2026-07-01', asOf: '2026-07-17', stocks: 10 })
})
afterAll(async () => {
  vendor.closeAllConnections()
  vendor.close()
  await world.close()
})
const settings = (of: Record<string, string> = {}) =>
  readConfig({ ...world.env, EODHD_URL: base, J_QUANTS_URL: base, FINMIND_URL: base, ...of })
const direct = (exchange: ExchangeId, of?: Record<string, string>) =>
  openSource(settings(of), exchange, { codes: async () => ['AAA'], pause: async () => undefined })!
const turns = new Turns({ atOnce: 1, waitMs: 60_000 })
const threaded = (exchange: ExchangeId, of?: Record<string, string>) =>
  sourceInThread(settings(of), world.database.db, { exchange, turns })
const byAddress = () => ({ SOURCE_US: 'address', SOURCE_URL_US: `${base}/{date}` })

const heads = 'stockCode,date,open,high,low,close,volume\n'
const answers: (Hostile & { name: string; says: string })[] = [
  { name: 'millions of empty objects', begins: '[', repeats: '{},', ends: '{}]', says: 'source.too-many-rows' },
  { name: 'lists within lists', repeats: '[', says: 'source.too-complex' },
  { name: 'objects within objects', repeats: '{"a":', says: 'source.too-complex' },
  { name: 'one endless text', begins: '[{"Code":"', repeats: 'a', says: 'source.too-complex' },
  { name: 'one endless number', begins: '[', repeats: '1', says: 'source.too-complex' },
  { name: 'millions of lists', begins: '[', repeats: '[1],', ends: '1]', says: 'source.too-many-rows' },
  { name: 'an endless list in a field', begins: '{"data":[', repeats: '1,', ends: '1]}', says: 'source.too-many-rows' },
  { name: 'a web page without end', begins: '<html>', repeats: '<p>', says: 'source.html' },
]

describe('a vendor’s hostile response is refused while it is being read', () => {
  const kinds: [string, ExchangeId, Record<string, string>][] = [
    ['EODHD', 'US', {}],
    ['J-Quants', 'JP', {}],
    ['FinMind', 'TW', {}],
  ]
  for (const [vendorName, exchange, of] of kinds)
    it.each(answers)(
      `a hostile response from ${vendorName} is refused while it is being read: $name ($says)`,
      { tags: ['slow'] },
      async ({ says: reason, ...hostile }) => {
        say(hostile)
        await expect(direct(exchange, of).day(day)).rejects.toMatchObject({ reason: { text: reason } })
      },
    )

  it.each([
    ...answers.filter(({ name }) => name !== 'one endless text'),
    { name: 'lines of one letter', begins: heads, repeats: 'a\n', says: 'source.not-csv' },
    { name: 'millions of rows', begins: heads, repeats: 'A,2026-07-16,1,1,1,1,1\n', says: 'source.too-many-rows' },
    { name: 'a head of a million columns', repeats: 'a,', says: 'source.not-csv' },
    {
      name: 'a head of a thousand columns',
      begins: `${'a,'.repeat(1_000)}\n`,
      repeats: '1,',
      says: 'source.too-complex',
    },
    { name: 'a quote that stays open', begins: `${heads}"`, repeats: 'a,\n', says: 'source.not-csv' },
  ])(
    'a hostile response from a configured address is refused while it is being read: $name ($says)',
    { tags: ['slow'] },
    async ({ says: reason, ...hostile }) => {
      say(hostile)
      await expect(direct('US', byAddress()).day(day)).rejects.toMatchObject({ reason: { text: reason } })
    },
  )
})

describe('a price source read in a separate thread', () => {
  it('returns the same data and errors as one read in the main thread', { tags: ['slow'] }, async () => {
    const given = await sourceInThread(world.config, world.database.db, { exchange: 'HKEX', turns }).day(day)
    const [prices] = (await world.source('HKEX').day(day)).batches
    expect(given.batches[0]).toMatchObject({ kind: 'prices', count: prices && 'rows' in prices && prices.rows.length })
    const parts = { database: world.database, exchange: 'HKEX' as const, now }
    const taken = await takeDay({ ...parts, source: threadedSandbox('HKEX') }, day)
    expect(taken.isWhole).toBe(true)
    world.sandbox.faults.push({ of: 'last-day/HK', does: 'no-key' })
    await expect(threadedSandbox('HKEX').day(day)).rejects.toMatchObject({
      reason: { text: 'source.key' },
      isLasting: true,
    })
    world.sandbox.faults.length = 0
  })
  const threadedSandbox = (exchange: ExchangeId) => sourceInThread(world.config, world.database.db, { exchange, turns })

  it('leaves the main thread free while it reads 20 MB of valid rows', { tags: ['slow'] }, async () => {
    const row = (nth: number) =>
      `S${String(nth).padStart(6, '0')},2026-07-16,1.25,2.50,1.00,2.00,1000,${'x'.repeat(80)}\n`
    const rows = 170_000
    page = gzipSync(heads.replace('\n', ',note\n') + Array.from({ length: rows }, (_, nth) => row(nth)).join(''), fast)
    const shares: number[] = []
    for (let nth = 0; nth < 5; nth++) {
      const given = await ownCpu(() => threaded('US', byAddress()).day(day))
      expect(given.done.batches).toMatchObject([{ kind: 'prices', count: rows }])
      const directly = await ownCpu(() => direct('US', byAddress()).day(day))
      const idle = await ownCpu(() => sleep(given.millis))
      shares.push((given.micros - idle.micros) / directly.micros)
    }
    expect(shares.toSorted((a, b) => a - b)[2]).toBeLessThan(0.1)
  })

  it('a price source that exceeds the memory limit of its thread ends only that thread, and is not retried automatically', {
    tags: ['slow'],
  }, async () => {
    say({
      begins: '[',
      repeats: `{${Array.from({ length: 500 }, (_, nth) => `"k${nth}":1.5`).join(',')}},`,
      ends: '{}]',
    })
    const { db } = world.database
    const small = sourceInThread(settings(), db, { exchange: 'US', turns, megabytes: 40 })
    const source = noMoreAfterAnEnd(small, db, 'US')
    await expect(source.day(day)).rejects.toMatchObject({ reason: { text: 'source.ended' } })
    page = Buffer.alloc(0)
    await expect(source.day(day)).rejects.toMatchObject({ reason: { text: 'source.ended-before' } })
  })
})

/** Does the work. Returns its result, the CPU time it took on this thread in µs, and its duration in ms. */
async function ownCpu<T>(work: () => Promise<T>): Promise<{ done: T; micros: number; millis: number }> {
  const start = performance.now()
  const before = process.threadCpuUsage()
  const done = await work()
  const { user, system } = process.threadCpuUsage(before)
  return { done, micros: user + system, millis: performance.now() - start }
}

const readingOf = async (db: Db) =>
  await db.selectFrom('source_reading').select(['exchange', 'source']).where('exchange', '=', 'HKEX').execute()

describe('a price source whose response crashed the process that read it', () => {
  const job = (source = world.source('HKEX')) =>
    marketDayJob(world.database, {
      exchange: 'HKEX',
      open: () => noMoreAfterAnEnd(source, world.database.db, 'HKEX'),
    })

  it('is not retried automatically, is reported to staff with the reason, and is read again by a backfill', async () => {
    const { db, pool } = world.database
    await db.insertInto('source_reading').values({ exchange: 'HKEX', source: 'EODHD', times: 3 }).execute()
    world.sandbox.asked.length = 0
    for (let nth = 0; nth < 2; nth++)
      await expect(job().run(now)).rejects.toMatchObject({ reason: { text: 'source.ended-before' } })
    expect(world.sandbox.asked).toEqual([])
    const { rows } = await pool.query(`select reason from source_refusal where exchange = 'HKEX'`)
    expect(rows).toMatchObject([{ reason: { text: 'source.ended-before' } }])

    const parts = { database: world.database, exchange: 'HKEX' as const, source: world.source('HKEX'), now }
    await backfill(parts, { from: '2026-07-13', to: day, tell: () => undefined })
    expect((await job().run(now)).rows).toBeGreaterThan(0)
    expect(await readingOf(db)).toEqual([])
  })

  it('is retried if the server was stopped while reading it, at most twice in a row', async () => {
    const { db } = world.database
    const stopped = {
      ...world.source('HKEX'),
      day: async () => await Promise.reject(new Error('unreachable')),
    }
    const source = noMoreAfterAnEnd(stopped, db, 'HKEX')
    for (const times of [1, 2]) {
      await db.deleteFrom('source_reading').execute()
      await db.insertInto('source_reading').values({ exchange: 'HKEX', source: 'EODHD', times }).execute()
      await expect(source.day(day)).rejects.toThrow('unreachable')
      expect(await readingOf(db)).toEqual([])
    }
    await db.insertInto('source_reading').values({ exchange: 'HKEX', source: 'EODHD', times: 3 }).execute()
    await expect(source.day(day)).rejects.toMatchObject({ reason: { text: 'source.ended-before' } })
    await db.deleteFrom('source_reading').execute()
  })

  it('is recognised by a note written before the response is read; an ordinary error removes the note', async () => {
    const { db } = world.database
    const noted: unknown[] = []
    const source = {
      ...world.source('HKEX'),
      async day() {
        noted.push(...(await readingOf(db)))
        throw new SourceError('source.empty', { source: 'EODHD', date: day })
      },
    }
    await expect(noMoreAfterAnEnd(source, db, 'HKEX').day(day)).rejects.toThrow(SourceError)
    expect(noted).toEqual([{ exchange: 'HKEX', source: 'EODHD' }])
    expect(await readingOf(db)).toEqual([])
  })
})

it('the key of a price source is never in the output of its thread', { tags: ['slow'] }, async () => {
  const said: string[] = []
  for (const does of ['echo', 'no-key'] as const) {
    world.sandbox.faults.push({ of: 'last-day/US', does, times: 9 })
    const source = sourceInThread(world.config, world.database.db, { exchange: 'US', turns })
    await source.day(day).catch((error: Error) => said.push(error.message, error.stack ?? '', JSON.stringify(error)))
    world.sandbox.faults.length = 0
  }
  expect(said.length).toBe(6)
  expect(said.filter(line => line.includes(sandboxKey) || line.includes(encodeURIComponent(sandboxKey)))).toEqual([])
})
