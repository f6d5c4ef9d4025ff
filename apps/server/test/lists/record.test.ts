import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { recordEntry } from '@finlist/contract/record'
import { bytesOfBase64, bytesOfHex } from '@finlist/domain/record/bytes'
import { ChainCheck, type ChainReport, type Head } from '@finlist/domain/record/chain'
import { isSignedBy, readCheckpoint } from '@finlist/domain/record/checkpoint'
import { maskedMs, type RecordEntry, readEntryLine } from '@finlist/domain/record/entry'
import { headLine } from '@finlist/domain/record/head-line'
import { isConsistent, isIncluded } from '@finlist/domain/record/merkle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { childEnv } from '../../../../tools/child-env.ts'
import type { Tx } from '../../src/db/database.ts'
import { purposes } from '../../src/db/key-purposes.ts'
import { appendToRecord, replaceLostRecordKey, rotateRecordKey } from '../../src/db/record/append.ts'
import { recordTools } from '../../src/db/record/record-key.ts'
import { publish as publishTopic } from '../../src/db/topics.ts'
import type { Installation } from '../../src/doctor/check.ts'
import { record as doctorsRecord } from '../../src/doctor/record.ts'
import { rollBack } from '../../src/market-data/import/roll-back.ts'
import { publishIssue } from '../../src/market-data/lists/publish-issue.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

const { sha256 } = recordTools
const by = { userId: null, name: 'test' }
let testServer: TestServer
beforeAll(async () => {
  testServer = await openTestServer()
  await publish('2026-07-10', 77)
})
afterAll(() => testServer.close())

async function publish(issueDate: string, percivalScore: number) {
  const picks = [
    {
      exchange: 'HKEX',
      stockCode: '00700',
      stockName: 'A',
      close: 100,
      closeChange: 1,
      volume: 1,
      volumeChange: 1,
      percivalScore,
      buyPoint: 110,
      patternType: 'CUP',
      isLowTurnover: 0,
      freePick: 0,
    },
  ]
  const { uploadId } = await publishIssue(
    testServer.database,
    { exchange: 'HKEX', issueDate, picks },
    { by, now: testServer.clock.now() },
  )
  return uploadId!
}
const get = (path: string, headers = {}) => fetch(testServer.base + path, { headers })
async function lines(query = ''): Promise<RecordEntry[]> {
  const answer = await get(`/record.ndjson${query}`)
  return (await answer.text())
    .split('\n')
    .slice(0, -1)
    .map(line => readEntryLine(line)!)
}
async function checked(held: Head[] = []): Promise<ChainReport> {
  const checking = new ChainCheck(recordTools)
  await checking.add(await lines())
  return checking.finish(held)
}
const parsed = ({ body }: RecordEntry) => JSON.parse(body!) as Record<string, unknown>

it('the record begins with its key and its method; a published issue follows, salted and masked', async () => {
  const all = await lines()
  expect(all.map(({ kind, market }) => `${kind} ${market}`.trim())).toEqual(['key', 'method', 'issue HKEX'])
  expect(parsed(all[1]!)).toMatchObject({
    id: 'finlist-1',
    constants: { id: 'finlist-1' },
    limits: { US: { lowestClose: 5 } },
  })
  expect(all[2]).not.toHaveProperty('body')
  expect((await checked()).faults).toEqual([])
})

it('an issue in the record becomes public after 13 weeks, and is readable immediately for those who have the market', async () => {
  const reader = await ApiClient.signIn(testServer, 'hk-yearly')
  const { data, headers } = await reader.ask(recordEntry, { params: { seq: '3' } })
  expect(headers.get('cache-control')).toBe('private, no-store')
  const body = parsed(data as RecordEntry)
  expect(body).toMatchObject({
    made: 'staff',
    list: {
      market: 'HKEX',
      date: '2026-07-10',
      picks: [{ code: '0700', close: 100, pattern: 'CUP', buyPoint: 110, score: 77 }],
    },
  })
  expect(Buffer.from(String(body['salt']), 'base64url')).toHaveLength(32)
  const free = await ApiClient.signIn(testServer, 'free')
  expect((await free.ask(recordEntry, { params: { seq: '3' } })).http).toBe(403)
  expect((await free.ask(recordEntry, { params: { seq: '1' } })).http).toBe(200)
  expect((await free.ask(recordEntry, { params: { seq: '99' } })).http).toBe(404)

  const before = await get('/record.ndjson')
  const etag = before.headers.get('etag')!
  expect((await get('/record.ndjson', { 'if-none-match': etag })).status).toBe(304)
  const made = Date.parse(data.madeAt)
  const whole = testServer.clock.now()
  testServer.clock.offsetMs += made + maskedMs - whole - 60_000
  expect((await lines())[2]).not.toHaveProperty('body')
  testServer.clock.offsetMs += 120_000
  expect((await lines())[2]!.body).toBe(data.body)
  expect((await get('/record.ndjson', { 'if-none-match': etag })).status).toBe(200)
  testServer.clock.offsetMs = 0
})

