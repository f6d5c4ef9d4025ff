// @module-tag slow
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mostLevels } from '@finlist/domain/fintrainer/playlists'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { directly, freshDatabase } from '../../../../tools/fresh-database.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { ImportRefused } from '../../src/market-data/import/import-errors.ts'
import { importFiles } from '../../src/market-data/import/import-files.ts'
import type { ImportRequest } from '../../src/market-data/import/import-request.ts'
import { everyTableOf } from '../db/every-table.ts'
import { lines } from './send-files.ts'

let folder: string
let made: Awaited<ReturnType<typeof freshDatabase>>
let database: Database
let onlooker: pg.Client
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'finlist-dry-run-'))
  made = await freshDatabase()
  onlooker = new pg.Client(made.url)
  await onlooker.connect()
  database = await openDatabase(made.url, { warn: () => undefined, info: () => undefined }, directly(made.url))
})
afterAll(async () => {
  await onlooker.end()
  await database.close()
  await made.drop()
  await rm(folder, { recursive: true, force: true })
})

type Files = Record<string, string>
type Kind = Pick<ImportRequest, 'kind' | 'exchange' | 'stockCode' | 'issueDate' | 'lotSize' | 'takenAt'> & {
  field: string
  /** The table that the load writes. With `whole`, the load leaves only the rows of the file in the table. */
  table: string
  whole?: true
  head: string
  known: string[]
  changed: string[]
  more: string[]
  bad: string
  others?: Record<string, Files>
  prepare?: () => Promise<unknown>
}

const now = Date.parse('2026-07-17T12:00:00Z')
const bar = 'stockCode,date,open,high,low,close,volume'
const levelHead = 'playlistId,levelId,stockCode,exchange,startTime,endTime,multiplier'
const patternHead = 'patternId,stockCode,patternType,pointIndex,time,price'
const holdingHead = 'stockCode,shareholdingDate,participantId,participantName,shareholding,shareholdingPercent'
const quarterHead = 'stockCode,quarter,thisReportDate,thisEps,epsChange'

