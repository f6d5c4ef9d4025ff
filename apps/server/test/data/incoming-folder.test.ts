import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { directly, freshDatabase } from '../../../../tools/fresh-database.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { takeIncoming } from '../../src/market-data/folders/incoming-folder.ts'
import { lines } from './send-files.ts'
import { workbookOf, zipOf } from './zip-of.ts'

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let database: Database
const folder = mkdtempSync(join(tmpdir(), 'finlist-incoming-'))
beforeAll(async () => {
  fresh = await freshDatabase()
  database = await openDatabase(fresh.url, { warn: () => undefined, info: () => undefined }, directly(fresh.url))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await database.close()
  await fresh.drop()
})

/** Writes a file whose last change is `secondsAgo` in the past. */
function lay(path: string, content: string | Buffer, secondsAgo = 60) {
  const whole = join(folder, path)
  mkdirSync(join(whole, '..'), { recursive: true })
  writeFileSync(whole, content)
  const then = Date.now() / 1_000 - secondsAgo
  utimesSync(whole, then, then)
}
const there = (path: string) => existsSync(join(folder, path))
const text = (path: string) => readFileSync(join(folder, path), 'utf8')
const run = () => takeIncoming(folder, database).run(Date.parse('2026-07-17T12:00:00Z'))
const count = async (sql: string) => (await database.pool.query<{ count: number }>(sql)).rows[0]!.count

const head = 'stockCode,date,open,high,low,close,volume'

