// @module-tag slow
import { spawn } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type RecordedPick, recordBars, recordPick } from '@finlist/contract/record'
import type { Day } from '@finlist/domain/calendar'
import { dayNumber } from '@finlist/domain/market-trend/breadth'
import type { ExchangeId } from '@finlist/domain/markets'
import { type IssueRow, issueText, type PickingIssue } from '@finlist/domain/picking/issue'
import { oneHash } from '@finlist/domain/picking/method'
import { BarsReader } from '@finlist/domain/record/bars-reader'
import { base64UrlOf } from '@finlist/domain/record/bytes'
import { entryHash, entryLine, longestLine, maskedMs, readEntryLine } from '@finlist/domain/record/entry'
import { headLine } from '@finlist/domain/record/head-line'
import { keyIdOf } from '@finlist/domain/record/key'
import { rebuild, rebuildPick } from '@finlist/domain/record/rebuild'
import { stockOfShortBars } from '@finlist/domain/record/stock-bars'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { childEnv } from '../../../../tools/child-env.ts'
import { recordTools } from '../../src/db/record/record-key.ts'
import { loadDemoMarkets } from '../../src/demo/market.ts'
import { propose } from '../../src/features/picking/propose.ts'
import { readEntries } from '../../src/features/record/store.ts'
import { recordIssue } from '../../src/market-data/lists/record-issue.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

const command = fileURLToPath(new URL('../../src/commands/verify.ts', import.meta.url))
let testServer: TestServer
let folder: string
let day: Day
let list: PickingIssue
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'finlist-verify-'))
  testServer = await openTestServer()
  const { database, config, clock } = testServer
  await loadDemoMarkets(database, config, {
    now: clock.now(),
    say: () => undefined,
    exchanges: ['HKEX', 'US'],
    stocks: 120,
  })
  const { rows } = await database.pool.query<{ day: Day }>(`select max(date) as day from bar where exchange = 'HKEX'`)
  day = rows[0]!.day
  list = await database.snapshot(tx => propose(tx, 'HKEX', day))
  await storeList(list)
  await database.write(tx => recordIssue(tx, { exchange: 'HKEX', issueDate: day }))
  await database.write(tx => recordIssue(tx, { exchange: 'US', issueDate: '2020-01-03' }))
})
afterAll(async () => {
  await testServer.close()
  await rm(folder, { recursive: true, force: true })
})

async function storeList(made: PickingIssue) {
  const { pool } = testServer.database
  await pool.query(
    'insert into finlist_issue (exchange, issue_date, method_id) values ($1, $2, $3) on conflict do nothing',
    [made.market, made.date, made.method],
  )
  await pool.query(
    `insert into proposal (exchange, issue_date, method_id, constants, inputs_hash, eligible, body, facts, made_at)
     values ($1, $2, $3, $4, '', $5, $6, '{}', now()) on conflict do nothing`,
    [made.market, made.date, made.method, made.constants, made.eligible, issueText(made)],
  )
}