const kinds: Record<string, Kind> = {
  stocks: {
    kind: 'stocks',
    exchange: 'HKEX',
    field: 'stockCsv',
    table: 'stock',
    head: 'stockCode,stockName,isIndex',
    known: ['700,Seven,', '5,Five,1'],
    changed: ['700,Seven hundred,', '5,Five,1'],
    more: ['9,Nine,'],
    bad: 'x!,Bad,',
    others: { 'one column less': { stockCsv: lines('stockCode,stockName', '5,Fifth', '11,Eleven') } },
  },
  'prices of a market': {
    kind: 'prices',
    exchange: 'HKEX',
    field: 'priceCsv',
    table: 'bar',
    head: bar,
    known: ['700,2024-01-02,1,2,1,2,10', '12,2024-01-02,1,2,1,2,10', '12,2024-01-03,1,1.5,1.2,1,10'],
    changed: ['700,2024-01-02,1,2,1,2,10', '12,2024-01-02,1,2,1,2,11', '12,2024-01-03,1,1.5,1,1,10'],
    more: ['13,2024-01-02,1,,,2,10'],
    bad: '700,2024-01-04,0,2,1,2,10',
  },
  'prices of a stock, in lots': {
    kind: 'prices',
    exchange: 'TW',
    stockCode: '2330',
    lotSize: 1_000,
    field: 'priceCsv',
    table: 'bar',
    head: 'date,open,high,low,close,lots',
    known: ['2024-01-02,1,2,1,2,10', '2024-01-03,1,2,1,2,10'],
    changed: ['2024-01-02,1,2,1,2,10', '2024-01-03,1,2,1,2,11'],
    more: ['2024-01-04,1,2,1,2,10'],
    bad: '03/04/2024,1,2,1,2,10',
  },
  'prices of practice': {
    kind: 'prices',
    exchange: 'PRAC',
    field: 'priceCsv',
    table: 'bar',
    head: bar,
    known: ['P1,2024-01-02,1,2,1,2,10'],
    changed: ['P1,2024-01-02,1,2,1,1,10'],
    more: ['P2,2024-01-02,1,2,1,2,10'],
    bad: 'P1,2024-13-02,1,2,1,2,10',
  },
  'a FinList': {
    kind: 'finlist',
    exchange: 'HKEX',
    issueDate: '2026-07-17',
    field: 'finListCsv',
    table: 'finlist_pick',
    whole: true,
    head: 'stockCode,close,percivalScore,closeChange,stockName',
    known: ['700,10,90,1,Seven', '21,10,80,inf,'],
    changed: ['700,10,91,1,Sieben', '21,10,80,1,'],
    more: ['22,10,70,1,Twenty-two'],
    bad: '700,10,101,1,',
    others: {
      'with quarters, some of strangers': {
        finListCsv: lines('stockCode,close,percivalScore', '700,10,90'),
        finListFundamentalCsv: lines(quarterHead, '700,q1,2026-03-31,1,inf', '31,q1,2026-03-31,1,2'),
      },
      'a bad line in either file': {
        finListCsv: lines('stockCode,close,percivalScore', '700,10,900'),
        finListFundamentalCsv: lines(quarterHead, '700,q9,2026-03-31,1,1'),
      },
      'the same quarter twice': {
        finListCsv: lines('stockCode,close,percivalScore', '700,10,90'),
        finListFundamentalCsv: lines(quarterHead, '700,q1,2026-03-31,1,1', '700,1,2026-03-31,1,1'),
      },
      'without the quarters it had': { finListCsv: lines('stockCode,close,percivalScore', '700,10,90') },
    },
  },
  'market trend': {
    kind: 'markettrend',
    exchange: 'HKEX',
    issueDate: '2026-07-17',
    field: 'marketTrendDetailCsv',
    table: 'uploaded_breadth',
    whole: true,
    head: 'date,up,down',
    known: ['2026-07-17,1,2', '2026-07-16,1,2'],
    changed: ['2026-07-17,1,3', '2026-07-16,1,2'],
    more: ['2026-07-15,,'],
    bad: '2026-07-17,-1,2',
    others: { 'other days alone': { marketTrendDetailCsv: lines('date,up', '2026-07-10,1') } },
  },
  movers: {
    kind: 'movers',
    exchange: 'HKEX',
    takenAt: '2026-07-17T10:30',
    field: 'moversCsv',
    table: 'market_snapshot_price',
    whole: true,
    head: 'stockCode,price,volume',
    known: ['700,10,1000', '41,,0'],
    changed: ['700,11,1000', '41,1,1'],
    more: ['42,1,1'],
    bad: '700,10,-1',
  },
  'profit alerts': {
    kind: 'profit-alerts',
    exchange: 'HKEX',
    field: 'profitAlertsCsv',
    table: 'profit_alert',
    head: 'stockCode,releaseTime,title,link',
    known: [
      '700,2026-07-01 17:00,POSITIVE PROFIT ALERT,https://x.example/1',
      '51,2026-07-01 17:00,盈警,https://x.example/2',
    ],
    changed: [
      '700,2026-07-01 17:00,PROFIT WARNING,https://x.example/1',
      '51,2026-07-01 17:00,盈警,https://x.example/2',
    ],
    more: ['52,2026-07-01 17:00,盈喜,https://x.example/3'],
    bad: '700,2026-07-01 17:00,盈喜,javascript:1',
  },
  'corporate actions': {
    kind: 'corporate-actions',
    exchange: 'HKEX',
    field: 'corporateActionCsv',
    table: 'corporate_action',
    head: 'stockCode,exDate,kind,numerator,denominator,amount,currency,cancelled',
    known: ['701,2026-05-15,split,5,1,,,', '701,2026-05-15,dividend,,,2.4,HKD,', '5,2026-08-13,dividend,,,0.1,USD,'],
    changed: ['701,2026-05-15,split,5,1,,,True', '701,2026-05-15,dividend,,,2.4,,', '5,2026-08-13,dividend,,,0.1,USD,'],
    more: ['12,2026-05-15,rights,1,2,3.5,,', '13,2026-05-15,bonus,3,2,,,'],
    bad: '14,2026-05-15,split,1,1,,,',
  },
  listings: {
    kind: 'listings',
    exchange: 'HKEX',
    field: 'listingCsv',
    table: 'listing',
    head: 'stockCode,listedOn,delistedOn,reason,lastValue',
    known: ['700,2004-06-16,,,', '5,1991-01-02,,,'],
    changed: ['700,2004-06-16,2026-01-05,taken private,600', '5,1991-01-02,,,'],
    more: ['9,,2026-02-02,wound up,0'],
    bad: '700,2004-06-16,2004-06-16,,',
    others: {
      'a first day that nothing tells': { listingCsv: lines('stockCode,listedOn', '700,', '8888,') },
      'a first day that another line has': { listingCsv: lines('stockCode,listedOn', '700,', '700,2004-06-16') },
    },
    prepare: () => database.pool.query(`insert into bar values ('HKEX', '0009', '2019-03-04', 1, 1, 1, 1, 1)`),
  },
  renames: {
    kind: 'renames',
    exchange: 'TW',
    field: 'renameCsv',
    table: 'stock_rename',
    head: 'fromCode,toCode,on',
    known: ['2801,2802,2026-07-01'],
    changed: ['2801,2802,2026-07-01'],
    more: ['2803,2804,2026-07-02'],
    bad: '2805,2805,2026-07-01',
    others: {
      'one that is not listed': { renameCsv: lines('fromCode,toCode,on', '2899,2898,2026-07-01') },
      'another code on the same day': { renameCsv: lines('fromCode,toCode,on', '2801,2809,2026-07-01') },
      'one after another': { renameCsv: lines('fromCode,toCode,on', '2805,2806,2026-07-01', '2806,2807,2026-07-03') },
      'days that both have': { renameCsv: lines('fromCode,toCode,on', '2805,2806,2026-07-01') },
    },
    prepare: () =>
      database.pool.query(
        `insert into stock (exchange, stock_code) select 'TW', unnest(array['2801', '2803', '2805', '2806']);
         insert into bar select 'TW', code, '2024-01-02', 1, 1, 1, 1, 1 from unnest(array['2801', '2805', '2806']) code`,
      ),
  },
  closings: {
    kind: 'closings',
    exchange: 'HKEX',
    field: 'closingCsv',
    table: 'market_closing',
    head: 'date,kind,name',
    known: ['2028-01-03,full,New Year', '2026-09-21,half,Typhoon'],
    changed: ['2028-01-03,full,New Year', '2026-09-21,full,Typhoon'],
    more: ['2028-12-22,half,', '2028-05-01,open,'],
    bad: '2028-01-01,full,A Saturday',
  },
  'simulator stocks': {
    kind: 'simulator-stocks',
    exchange: 'PRAC',
    field: 'simulatorStocksCsv',
    table: 'practice_stock',
    head: 'stockCode,stockName,startTime,resolution',
    known: ['S1,One,2024-01-02,1D', 'S2,Two,2024-01-02,1W'],
    changed: ['S1,One,2024-01-03,1D', 'S2,Two,2024-01-02,1W'],
    more: ['S3,Three,2024-01-02,'],
    bad: 'S1,One,2024-01-02,5D',
    others: {
      'of a stock that prices have met': { simulatorStocksCsv: lines('stockCode,startTime', 'P1,2024-01-02') },
    },
  },
  'game levels': {
    kind: 'game-levels',
    exchange: 'GAME',
    field: 'gameLevelCsv',
    table: 'game_level',
    head: levelHead,
    known: ['1,1,700,HKEX,2024-01-01,2024-02-01,1', '1,2,G2,,2024-01-01,2024-02-01,2'],
    changed: ['1,1,700,HKEX,2024-01-01,2024-02-02,1', '1,2,G2,,2024-01-01,2024-02-01,2'],
    more: ['2,1,G3,,2024-01-01,2024-02-01,'],
    bad: '4,1,G3,,2024-01-01,2024-02-01,',
    others: {
      'one that has been started, otherwise': { gameLevelCsv: lines(levelHead, '3,1,G9,,2024-01-01,2024-02-01,5') },
      'one that has been started, as it is': { gameLevelCsv: lines(levelHead, '3,1,G9,,2024-01-01,2024-02-01,1') },
      'more than a playlist holds': {
        gameLevelCsv: lines(
          levelHead,
          ...Array.from({ length: mostLevels }, (_, id) => `3,${id + 2},G9,,2024-01-01,2024-02-01,1`),
        ),
      },
      'as many as a playlist holds': {
        gameLevelCsv: lines(
          levelHead,
          ...Array.from({ length: mostLevels }, (_, id) => `3,${id + 1},G9,,2024-01-01,2024-02-01,1`),
        ),
      },
    },
    async prepare() {
      await database.pool.query(`
        insert into game_level (playlist_id, level_id, exchange, stock_code, start_date, end_date, multiplier)
          values (3, 1, 'GAME', 'G9', '2024-01-01', '2024-02-01', 1);
        with player as (insert into users (issuer, subject) values ('test', 'player') returning user_id)
          insert into game_play (user_id, playlist_id, level_id, started_at) select user_id, 3, 1, now() from player`)
    },
  },
  patterns: {
    kind: 'patterns',
    exchange: 'HKEX',
    field: 'patternsCsv',
    table: 'chart_pattern',
    head: patternHead,
    known: ['a,700,CUP,0,2024-01-02,1', 'a,700,CUP,1,2024-01-03,2', 'b,5,FB,0,2024-01-02,1', 'b,5,FB,1,2024-01-03,2'],
    changed: ['a,700,CUP,0,2024-01-02,1', 'a,700,CUP,1,2024-01-03,3', 'b,5,FB,0,2024-01-02,1', 'b,5,FB,1,2024-01-03,2'],
    more: ['c,5,DB,0,2024-01-02,1', 'c,5,DB,1,2024-01-03,2'],
    bad: 'a,700,HAT,2,2024-01-04,1',
    others: {
      'lines that disagree': {
        patternsCsv: lines(
          patternHead,
          'd,700,CUP,0,2024-01-02,1',
          'd,5,CUP,1,2024-01-03,1',
          'd,700,CUP,2,2024-01-01,1',
          'e,5,FB,0,2024-01-02,1',
        ),
      },
    },
  },
  videos: {
    kind: 'videos',
    exchange: 'HKEX',
    field: 'videosCsv',
    table: 'video',
    head: 'list,vimeoId,name,duration,date',
    known: ['standard,1,One,10,2026-01-01', 'sunday-club,2,Two,10,2026-01-01'],
    changed: ['standard,1,Uno,10,2026-01-01', 'sunday-club,2,Two,10,2026-01-01'],
    more: ['advanced,1,One,10,2026-01-01'],
    bad: 'nowhere,1,One,10,2026-01-01',
  },
  shareholding: {
    kind: 'shareholding',
    exchange: 'HKEX',
    field: 'shareholdingCsv',
    table: 'shareholding',
    head: holdingHead,
    known: ['700,2026-07-15,B1,One,100,1', '700,2026-07-15,B2,Two,100,1', '700,2026-07-14,B1,One,90,0.9'],
    changed: ['700,2026-07-15,B1,One,110,1.1', '700,2026-07-15,B2,Two,100,1', '700,2026-07-14,B1,One,90,0.9'],
    more: ['61,2026-07-15,B1,One,-1,', '700,2026-07-15,C3,Three,2000,120'],
    bad: '700,2026-07-15,B3,Three,100,x',
    others: {
      'fewer holders than stood there': { shareholdingCsv: lines(holdingHead, '700,2026-07-15,B1,One,110,1.1') },
    },
  },
}