describe('an incoming folder for each market and kind', () => {
  it('loads each file by its kind, and moves it to done/ with a report next to it', async () => {
    lay('HKEX/stocks/names.csv', lines('stockCode,stockName', '700,Seven'))
    lay('HKEX/prices/20260716.csv.gz', gzipSync(lines(head, '700,2026-07-16,1,2,1,2,100', '5,2026-07-16,1,1,1,1,1')))
    lay(
      'HKEX/corporate-actions/a.csv',
      lines('stockCode,exDate,kind,numerator,denominator', '700,2026-07-16,split,7,1'),
    )
    lay('HKEX/closings/2026.csv', lines('date,kind,name', '2026-07-21,full,Typhoon'))
    lay('JP/finlist/list-2026-07-17.csv', lines('stockCode,close,percivalScore', '7203,10,90'))
    expect(await run()).toEqual({ rows: 6 })
    expect(text('HKEX/prices/done/20260716.csv.gz.txt')).toMatch(
      /^2 rows loaded, upload \d+\n2 inserted, 0 updated, 0 already there\n/,
    )
    expect(there('HKEX/prices/20260716.csv.gz')).toBe(false)
    const by = await count(`select count(*) as count from upload where by_name = 'folder'`)
    expect(by).toBe(5)
    expect(await count(`select count(*) as count from finlist_pick where issue_date = '2026-07-17'`)).toBe(1)
    expect(await count(`select count(*) as count from corporate_action where source = 'folder'`)).toBe(1)
  })

  it('loads a zip with a file for each stock, and a workbook', async () => {
    const file = lines('date,open,high,low,close,volume', '2026-07-15,1,2,1,2,100')
    lay('JP/prices/20260715.zip', await zipOf({ '7203.T.csv': file, '6758.T.csv': file }))
    lay(
      'JP/stocks/names.xlsx',
      workbookOf([
        ['stockCode', 'stockName'],
        ['7203', 'Seven'],
      ]),
    )
    expect(await run()).toEqual({ rows: 3 })
    expect(text('JP/prices/done/20260715.zip.txt')).toMatch(/^2 rows loaded, upload \d+\n/)
    expect(there('JP/stocks/done/names.xlsx')).toBe(true)
    lay('JP/prices/20260716.zip', await zipOf({ '7203.T.csv': file, 'unnamed.csv': file }))
    expect(await run()).toEqual({ rows: 0 })
    expect(text('JP/prices/failed/20260716.zip.txt')).toContain('unnamed.csv, line 1: missing columns: stockCode')
  })

  it('keeps a corporate action that contradicts the prices as a doubt for staff, and loads the others', async () => {
    lay(
      'JP/prices/20260714.csv',
      lines(head, '7203,2026-07-13,20,20,20,20,100', '7203,2026-07-14,20,20,20,20,100', '6758,2026-07-13,9,9,9,9,100'),
    )
    lay(
      'JP/corporate-actions/20260714.csv',
      lines(
        'stockCode,exDate,kind,numerator,denominator,amount',
        '7203,2026-07-14,split,4,1,',
        '6758,2026-07-14,dividend,,,0.1',
      ),
    )
    await run()
    expect(text('JP/corporate-actions/done/20260714.csv.txt')).toMatch(
      /^1 rows loaded, upload \d+\n1 inserted, .*\n.*not recorded until staff decide on the Data page, 1: 7203 2026-07-14 split 20 → 20\n$/,
    )
    const { rows } = await database.pool.query<{ what: string }>(
      `select 'recorded ' || stock_code as what from corporate_action where exchange = 'JP'
       union select 'in doubt ' || stock_code from doubt where exchange = 'JP' and kind = 'action' and ended_at is null
       order by 1`,
    )
    expect(rows.map(({ what }) => what)).toEqual(['in doubt 7203', 'recorded 6758'])
  })

  it('moves refused files to failed/ with the reason for each line, and still loads the others', async () => {
    lay('US/prices/1-bad.csv', lines(head, 'AAA,2026-07-16,1,2,1,2,100', 'BBB,2026-07-16,,2,1,2,100'))
    lay('US/prices/2-good.csv', lines(head, 'AAA,2026-07-16,1,2,1,2,100'))
    lay('TW/finlist/no-date.csv', lines('stockCode,close,percivalScore', '2330,10,90'))
    expect(await run()).toEqual({ rows: 1 })
    expect(text('US/prices/failed/1-bad.csv.txt')).toBe('line 3: open is blank (BBB)\n')
    expect(there('US/prices/done/2-good.csv')).toBe(true)
    expect(text('TW/finlist/failed/no-date.csv.txt')).toContain('no-date.csv')
  })

  it('ignores files that are still being written, are hidden, or have another kind of name', async () => {
    lay('US/prices/growing.csv', lines(head, 'AAA,2026-07-15,1,2,1,2,100'), 5)
    lay('US/prices/.partial.csv', lines(head, 'AAA,2026-07-15,1,2,1,2,100'))
    lay('US/prices/readme.md', 'of another kind')
    lay('US/movers/20260716-1030.csv', 'of a market that has none')
    expect(await run()).toEqual({ rows: 0 })
    for (const name of ['growing.csv', '.partial.csv', 'readme.md']) expect(there(`US/prices/${name}`)).toBe(true)
    expect(there('US/movers/20260716-1030.csv')).toBe(true)
    lay('US/prices/growing.csv', lines(head, 'AAA,2026-07-15,1,2,1,2,100'), 31)
    expect(await run()).toEqual({ rows: 1 })
  })

  it('loads a file only once if it cannot be moved, continues with other folders, and moves the file when possible', async () => {
    rmSync(join(folder, 'HKEX/prices/done'), { recursive: true })
    lay('HKEX/prices/done', 'a file where the folder should be')
    lay('HKEX/prices/20260714.csv', lines(head, '700,2026-07-14,1,2,1,2,100'))
    lay('US/prices/after.csv', lines(head, 'AAA,2026-07-13,1,2,1,2,100'))
    const uploads = () => count(`select count(*) as count from upload where by_name = 'folder'`)
    const before = await uploads()
    const why = new RegExp(`${join(folder, 'HKEX/prices')}: .*20260714.csv was loaded and cannot be moved: .*EEXIST`)
    await expect(run()).rejects.toThrow(why)
    await expect(run()).rejects.toThrow(why)
    expect(await uploads()).toBe(before + 2)
    expect(there('US/prices/done/after.csv')).toBe(true)
    rmSync(join(folder, 'HKEX/prices/done'))
    expect(await run()).toEqual({ rows: 0 })
    expect(await uploads()).toBe(before + 2)
    expect(there('HKEX/prices/20260714.csv')).toBe(false)
    expect(text('HKEX/prices/done/20260714.csv.txt')).toContain('loaded earlier')
    expect(await count('select count(*) as count from loaded_file')).toBe(0)
  })

  it('loads a rewritten file even if the previous one of that name could not be moved', async () => {
    rmSync(join(folder, 'HKEX/prices/done'), { recursive: true })
    lay('HKEX/prices/done', 'a file where the folder should be')
    lay('HKEX/prices/again.csv', lines(head, '700,2026-07-13,1,2,1,2,100'))
    await expect(run()).rejects.toThrow('again.csv')
    lay('HKEX/prices/again.csv', lines(head, '700,2026-07-13,1,2,1,2,100', '5,2026-07-13,1,2,1,2,100'), 50)
    rmSync(join(folder, 'HKEX/prices/done'))
    expect(await run()).toEqual({ rows: 2 })
  })
})