async function verify(...args: string[]) {
  const child = spawn(process.execPath, [command, ...args], {
    env: childEnv({ LANG: 'C', DATABASE_URL: testServer.databaseUrl }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [said, stdout, stderr] = ['', '', '']
  child.stdout.on('data', data => ((said += String(data)), (stdout += String(data))))
  child.stderr.on('data', data => ((said += String(data)), (stderr += String(data))))
  const code = await new Promise(done => child.on('close', done))
  return { code, said, stdout, stderr }
}
async function verifyJson(...args: string[]) {
  const { code, stdout, stderr } = await verify('--json', ...args)
  return { code, stderr, told: JSON.parse(stdout) as Record<string, unknown> }
}
const file = async (name: string, content: string | Buffer) => {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}
const entries = () => readEntries(testServer.database.db, 1, 1_000, testServer.clock.now() + maskedMs + 1_000)
const linesOf = async () => (await entries()).map(entryLine)

async function barsOf(exchange: ExchangeId): Promise<string> {
  const reader = await ApiClient.signIn(testServer, 'staff')
  const answer = await fetch(`${testServer.base}/api/record/bars/${exchange}?date=${day}`, {
    headers: reader.headers(),
  })
  expect(answer.status).toBe(200)
  return gunzipSync(Buffer.from(await answer.arrayBuffer())).toString()
}
function madeAgainFrom(csv: string) {
  const reader = new BarsReader(dayNumber(day))
  reader.push(csv)
  return rebuild(list, reader.end(), dayNumber(day))
}

it('the list that these tests rebuild has picks', () => {
  expect(list.picks.length).toBeGreaterThan(2)
})

describe('the bars that a list was made from', () => {
  it('rebuild it byte for byte, and a changed bar is reported with its stock', async () => {
    const csv = await barsOf('HKEX')
    expect(madeAgainFrom(csv)).toEqual([])
    const { code, close } = list.picks[1]!
    const last = `${code},${day},`
    const changed = csv
      .split('\n')
      .map(line => (line.startsWith(last) ? line.replace(/,[^,]+,(\d+),$/, `,${(close + 0.01).toFixed(4)},$1,`) : line))
    expect(madeAgainFrom(changed.join('\n'))).toContainEqual(
      expect.objectContaining({ code, recorded: expect.any(String) }),
    )
    expect(madeAgainFrom(await barsOf('US'))).toContainEqual(
      expect.objectContaining({ code: list.picks[0]!.code, made: expect.any(String) }),
    )
  })

  it('are for those who have the market, and are not sent if the source of the bars forbids that', async () => {
    const asked = { params: { exchange: 'HKEX' }, query: { date: day } }
    expect((await (await ApiClient.signIn(testServer, 'free')).ask(recordBars, asked)).http).toBe(403)
    const shown = await openTestServer({ SOURCE_USE_HKEX: 'display' })
    try {
      const answer = await (await ApiClient.signIn(shown, 'hk-yearly')).ask(recordBars, asked)
      expect(answer).toMatchObject({ http: 403, errors: [{ message: expect.stringContaining('not pass them on') }] })
    } finally {
      await shown.close()
    }
  })
})

describe('a single pick', () => {
  const asked = (stockCode: string, date = day) => ({
    params: { exchange: 'HKEX' as const },
    query: { date, stockCode },
  })
  const ask = async (who: string, ...what: Parameters<typeof asked>) =>
    await (await ApiClient.signIn(testServer, who)).ask(recordPick, asked(...what))
  const made = ({ row, bars }: RecordedPick, code: string) =>
    rebuildPick(JSON.parse(row!) as IssueRow, 'HKEX', stockOfShortBars(code, bars!), dayNumber(day))

  it('is rebuilt byte for byte from its stock’s bars and its rank, for each pick of the list', async () => {
    const issues = (await entries()).filter(({ kind, market }) => kind === 'issue' && market === 'HKEX')
    for (const pick of list.picks) {
      const { http, data } = await ask('staff', pick.code)
      expect({ http, seq: data.seq, constants: data.constants }).toEqual({
        http: 200,
        seq: issues.at(-1)!.seq,
        constants: list.constants,
      })
      expect(JSON.parse(data.row!)).toEqual(pick)
      expect(made(data, pick.code)).toBeUndefined()
    }
  })

  it('differs if a bar, its row or its rank was changed', async () => {
    const { code } = list.picks.find(({ base }) => base)!
    const { data } = await ask('staff', code)
    const { bars, row } = data
    const close = bars!.close.with(-1, bars!.close.at(-1)! - 100)
    expect(made({ ...data, bars: { ...bars!, close } }, code)).toMatchObject({ field: 'close' })
    const told = JSON.parse(row!) as IssueRow
    const change = (other: Partial<IssueRow>) => made({ ...data, row: JSON.stringify({ ...told, ...other }) }, code)
    expect(change({ buyPoint: told.buyPoint + 1 })).toMatchObject({ field: 'buyPoint' })
    expect(change({ score: 99 })).toMatchObject({ field: 'score' })
    expect(change({ rank: 5 })).toMatchObject({ field: 'listed' })
    const few = Object.fromEntries(Object.entries(bars!).map(([name, values]) => [name, values.slice(-200)]))
    expect(made({ ...data, bars: few as typeof bars }, code)).toMatchObject({ field: 'eligible' })
  })

  it('is returned in one response of at most 5 kB', async () => {
    const reader = await ApiClient.signIn(testServer, 'staff')
    const path = `/api/record/pick/HKEX?date=${day}&stockCode=${list.picks[0]!.code}`
    const answer = await new Promise<IncomingMessage>(done =>
      get(testServer.base + path, { headers: { ...reader.headers(), 'accept-encoding': 'br' } }, done),
    )
    const bytes = Buffer.concat((await answer.toArray()) as Buffer[])
    expect(answer.headers['content-encoding']).toBe('br')
    expect(bytes.length).toBeGreaterThan(2_000)
    expect(bytes.length).toBeLessThanOrEqual(5_000)
  })

  it('is for those who have the market, does not exist for a stock that is not on the list, and is refused if the source forbids it', async () => {
    expect((await ask('free', list.picks[0]!.code)).http).toBe(403)
    expect((await ask('hk-yearly', 'NONE')).data).toMatchObject({ made: 'method', row: null, bars: null })
    expect((await ask('hk-yearly', list.picks[0]!.code, '2001-01-05')).http).toBe(404)
    const shown = await openTestServer({ SOURCE_USE_HKEX: 'display' })
    try {
      const answer = await (await ApiClient.signIn(shown, 'hk-yearly')).ask(recordPick, asked('0001'))
      expect(answer).toMatchObject({ http: 403, errors: [{ code: 'not-handed-on' }] })
    } finally {
      await shown.close()
    }
  })
})

const stranger = generateKeyPairSync('ed25519')
const strangersKey = new Uint8Array(Buffer.from(stranger.publicKey.export({ format: 'jwk' }).x!, 'base64url'))
const entryIn = (line: string) => readEntryLine(line)!

/** Returns the same entry, signed with a key that the record never introduced. */
function signedByAnother(line: string): string {
  const entry = { ...entryIn(line), keyId: keyIdOf(strangersKey, recordTools.sha256) }
  const hash = entryHash(entry, recordTools.sha256)
  return entryLine({
    ...entry,
    hash,
    signature: base64UrlOf(sign(null, Buffer.from(hash, 'hex'), stranger.privateKey)),
  })
}

const swapSignature = (line: string, other: string) =>
  entryLine({ ...entryIn(line), signature: entryIn(other).signature })

/** Returns a different entry with the same number. */
function madeOtherwise(line: string): string {
  const entry = { ...entryIn(line), bodyHash: 'ab'.repeat(32) }
  delete entry.body
  return entryLine({ ...entry, hash: entryHash(entry, recordTools.sha256) })
}

describe('finlist verify', () => {
  it('checks this installation’s record, and rebuilds a list from its prices', async () => {
    const done = await verify('--market', 'HKEX', '--date', day)
    expect(done).toMatchObject({ code: 0 })
    expect(done.said).toMatch(/no fault\n.*the same to the byte\n$/)
    const staffs = await verify('--market', 'US', '--date', '2020-01-03')
    expect(staffs).toMatchObject({ code: 1, said: expect.stringContaining('by-staff') })
  })

  it('finlist verify with --json prints the check and the list as one object, including what is wrong', async () => {
    const head = (await entries()).at(-1)!
    const good = await verifyJson('--market', 'HKEX', '--date', day)
    expect(good).toMatchObject({ code: 0, stderr: '' })
    expect(good.told).toEqual({
      head: { seq: head.seq, hash: head.hash, madeAt: head.madeAt },
      outcomes: 0,
      faultCount: 0,
      faults: [],
      keys: [{ seq: 1, keyId: head.keyId, lost: false }],
      list: { exchange: 'HKEX', date: day, seq: expect.any(Number), same: true, differences: [] },
    })
    const staffs = await verifyJson('--market', 'US', '--date', '2020-01-03')
    expect(staffs).toMatchObject({ code: 1, stderr: expect.stringContaining('by-staff') })
    expect(staffs.told['list']).toMatchObject({ exchange: 'US', same: false })
    const absent = await verifyJson('--market', 'US', '--date', '2020-01-10')
    expect(absent).toMatchObject({ code: 1, told: { list: { seq: null, same: false } } })
    const record = await file('dropped.ndjson', (await linesOf()).toSpliced(2, 1).join('\n'))
    const bad = await verifyJson('--file', record)
    expect(bad).toMatchObject({ code: 1, stderr: expect.stringContaining('fault'), told: { list: null } })
    expect(bad.told['faults']).toContainEqual({ fault: 'dropped', seq: 3 })
    const empty = await verifyJson('--file', await file('empty.ndjson', ''))
    expect(empty).toMatchObject({ code: 1, told: { head: null, faults: [] } })
  })

  it('checks a file without any server, with the user’s own bars', async () => {
    const record = await file('record.ndjson', `${(await linesOf()).join('\n')}\n`)
    const bars = await file('bars.csv', await barsOf('HKEX'))
    const { hash } = (await entries())[2]!
    const held = headLine('lists.example/finlist-record', { seq: 3, hash })
    const done = await verify('--file', record, '--head', held, '--market', 'HKEX', '--date', day, '--bars', bars)
    expect(done).toMatchObject({ code: 0, said: expect.stringContaining('the same to the byte') })
    const forked = headLine('lists.example/finlist-record', { seq: 3, hash: 'ab'.repeat(32) })
    expect(await verify('--file', record, '--head', forked)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^fork 3\n/),
    })
  })

  it.each<[string, (lines: string[]) => string[], RegExp]>([
    ['a changed byte', lines => lines.with(2, lines[2]!.replace(/"madeAt":"2/, '"madeAt":"3')), /^changed 3\n/],
    ['a dropped entry', lines => lines.toSpliced(2, 1), /^dropped 3\n/],
    ['swapped entries', lines => [lines[0]!, lines[1]!, lines[3]!, lines[2]!], /^swapped 3\n/],
    ['a doubled entry', lines => [...lines, lines[3]!], /^doubled 4\n/],
    ['what is no entry', lines => [...lines, '{"seq":5}', ''], /^malformed 5\n/],
    ['a line that was cut off', lines => lines.with(3, lines[3]!.slice(0, 300)), /^truncated 4\n/],
    ['a line without end', lines => [...lines, `${'x'.repeat(3 * longestLine + 1)}\n`], /^malformed 5\n/],
    ['a re-signed entry', lines => lines.with(3, signedByAnother(lines[3]!)), /^re-signed 4\n/],
    ['a signature of another', lines => lines.with(3, swapSignature(lines[3]!, lines[2]!)), /^bad-signature 4\n/],
    ['a fork', lines => [...lines, madeOtherwise(lines[3]!)], /^fork 4\n/],
    ['another body', lines => lines.with(1, lines[1]!.replace('finlist-1', 'finlist-9')), /^body-changed 2\n/],
    ['what is no record', () => ['{}', '[]', ''], /^malformed 1\nmalformed 1\nNo line of it is an entry/],
  ])('reports %s', async (_, tamper, expected) => {
    const record = await file('tampered.ndjson', tamper(await linesOf()).join('\n'))
    expect(await verify('--file', record)).toMatchObject({ code: 1, said: expect.stringMatching(expected) })
  })

  it('reports bytes that are not UTF-8, a truncated gzip file, a missing file, and a head beyond the end of the file', async () => {
    const text = `${(await linesOf()).join('\n')}\n`
    const bytes = Buffer.from(text)
    bytes[text.indexOf('"body"') + 20] = 0xff
    expect(await verify('--file', await file('bytes.ndjson', bytes))).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^not-utf-8 1\n/),
    })
    const zipped = gzipSync(text)
    expect(await verify('--file', await file('whole.ndjson.gz', zipped))).toMatchObject({ code: 0 })
    expect(await verify('--file', await file('cut.ndjson.gz', zipped.subarray(0, -100)))).toMatchObject({
      code: 1,
      said: expect.stringContaining('truncated'),
    })
    expect(await verify('--file', await file('no.ndjson.gz', text))).toMatchObject({
      code: 1,
      said: 'incorrect header check\n',
    })
    expect(await verify('--file', join(folder, 'nowhere'))).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^ENOENT: no such file or directory/),
    })
    const later = headLine('lists.example/finlist-record', { seq: 9, hash: 'ab'.repeat(32) })
    expect(await verify('--file', await file('record.ndjson', text), '--head', later)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^stale-head 4 to 9\n/),
    })
  })

  it('needs no database for a file, and does not connect to one', async () => {
    const record = await file('record.ndjson', (await linesOf()).join('\n'))
    expect(await verify('--file', record)).toMatchObject({ code: 0 })
    const child = spawn(process.execPath, [command, '--file', record], {
      env: childEnv({ LANG: 'C', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }),
      stdio: 'ignore',
    })
    expect(await new Promise(done => child.on('close', done))).toBe(0)
  })

  it('reports errors in the bars and in the arguments', async () => {
    const record = await file('record.ndjson', (await linesOf()).join('\n'))
    const withBars = async (csv: string) =>
      await verify('--file', record, '--market', 'HKEX', '--date', day, '--bars', await file('bad.csv', csv))
    expect(await withBars('code,date\n')).toMatchObject({ code: 1, said: expect.stringContaining('line 1: columns') })
    expect(await withBars('code,date,high,low,close,volume\n700,2026-02-30x,1,1,1,1\n')).toMatchObject({
      code: 1,
      said: expect.stringContaining('line 2: date'),
    })
    for (const wrong of [['--market', 'LSE'], ['--market', 'US'], ['--head', 'x'], ['--nothing']])
      expect(await verify(...wrong)).toMatchObject({ code: 2, said: expect.stringContaining('finlist verify') })
  })
})

it('finlist verify rebuilds a list of an earlier version, which names a single hash of the rules and all limits', async () => {
  const { database } = testServer
  const { rows } = await database.pool.query<{ wednesday: Day }>(
    `select max(date) as wednesday from bar where exchange = 'US' and extract(isodow from date) = 3`,
  )
  const { wednesday } = rows[0]!
  const made = await database.snapshot(tx => propose(tx, 'US', wednesday))
  const earlier = { ...made, constants: oneHash.hash }
  await storeList(earlier)
  await database.write(tx => recordIssue(tx, { exchange: 'US', issueDate: wednesday }))
  const done = await verify('--market', 'US', '--date', wednesday)
  expect(done).toMatchObject({ code: 0, said: expect.stringContaining('the same to the byte') })
  const { data } = await (await ApiClient.signIn(testServer, 'staff')).ask(recordPick, {
    params: { exchange: 'US' },
    query: { date: wednesday, stockCode: earlier.picks[0]!.code },
  })
  expect(data).toMatchObject({ made: 'method', constants: oneHash.hash })
})