/** Returns the files to load in this order; the effect of each depends on those before it. */
const filesOf = ({ field, head, known, changed, more, bad, others }: Kind): Record<string, Files> => ({
  'a bad line': { [field]: lines(head, ...known, bad) },
  'nothing but rows nobody knows': { [field]: lines(head, ...known) },
  'the same again': { [field]: lines(head, ...known) },
  'new and changed ones, and a column nobody knows': {
    [field]: lines(`${head},surprise`, ...[...changed, ...more].map(row => `${row},!`)),
  },
  'the same row twice': { [field]: lines(head, ...known, known[0]!) },
  'more bad lines than are named': { [field]: lines(head, ...Array.from({ length: 25 }, () => bad)) },
  'more rows twice than are named': { [field]: lines(head, ...Array.from({ length: 25 }, () => known).flat()) },
  'a header alone': { [field]: lines(head) },
  'a column too few': { [field]: lines(head.slice(head.indexOf(',') + 1), ...known) },
  'a quote that stays open': { [field]: lines(head, ...known, '"') },
  ...others,
})

/** Returns the result without its upload id, or the errors as a user reads them. */
async function told(kind: Kind, contents: Files, dryRun: boolean) {
  const files: ImportRequest['files'] = {}
  for (const [field, content] of Object.entries(contents)) {
    files[field] = { path: join(folder, field), name: `${field}.csv` }
    await writeFile(files[field].path, content)
  }
  const { kind: name, exchange, stockCode, issueDate, lotSize, takenAt } = kind
  const asked = { kind: name, exchange, stockCode, issueDate, lotSize, takenAt }
  try {
    const by = { userId: null, name: 'test' }
    const { uploadId: _, ...result } = await importFiles(database, { ...asked, files, by, dryRun, now })
    return { result }
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error
    return { refused: [...error.entries('en'), ...error.entries('zh')] }
  }
}
type Told = Awaited<ReturnType<typeof told>>