it('an issue that is replaced or rolled back stays in the record, and the change is added', async () => {
  const before = (await lines()).length
  await publish('2026-07-17', 50)
  const uploadId = await publish('2026-07-17', 60)
  await rollBack(testServer.database, uploadId, { by: { userId: 1, name: 'test' }, now: testServer.clock.now() })
  const added = (await lines()).slice(before)
  expect(added.map(({ kind }) => kind)).toEqual(['issue', 'issue', 'roll-back', 'issue'])
  expect(parsed(added[2]!)).toEqual({ date: '2026-07-17', issue: before + 2 })
  expect((await checked()).faults).toEqual([])
})

it('a connection that has added entries still works after PostgreSQL has analysed the table', async () => {
  const add = (tx: Tx) => appendToRecord(tx, { kind: 'proposal', market: 'HKEX', body: { date: '2026-07-17' } })
  await testServer.database.write(async tx => {
    await add(tx)
    await tx.query('analyze record')
    await add(tx)
  })
  expect((await checked()).faults).toEqual([])
})

it('a failed publish leaves nothing in the record', async () => {
  const before = (await checked()).head
  await expect(
    testServer.database.write(async tx => {
      await appendToRecord(tx, { kind: 'proposal', market: 'HKEX', body: { date: '2026-07-17' } })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect((await checked()).head).toEqual(before)
})

it('the record has a checkpoint in the C2SP format, and proofs that lead to it', async () => {
  const { hashes, publicKey } = await checked()
  const note = await (await get('/.well-known/finlist-record')).text()
  const checkpoint = readCheckpoint(note)!
  expect(checkpoint).toMatchObject({
    origin: `${testServer.config.publicUrl.host}/finlist-record`,
    size: hashes.length,
  })
  expect(await isSignedBy(checkpoint, publicKey!, recordTools)).toBe(true)
  const proofOf = async (query: string) => {
    const answer = (await (await get(`/record/proof?${query}`)).json()) as {
      fromRoot: string
      toRoot: string
      to: number
      proof: string[]
    }
    const bytes = (text: string) => bytesOfBase64(text)!
    return {
      ...answer,
      toRoot: bytes(answer.toRoot),
      fromRoot: bytes(answer.fromRoot ?? ''),
      proof: answer.proof.map(bytes),
    }
  }
  const { root, size } = checkpoint
  for (const [index, hash] of hashes.entries()) {
    const { proof } = await proofOf(`seq=${index + 1}`)
    expect(isIncluded({ leaf: bytesOfHex(hash), index, size, root, proof }, sha256)).toBe(true)
  }
  const { fromRoot, toRoot, proof } = await proofOf(`from=3&to=${size}`)
  expect(toRoot).toEqual(root)
  expect(isConsistent({ from: 3, to: size, fromRoot, toRoot, proof }, sha256)).toBe(true)
  for (const wrong of ['seq=999', 'from=3&to=999', 'from=5&to=4'])
    expect((await get(`/record/proof?${wrong}`)).status).toBe(404)
  for (const wrong of ['', 'seq=0', 'seq=x', 'from=1.5']) expect((await get(`/record/proof?${wrong}`)).status).toBe(400)
  expect((await get('/record.ndjson?from=x')).status).toBe(400)
})

describe('the feed of lists', () => {
  const feed = async (query = '', headers = {}) => await get(`/finlist.atom${query}`, headers)
  const all = (text: string, name: string) =>
    [...text.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map(([, inner]) => inner!)

  it('names each current list by market and day, with its number of picks and its head, but none of the picks', async () => {
    const answer = await feed()
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/atom+xml; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
    })
    const text = await answer.text()
    expect(text).toMatch(
      /^<\?xml version="1.0" encoding="utf-8"\?>\n<feed xmlns="http:\/\/www.w3.org\/2005\/Atom" xml:lang="en">/,
    )
    const { host, hostname, origin } = testServer.config.publicUrl
    expect(all(text, 'title').slice(1)).toEqual(['Hong Kong, 2026-07-17, picks: 1', 'Hong Kong, 2026-07-10, picks: 1'])
    expect(all(text, 'id')).toEqual([
      `${origin}/finlist.atom?lang=en`,
      `tag:${hostname},2026-07-17:finlist/HKEX/en`,
      `tag:${hostname},2026-07-10:finlist/HKEX/en`,
    ])
    const [, , first] = await lines()
    expect(all(text, 'content').at(-1)).toContain(`${host}/finlist-record 3 ${first!.hash}`)
    expect(all(text, 'published').at(-1)).toBe(first!.madeAt)
    expect(all(text, 'updated')[0]).toBe(all(text, 'updated')[1])
    // Remove digests, times and ports first, because they may contain any digits.
    const told = text.replaceAll(/[\da-f]{64}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '').replaceAll(host, '')
    expect(told).not.toMatch(/0700|>A<|110/)
  })

  it('is updated under the same id when a list is replaced or rolled back', async () => {
    const before = await (await feed()).text()
    const uploadId = await publish('2026-07-17', 65)
    const replaced = await (await feed()).text()
    expect(all(replaced, 'id')).toEqual(all(before, 'id'))
    expect(all(replaced, 'published')).toEqual(all(before, 'published'))
    expect(all(replaced, 'content')[0]).not.toBe(all(before, 'content')[0])
    await rollBack(testServer.database, uploadId, { by: { userId: 1, name: 'test' }, now: testServer.clock.now() })
    const { rows } = await testServer.database.pool.query(
      `delete from finlist_issue where issue_date = '2026-07-17' returning *`,
    )
    await testServer.database.write(tx => publishTopic(tx, 'finlist:HKEX'))
    expect(all(await (await feed()).text(), 'title')).toHaveLength(2)
    await testServer.database.pool.query(
      'insert into finlist_issue select * from jsonb_populate_recordset(null::finlist_issue, $1)',
      [JSON.stringify(rows)],
    )
    await testServer.database.write(tx => publishTopic(tx, 'finlist:HKEX'))
  })

  it('is in the requested language, is cached by its ETag, and refuses other languages', async () => {
    const chinese = await feed('?lang=zh')
    const text = await chinese.text()
    expect(text).toContain('xml:lang="zh-Hant-HK"')
    expect(all(text, 'title').at(-1)).toBe('香港，2026-07-10，入選股 1 隻')
    expect((await feed('?lang=zh', { 'if-none-match': chinese.headers.get('etag')! })).status).toBe(304)
    expect((await feed('', { 'if-none-match': chinese.headers.get('etag')! })).status).toBe(200)
    for (const wrong of ['?lang=', '?lang=fr', '?lang=en&lang=zh']) expect((await feed(wrong)).status).toBe(400)
  })

  it('escapes the operator’s name as text', async () => {
    const odd = await openTestServer({ BRAND: 'A & <b>"B"</b>' })
    try {
      const text = await (await fetch(`${odd.base}/finlist.atom`)).text()
      expect(text).toContain('<name>A &amp; &lt;b&gt;&quot;B&quot;&lt;/b&gt;</name>')
      expect(all(text, 'updated')).toEqual(['1970-01-01T00:00:00.000Z'])
    } finally {
      await odd.close()
    }
  })
})

it('a new record key is signed by the previous key, or is marked as replacing a lost key', async () => {
  await testServer.database.write(rotateRecordKey)
  expect((await testServer.database.pool.query('select from record_key')).rowCount).toBe(1)
  await publish('2026-07-24', 70)
  const rotated = await checked()
  expect(rotated).toMatchObject({ faults: [], keys: [{ lost: false }, { lost: false }] })

  await testServer.database.pool.query('delete from record_key')
  await expect(publish('2026-07-31', 70)).rejects.toThrow('replace-lost-record-key')
  expect((await get('/.well-known/finlist-record')).status).toBe(503)
  await testServer.database.write(replaceLostRecordKey)
  await publish('2026-07-31', 70)
  const after = await checked([rotated.head!])
  expect(after).toMatchObject({ faults: [], keys: [{ lost: false }, { lost: false }, { lost: true }] })
  const checkpoint = readCheckpoint(await (await get('/.well-known/finlist-record')).text())!
  expect(await isSignedBy(checkpoint, after.publicKey!, recordTools)).toBe(true)
})

it.each([
  ['an update', `update record set body = '{}' where seq = 3`],
  ['an update of no row', 'update record set seq = seq where false'],
  ['a delete', 'delete from record where seq = (select max(seq) from record)'],
  ['a truncate', 'truncate record'],
  [
    'a gap',
    `insert into record select seq + 2, hash, kind, market, made_at, key_id, body_hash, body, 'x', signature, opens_at from record order by seq desc limit 1`,
  ],
  [
    'a twin',
    `insert into record select seq, prev, kind, market, made_at, key_id, body_hash, body, 'x', signature, opens_at from record order by seq desc limit 1`,
  ],
  [
    'what follows another',
    `insert into record select seq + 1, prev, kind, market, made_at, key_id, body_hash, body, 'x', signature, opens_at from record order by seq desc limit 1`,
  ],
])('the database refuses %s', async (_, statement) => {
  await expect(testServer.database.pool.query(statement)).rejects.toThrow(/only added to|does not follow/)
  expect((await checked()).faults).toEqual([])
})

describe('the doctor’s check of the record', () => {
  const examined = () =>
    doctorsRecord.run({
      config: testServer.config,
      database: testServer.database,
      now: testServer.clock.now(),
    } as Installation)

  it('reports the head of a sound record', async () => {
    const { head } = await checked()
    const line = headLine(`${testServer.config.publicUrl.host}/finlist-record`, head!)
    expect(await examined()).toEqual({ state: 'ok', text: `${head!.seq} entries, whole. Its head: ${line}` })
  })

  it('finds entries that bypassed the triggers, an issue that is not in the record, and a missing key', async () => {
    const { pool } = testServer.database
    const past = async (statement: string) => {
      await pool.query(`alter table record disable trigger user; ${statement}; alter table record enable trigger user`)
    }
    await past(`update record set body = body || ' ' where seq = 3`)
    expect(await examined()).toMatchObject({ state: 'wrong', text: expect.stringContaining('at 3: body-changed') })
    await past(`update record set body = trim(body) where seq = 3`)

    await pool.query(`insert into finlist_issue (exchange, issue_date) values ('US', '2026-07-17')`)
    expect(await examined()).toMatchObject({
      state: 'wrong',
      text: expect.stringContaining('US 2026-07-17 is not in it'),
    })
    await pool.query(`delete from finlist_issue where exchange = 'US'`)

    const { rows } = await pool.query('select * from record_key')
    await pool.query('delete from record_key')
    expect(await examined()).toMatchObject({ state: 'wrong', text: expect.stringContaining('is gone') })
    await pool.query('insert into record_key select * from jsonb_populate_recordset(null::record_key, $1)', [
      JSON.stringify(rows),
    ])
    expect(await examined()).toMatchObject({ state: 'ok' })
  })
})

describe('finlist keys', () => {
  const command = fileURLToPath(new URL('../../src/commands/keys.ts', import.meta.url))
  const keys = (...args: string[]) =>
    promisify(execFile)(process.execPath, [command, ...args], {
      env: childEnv({ LANG: 'C', DATABASE_URL: testServer.databaseUrl }),
    }).then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr }),
    )

  it('rotates the key of the record, and replaces it only if it is lost', { tags: ['slow'] }, async () => {
    const before = (await checked()).keys.length
    expect(await keys('rotate')).toMatchObject({ code: 0, said: expect.stringMatching(/^record +signs +from/m) })
    expect((await checked()).keys).toHaveLength(before + 1)
    expect(await keys('replace-lost-record-key')).toMatchObject({ code: 1, said: expect.stringContaining('is there') })
    await testServer.database.pool.query('delete from record_key')
    expect(await keys('replace-lost-record-key')).toMatchObject({ code: 0 })
    expect((await checked()).keys.at(-1)).toMatchObject({ lost: true })
    expect(await keys('lose')).toMatchObject({ code: 2, said: expect.stringContaining('finlist keys') })
  })

  it('--json prints each key as an object, also after a rotation', { tags: ['slow'] }, async () => {
    const list = async (...args: string[]) =>
      JSON.parse((await keys(...args, '--json')).said) as Record<'purpose' | 'keyId' | 'state' | 'signsFrom', string>[]
    const before = await list()
    for (const purpose of [...Object.keys(purposes), 'record'])
      expect(before).toContainEqual({
        purpose,
        keyId: expect.any(String),
        state: 'signs',
        signsFrom: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      })
    const after = await list('rotate')
    const ofRecord = (keys: typeof after) => keys.find(({ purpose }) => purpose === 'record')?.keyId
    expect(ofRecord(after)).not.toBe(ofRecord(before))
    expect(after).toContainEqual(expect.objectContaining({ purpose: 'access-token', state: 'coming' }))
  })
})
