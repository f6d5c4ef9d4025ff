import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../../src/config.ts'
import { type BackfillProgress, backfill } from '../../src/market-data/vendors/backfill.ts'
import { openSource } from '../../src/market-data/vendors/open-source.ts'
import { knownCodes } from '../../src/market-data/vendors/store.ts'
import { takeDay } from '../../src/market-data/vendors/take-day.ts'
import { openSourceWorld, type SourceWorld, sandboxKey } from './source-world.ts'

const day = '2026-07-16'
const now = Date.parse('2026-07-17T23:00:00Z')
const pages: Record<string, string> = {}
const server = createServer((request, response) => {
  const page = pages[request.url ?? '']
  response.writeHead(page === undefined ? 404 : 200).end(page)
})
let base = ''
let world: SourceWorld
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  world = await openSourceWorld({ startDate: '2026-07-01', asOf: '2026-07-17', stocks: 10 })
})
afterAll(async () => {
  server.close()
  await world.close()
})

function openAt(url: string, columns = '') {
  const config = readConfig({ SOURCE_US: 'address', SOURCE_URL_US: url, SOURCE_COLUMNS_US: columns })
  return openSource(config, 'US', { codes: async () => [...(await knownCodes(world.database.db, 'US'))] })!
}
const bars = async (source: ReturnType<typeof openAt>) => {
  const { batches } = await source.day(day)
  return batches[0]!.rows
}

describe('a price source at a configured web address', () => {
  it.each([
    ['CSV with our names', 'stockCode,date,open,high,low,close,volume\nAAA,2026-07-16,1,3,1,2,100\n', ''],
    [
      'CSV with other column names, without a date',
      '﻿Symbol;x,O,H,L,C,Vol\nAAA,1,3,1,2,100\n',
      'stockCode=Symbol;x,open=O,high=H,low=L,close=C,volume=Vol',
    ],
    ['a JSON list', '[{"stockCode":"AAA","date":"20260716","Open":1,"high":"3","low":1,"close":2,"volume":100}]', ''],
    [
      'a list in a field',
      '{"ok":true,"rows":[{"stockCode":"AAA","open":1,"high":3,"low":1,"close":2,"volume":100}]}',
      '',
    ],
  ])('is read into bars: %s', async (_, page, columns) => {
    pages[`/${day}`] = page
    expect(await bars(openAt(`${base}/{date}`, columns))).toEqual([['AAA', day, 1, 3, 1, 2, 100]])
  })

  it.each([
    ['a web page', '<html>', 'source.html'],
    ['nothing', '', 'source.empty'],
    ['a broken list', '[{"stockCode":', 'source.not-json'],
    ['a file with an unclosed quote', 'stockCode,date\n"AAA,2026', 'source.not-csv'],
  ])('a configured price source that answers %s is reported with that fault', async (_, page, says) => {
    pages[`/${day}`] = page
    await expect(bars(openAt(`${base}/{date}`))).rejects.toMatchObject({ reason: { text: says } })
  })

  it('a configured price source that serves one stock per request is called for each stock of the market, and only the requested day is taken from each history', async () => {
    await takeDay({ database: world.database, exchange: 'US', source: world.source('US'), now }, day)
    const source = openAt(
      `${world.sandbox.urls.eodhd}/eod/{code}.US?api_token=${encodeURIComponent(sandboxKey)}&fmt=json`,
    )
    const { rows } = await world.database.pool.query<{ count: number }>(
      `select count(*) as count from bar where exchange = 'US' and date = $1 and stock_code <> 'US500'`,
      [day],
    )
    await world.database.pool.query(`delete from stock where exchange = 'US' and stock_code = 'US500'`)
    expect(await bars(source)).toHaveLength(rows[0]!.count)
  })

  it('is backfilled except for days with a broken response, which are reported', async () => {
    const page = (date: string, code = 'AAA') =>
      `stockCode,date,open,high,low,close,volume\n${code},${date},1,3,1,2,100\n`
    pages['/back/2026-07-06'] = page('2026-07-06')
    pages['/back/2026-07-07'] = '<html>'
    pages['/back/2026-07-08'] = page('2026-07-08', 'null')
    pages['/back/2026-07-09'] = page('2026-07-09')
    const told: BackfillProgress[] = []
    const done = await backfill(
      { database: world.database, exchange: 'US', source: openAt(`${base}/back/{date}`), now },
      { from: '2026-07-06', to: '2026-07-09', tell: progress => void told.push(progress) },
    )
    expect(done).toEqual({ rows: 2, refused: 2 })
    expect(told.flatMap(({ refused }) => refused.map(({ date, reason }) => [date, reason.text]))).toEqual([
      ['2026-07-07', 'source.html'],
      ['2026-07-08', 'source.refused'],
    ])
    const { rows } = await world.database.pool.query<{ date: string }>(
      `select date from bar where exchange = 'US' and stock_code = 'AAA' and date between '2026-07-06' and '2026-07-09' order by date`,
    )
    expect(rows.map(({ date }) => date)).toEqual(['2026-07-06', '2026-07-09'])
  })

  it.each([
    [
      'without a placeholder for day or stock',
      { SOURCE_URL_US: 'https://data.example/all' },
      /SOURCE_URL_US: needed.*\{date\}/,
    ],
    [
      'over plain http on another machine',
      { SOURCE_URL_US: 'http://data.example/{date}' },
      /SOURCE_URL_US: must be https/,
    ],
    [
      'with columns in another format',
      { SOURCE_URL_US: 'https://data.example/{date}', SOURCE_COLUMNS_US: 'open' },
      /SOURCE_COLUMNS_US: pairs/,
    ],
    [
      'of a market the vendor does not cover',
      { SOURCE_US: 'j-quants', J_QUANTS_KEY: 'x' },
      /SOURCE_US: j-quants has JP alone/,
    ],
    ['of a vendor without its key', { SOURCE_US: 'eodhd' }, /EODHD_KEY: needed with SOURCE_US=eodhd/],
  ])('%s is refused at startup', (_, env, says) => {
    const read = () => readConfig({ SOURCE_US: 'address', ...env })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(says)
  })
})