/** Returns the table's rows, without the time at which they were loaded. */
async function rowsOf(table: string): Promise<Set<string>> {
  const { rows } = await database.pool.query<{ row: string }>(
    `select (to_jsonb(t) - 'loaded_at')::text as row from ${table} t`,
  )
  return new Set(rows.map(({ row }) => row))
}

const without = (all: Set<string>, others: Set<string>) => [...all].filter(row => !others.has(row)).length

/** Counts the load's changes in the table, in the same form as `promised`. */
async function done({ table, whole }: Kind, before: Set<string>, { result }: Told) {
  const after = await rowsOf(table)
  return result && whole ? { stand: after.size } : { come: without(after, before), gone: without(before, after) }
}

function promised({ whole }: Kind, { result }: Told) {
  if (!result) return { come: 0, gone: 0 }
  const { count, counts, notes } = result
  if (whole) return { stand: counts['finListCount'] ?? count }
  const left = notes.find(({ text }) => text === 'import.holdings-gone')?.values?.['count'] ?? 0
  return { come: counts['inserted']! + counts['updated']!, gone: counts['updated']! + Number(left) }
}

describe('a dry run reports exactly what the load then does, and changes no table', () => {
  it.each(Object.entries(kinds))('a dry run reports exactly what the load then does, for %s', async (_, kind) => {
    await kind.prepare?.()
    const outcomes = new Set<string>()
    for (const [what, contents] of Object.entries(filesOf(kind))) {
      const untouched = await everyTableOf(onlooker)
      const dry = await told(kind, contents, true)
      expect([what, await everyTableOf(onlooker)]).toEqual([what, untouched])

      const before = await rowsOf(kind.table)
      const real = await told(kind, contents, false)
      expect([what, dry]).toEqual([what, real])
      expect([what, await done(kind, before, real)]).toEqual([what, promised(kind, real)])
      outcomes.add(Object.keys(real).join())
    }
    expect(outcomes).toEqual(new Set(['refused', 'result']))
  })
})

it('bad lines after the twentieth are only counted', async () => {
  const kind = kinds['stocks']!
  const { refused } = await told(kind, filesOf(kind)['more bad lines than are named']!, true)
  expect(refused!.map(({ message }) => message).filter(message => /more|另有/.test(message))).toEqual([
    'and 5 more; invalid lines in all: 25',
    '另有 5 行有誤，合共 25 行',
  ])
})
