// @module-tag slow
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { finListStocks } from '@finlist/contract/finlist'
import { selectableStocks } from '@finlist/contract/watchlist'
import { marketIndex } from '@finlist/domain/markets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { childEnv } from '../../../../tools/child-env.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'
import { lines } from './send-files.ts'

const command = fileURLToPath(new URL('../../src/commands/import.ts', import.meta.url))
let testServer: TestServer
let folder: string
beforeAll(async () => {
  testServer = await openTestServer()
  folder = await mkdtemp(join(tmpdir(), 'finlist-import-test-'))
})
afterAll(async () => {
  await testServer.close()
  await rm(folder, { recursive: true, force: true })
})

function start(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [command, ...args], {
    env: childEnv({ LANG: 'C', DATABASE_URL: testServer.databaseUrl, ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', data => (out += String(data)))
  child.stderr.on('data', data => (err += String(data)))
  const ended = new Promise<{ code: number | null; signal: string | null; out: string; err: string }>(done =>
    child.on('close', (code, signal) => done({ code, signal, out, err })),
  )
  return { child, ended }
}
const run = (args: string[], env?: Record<string, string>) => start(args, env).ended

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

const kills = Number(process.env['SOAK_RUNS'] ?? 3)
const header = 'stockCode,date,open,high,low,close,volume'

describe('finlist import', () => {
  it('loads a folder with one file per stock in one run, and writes rejected lines to a file next to it', async () => {
    const [one, other] = [join(folder, 'tokyo', 'first'), join(folder, 'tokyo')]
    await mkdir(one, { recursive: true })
    const good = '2024-01-04,10,12,9,11,1000'
    await file('tokyo/first/7203.T.csv', lines('date,open,high,low,close,volume', good))
    await file('tokyo/6758.T.csv', lines('date,open,high,low,close,volume', good, '2024-01-05,,12,9,11,1000'))
    await file('tokyo/notes.md', 'of another kind')
    const refused = await run(['prices', '--exchange', 'JP', other])
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.err).toContain('6758.T.csv, line 3: open is blank (6758)')
    const loaded = await run(['prices', '--exchange', 'JP', '--skip-bad-lines', `${other}/`])
    expect(loaded).toMatchObject({ code: 0, err: '' })
    expect(loaded.out).toMatch(/^2 rows loaded in [\d.]+ s\n2 inserted, /)
    expect(loaded.out).toContain('other files in the zip ignored, 1: notes.md')
    expect(loaded.out).toMatch(/upload \d+\n$/)
    expect(await readFile(join(folder, 'tokyo.refused.csv'), 'utf8')).toContain(
      '6758.T.csv,3,open is blank,6758,2024-01-05',
    )
    const stocks = await run(['stocks', '--exchange', 'JP', other])
    expect(stocks.err).toContain('only prices may come in several files')
  })

  it('loads stocks, gzipped prices and a FinList while the server runs, which shows them immediately', async () => {
    const staff = await ApiClient.signIn(testServer, 'staff')
    const stocks = await run([
      'stocks',
      '--exchange',
      'HKEX',
      await file('s.csv', lines('stockCode,stockName', '700,Seven')),
    ])
    expect(stocks).toMatchObject({ code: 0 })
    expect(stocks.out).toMatch(/^1 rows loaded in [\d.]+ s\n1 inserted, 0 updated, 0 already there\nupload \d+\n$/)
    const prices = await file('p.csv.gz', gzipSync(lines(header, '700,2024-01-02,1,1,1,1,1', '5,2024-01-02,1,1,1,1,1')))
    const loaded = await run(['prices', '--exchange', 'HKEX', prices])
    expect(loaded.out).toContain('not listed before and added now, 1: 0005')
    const picks = await file('f.csv', lines('stockCode,close,percivalScore', '700,1,90'))
    const quarters = await file('q.csv', lines('stockCode,quarter,thisReportDate', '700,q1,20231231'))
    const issue = await run([
      'finlist',
      '--exchange',
      'HKEX',
      '--issue-date',
      '2024-01-05',
      picks,
      '--fundamentals',
      quarters,
    ])
    expect(issue.out).toContain('1 stocks, 1 fundamentals')
    const shown = await staff.ask(finListStocks, { params: { exchange: 'HKEX' }, query: { issueDate: '2024-01-05' } })
    expect(shown.data).toMatchObject([
      { stockCode: '0700', stockName: 'Seven', fundamentalData: { q1: { thisReportDate: 20231231 } } },
    ])
  })

  it('loads one stock whose code lost its leading zeros and whose volume is in lots', async () => {
    const path = await file('lots.csv', lines('日期,開市,最高,最低,收市,成交量(手)', '2024-01-03,1,1,1,1,3'))
    const args = ['prices', '--exchange', 'HKEX', '--stock-code', '5', path]
    expect(await run(args)).toMatchObject({
      code: 1,
      err: 'line 1: volume is in lots, and the lot size was not given\n',
    })
    expect(await run([...args, '--lot-size', '400'])).toMatchObject({ code: 0 })
    const { rows } = await testServer.database.pool.query(
      `select volume from bar where exchange = 'HKEX' and stock_code = '0005' and date = '2024-01-03'`,
    )
    expect(rows).toEqual([{ volume: 1_200 }])
  })

  it('exits with 1 and names each bad line with its reason, in Chinese if the shell’s language is Chinese', async () => {
    const path = await file(
      'bad.csv',
      lines(header, '700,2024-01-02,1,1,1,0,1', '700,2024-01-03,1,1,1,1,1', '700,,1,1,1,1,1'),
    )
    const args = ['prices', '--exchange', 'HKEX', path]
    expect(await run(args)).toMatchObject({
      code: 1,
      out: '',
      err: 'line 2: close is not above zero: 0 (700)\nline 4: date is blank (700)\n',
    })
    expect((await run(args, { LANG: 'zh_HK.UTF-8' })).err).toBe(
      '第 2 行：close 並非大於零：0（700）\n第 4 行：date 是空白（700）\n',
    )
  })

  it('stores how the prices are adjusted (--prices), and requires confirmation if that differs later', async () => {
    const path = await file('kinds.csv', lines(header, 'KIND,2024-01-02,1,1,1,1,1'))
    const load = (...more: string[]) => run(['prices', '--exchange', 'US', ...more, path])
    expect((await load('--prices', 'as-traded')).code).toBe(0)
    const says = "the market's prices have been of another kind so far; these are adjusted for splits\n"
    const dry = await load('--prices', 'split-adjusted', '--dry-run')
    expect([dry.code, dry.out]).toEqual([
      0,
      expect.stringContaining(`must be confirmed before it is loaded (--confirm):\n${says}`),
    ])
    expect(await load('--prices', 'split-adjusted')).toMatchObject({
      code: 1,
      err: expect.stringContaining(says) as string,
    })
    expect((await load('--prices', 'split-adjusted', '--confirm')).code).toBe(0)
    expect(await load('--prices', 'adjusted')).toMatchObject({ code: 2 })
  })

  it('loads the valid lines with --skip-bad-lines and saves the others next to the file; --columns and --encoding describe the file', async () => {
    const path = await file(
      'night.csv',
      lines('code,date,first,high,low,close,volume', '6,2024-01-02,1,1,1,1,1', '6,2024-01-03,--,1,1,1,1'),
    )
    const done = await run([
      'prices',
      '--exchange',
      'HKEX',
      path,
      '--skip-bad-lines',
      '--columns',
      'open=first',
      '--encoding',
      'utf-8',
    ])
    expect(done).toMatchObject({ code: 0 })
    expect(done.out).toContain('1 rows loaded')
    expect(done.out).toContain(`invalid lines: 1, in ${join(folder, 'night.refused.csv')}`)
    expect(await readFile(join(folder, 'night.refused.csv'), 'utf8')).toBe(
      lines(
        'refusedLine,refusedFor,code,date,first,high,low,close,volume',
        '3,open is not a number: --,6,2024-01-03,--,1,1,1,1',
      ),
    )
    const wrong = await run(['prices', '--exchange', 'HKEX', path, '--encoding', 'latin'])
    expect(wrong).toMatchObject({ code: 2 })
    expect(wrong.err).toContain('--encoding: one of utf-8, big5')
    await run(['prices', '--exchange', 'HKEX', path, '--skip-bad-lines', '--columns', 'none'])
  })

  it('writes nothing with --dry-run', async () => {
    const path = await file('dry.csv', lines(header, '4444,2024-01-02,1,1,1,1,1'))
    const tried = await run(['prices', '--exchange', 'HKEX', path, '--dry-run'])
    expect(tried.out).toContain('1 rows are valid; nothing was saved')
    const { rows } = await testServer.database.pool.query(
      `select (select count(*) from bar where stock_code = '4444') as bars,
         (select count(*) from stock where stock_code = '4444') as stocks,
         (select count(*) from upload_file where name = 'dry.csv') as uploads`,
    )
    expect(rows).toEqual([{ bars: 0, stocks: 0, uploads: 0 }])
  })

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'finlist import ends its database query and stores nothing on %s',
    async stop => {
      const { pool } = testServer.database
      const path = await file('stopped.csv', lines(header, 'STOP,2024-01-02,1,1,1,1,1'))
      // Lock the practice stocks, because the server's own jobs may be waiting for the markets' locks.
      const [other, here] = [await pool.connect(), await pool.connect()]
      try {
        await other.query(`begin; select pg_advisory_xact_lock(hashtext('import'), hashtext('PRAC'))`)
        const waiting = async () =>
          (await here.query(`select from pg_stat_activity where wait_event = 'advisory' and query ~ 'hashtext'`))
            .rowCount
        const { child, ended } = start(['prices', '--exchange', 'PRAC', path])
        await expect.poll(waiting, { timeout: 60_000 }).toBe(1)
        child.kill(stop)
        child.kill(stop)
        expect(await ended).toMatchObject({
          signal: stop,
          out: '',
          err: 'Stopped. What was not finished is not kept.\n',
        })
        await expect.poll(waiting).toBe(0)
      } finally {
        await other.query('rollback')
        for (const client of [other, here]) client.release()
      }
      const { rows } = await pool.query(`select from bar where stock_code = 'STOP'`)
      expect(rows).toEqual([])
    },
  )

  it('loads movers and profit alerts without a market, as its usage says; stocks named in the files can be selected', async () => {
    const apiClient = await ApiClient.signIn(testServer, 'hk-monthly')
    const picker = async () => (await apiClient.ask(selectableStocks)).data.map(({ stockCode }) => stockCode)
    const held = await file(
      'h.csv',
      lines(
        'stockCode,shareholdingDate,participantId,participantName,shareholding,shareholdingPercent',
        '7003,2025-07-18,C1,Amber,1,1',
      ),
    )
    const told = await file(
      'p.csv',
      lines('stockCode,releaseTime,link,reportType', '7002,2025-07-18 18:00,https://news.example/a.pdf,positive'),
    )
    const moved = await file('m.csv', lines('stockCode,price,volume', '7001,10,100'))
    for (const [code, ...args] of [
      ['7001', 'movers', '--taken-at', '2025-07-18T10:30', moved],
      ['7002', 'profit-alerts', told],
      ['7003', 'shareholding', held],
    ] as const) {
      expect(await picker()).not.toContain(code)
      expect(await run([...args])).toMatchObject({ code: 0, err: '' })
      await expect.poll(picker).toContain(code)
    }
    for (const args of [
      ['movers', '--taken-at', '2025-07-18T10:30', moved],
      ['profit-alerts', told],
      ['shareholding', held],
    ])
      expect(await run([args[0]!, '--exchange', 'US', ...args.slice(1)])).toMatchObject({
        code: 2,
        err: expect.stringContaining('--exchange: HKEX alone'),
      })
  })

  it('documents the code of each market’s index in the operator’s guide', async () => {
    const text = await readFile(new URL('../../../../docs/operate/data.md', import.meta.url), 'utf8')
    for (const [exchange, code] of Object.entries(marketIndex)) expect(text).toContain(`${code} (${exchange})`)
  })

  it('prints its usage and exits with 2 for a wrong command', async () => {
    const path = await file('x.csv', 'x')
    const mistakes = [
      [],
      ['bonds', path],
      ['stocks', path],
      ['stocks', '--exchange', 'NYSE', path],
      ['finlist', '--exchange', 'HKEX', path],
      ['stocks', '--exchange', 'HKEX', join(folder, 'none.csv')],
      ['stocks', '--exchange', 'HKEX', '--lot-size', '5', path],
    ]
    const answers = await Promise.all(mistakes.map(args => run(args)))
    for (const [index, { code, err }] of answers.entries()) {
      expect([mistakes[index], code]).toEqual([mistakes[index], 2])
      expect(err).toContain('finlist import prices')
    }
  })

  it(`leaves either the complete old issue or the complete new one when killed (-9) at ${kills} random moments`, {
    timeout: 900_000,
  }, async () => {
    const issue = async (close: number) => {
      const codes = Array.from({ length: 3_000 }, (_, n) => String(1_000 + n))
      const picks = lines(
        'stockCode,stockName,close,percivalScore',
        ...codes.map(code => `${code},Stock ${code},${close},90`),
      )
      const quarters = lines(
        'stockCode,quarter,thisReportDate,thisEps',
        ...codes.flatMap(code => [1, 2, 3, 4, 5, 6, 7, 8].map(quarter => `${code},${quarter},20231231,${close}`)),
      )
      return [
        'finlist',
        '--exchange',
        'JP',
        '--issue-date',
        '2024-02-02',
        await file(`k${close}.csv`, picks),
        '--fundamentals',
        await file(`kq${close}.csv`, quarters),
      ]
    }
    const versions = [await issue(1), await issue(2)]
    const since = performance.now()
    expect(await run(versions[0]!)).toMatchObject({ code: 0 })
    const whole = performance.now() - since
    const seen = new Set<number>()
    let stands = 1
    for (let moment = 0; moment < kills; moment++) {
      const to = 3 - stands
      const { child, ended } = start(versions[to - 1]!)
      // Kill once in each section of the run's duration, so that few kills cover all of it.
      await wait(whole * (0.2 + (0.8 * (moment + Math.random())) / kills))
      child.kill('SIGKILL')
      await ended
      await quiet()
      const { rows } = await testServer.database.pool.query<{ states: string[] }>(
        `select array(select distinct close::text from finlist_pick where exchange = 'JP')
           || array(select distinct this_eps::text from fundamental where exchange = 'JP')
           || array[(select count(*) from finlist_pick where exchange = 'JP')::text,
              (select count(*) from fundamental where exchange = 'JP')::text,
              (select count(*) = 2 * count(distinct upload_id) from upload_file f join upload u using (upload_id)
                where u.kind = 'finlist' and u.key like '%JP%')::text] as states`,
      )
      const [close] = rows[0]!.states
      expect(rows[0]!.states).toEqual([close, close, '3000', '24000', 'true'])
      expect([stands, to]).toContain(Number(close))
      stands = Number(close)
      seen.add(stands)
    }
    expect(seen.size).toBeGreaterThan(0)
  })
})

/** Waits until no other connection is active in the database. */
async function quiet() {
  for (;;) {
    const { rows } = await testServer.database.pool.query<{ busy: number }>(
      `select count(*) as busy from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
    )
    if (rows[0]!.busy === 0) return
    await wait(20)
  }
}
