// @module-tag slow
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { deviceCheck } from '@finlist/contract/account/device'
import { health } from '@finlist/contract/health'
import { listUploads, uploadStocks } from '@finlist/contract/staff/admin'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { throwawayFolder } from '../../../../tools/throwaway-folder.ts'
import { takeTurns } from '../../src/market-data/import/import-files.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'
import { lines, send } from './send-files.ts'

let testServer: TestServer
let staff: ApiClient
beforeAll(async () => {
  testServer = await openTestServer()
  staff = await ApiClient.byToken(testServer, 'staff')
})
afterAll(() => testServer.close())

const stocks = lines('stockCode,stockName', '0001,One')
const upload = (name: string, content: string | Buffer) =>
  send(staff, uploadStocks, { exchange: 'HKEX' }, { stockCsv: { name, content } })

describe('a hostile upload', () => {
  it('keeps its name as plain text, which becomes no path, header, page or command when listed or downloaded', async () => {
    const names = [
      '../../../../etc/cron.d/x.csv',
      '..\\..\\windows\\x.csv',
      '/etc/passwd.csv',
      'CON.csv',
      '.csv',
      '-rf.csv',
      '$(reboot).csv',
      "'; drop table users;--.csv",
      '<img src=x onerror=alert(1)>.csv',
      'a";filename="b.exe.csv',
      'a\r\nset-cookie: a=b\r\n\r\n.csv',
      '%00%2e%2e%2f.csv',
      '\u202egpj.csv',
      '名'.repeat(5_000).concat('.csv'),
    ]
    for (const name of names) {
      const { http, data } = await upload(name, stocks)
      expect([name, http]).toEqual([name, 200])
      const [newest] = (await staff.ask(listUploads)).data
      expect([name, newest!.files[0]!.name]).toEqual([name, expect.stringMatching(/^[^/\\\r\n\0]{0,196}\.csv$/)])
      const answer = await fetch(`${testServer.base}/api/admin/data/uploads/${data.uploadId}/file/stockCsv`, {
        headers: staff.headers(),
      })
      expect([name, await answer.text(), answer.headers.get('set-cookie')]).toEqual([name, stocks, null])
      expect(answer.headers.get('content-disposition')).toMatch(
        /^attachment; filename="[\w.-]+"; filename\*=UTF-8''[\w.%~!*-]+$/,
      )
    }
  })

  it('a hostile upload that is one huge line, or has ten million columns with or without names, is refused for that reason', async () => {
    for (const [content, rule] of [
      [Buffer.alloc(50_000_000, 'a'), 'too long'],
      [`stockCode,stockName\n"${'a'.repeat(10_000_000)}`, 'too long'],
      [Buffer.alloc(20_000_000, 'a,'), 'too long'],
      [Buffer.alloc(10_000_000, ','), 'too long'],
      [`stockCode,stockName${','.repeat(2_000)}\n`, '1000 columns'],
      [`stockCode,stockName\n1,One${','.repeat(10_000_000)}\n`, 'too long'],
    ] as const) {
      const answer = await upload('a.csv', content as Buffer)
      expect([answer.http, answer.errors.map(({ message }) => message).join(' ')]).toEqual([
        400,
        expect.stringContaining(rule),
      ])
    }
  })

  it('a hostile upload that unpacks to a thousand times its size is refused for its unpacked size', async () => {
    const packed = gzipSync(Buffer.alloc(200_000_000, 'a'), { level: 9 })
    expect(200_000_000 / packed.length).toBeGreaterThan(900)
    expect((await upload('a.csv.gz', packed)).errors[0]!.message).toContain('unpacks to more than 50 MB')
    const honest = gzipSync(`${stocks}${'0002,Two\n'}`)
    expect((await upload('a.csv.gz', honest)).http).toBe(200)
  })
})

it('a hundred concurrent uploads are each loaded or refused with a reason, and leave no file behind', async () => {
  const { TMPDIR } = process.env
  const folder = await throwawayFolder('finlist-uploads')
  onTestFinished(async () => {
    if (TMPDIR === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = TMPDIR
    await folder.remove()
  })
  process.env['TMPDIR'] = folder.path
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) => upload(`${n}.csv`, lines('stockCode,stockName', `${1_000 + n},Stock ${n}`))),
  )
  expect(answers.filter(({ http }) => ![200, 429, 503].includes(http)).map(({ errors }) => errors)).toEqual([])
  const done = answers.filter(({ http }) => http === 200).length
  expect(done).toBeGreaterThan(0)
  const { rows } = await testServer.database.pool.query(`select 1 from stock where stock_name ~ '^Stock \\d+$'`)
  expect(rows.length).toBe(done)
  await expect.poll(() => readdir(folder.path)).toEqual([])
})

it('uploads that wait for their turn occupy no database connection', async () => {
  const other = await testServer.database.pool.connect()
  await other.query('begin')
  onTestFinished(async () => {
    await other.query('rollback')
    other.release()
  })
  await takeTurns(other, 'HKEX')
  const uploads: ReturnType<typeof upload>[] = []
  // A user's body budget allows eight uploads to be received at a time; those already received no longer count.
  for (let wave = 1; wave <= 5; wave++) {
    for (let n = 0; n < 4; n++) uploads.push(upload(`${wave}-${n}.csv`, stocks))
    // All but the three that have a connection are waiting; the server's own background work may be waiting as well.
    await expect.poll(() => testServer.database.loads.waitingCount).toBeGreaterThanOrEqual(4 * wave - 3)
  }
  expect((await staff.ask(listUploads)).http).toBe(200)
  await other.query('rollback')
  expect((await Promise.all(uploads)).map(({ http }) => http)).toEqual(uploads.map(() => 200))
})

it('a request to upgrade to another protocol is answered without the upgrade, or refused', async () => {
  const { host, hostname, port } = new URL(testServer.base)
  const said = async (head: string) => {
    const socket = connect(Number(port), hostname)
    socket.write(head)
    return Buffer.concat(await socket.toArray()).toString()
  }
  const asking = (upgrade: string, more = '') =>
    `GET /api/health HTTP/1.1\r\nhost: ${host}\r\nconnection: upgrade, close\r\nupgrade: ${upgrade}\r\n${more}\r\n`
  const socketKey = 'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
  expect(await said(asking('websocket', socketKey))).toMatch(/^HTTP\/1\.1 200 /)
  expect(await said(asking('h2c', 'http2-settings: AAMAAABkAAQAAP__\r\n'))).toMatch(/^HTTP\/1\.1 200 /)
  expect(await said('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
})

it('while every database connection is in use, cached answers are still given, and other calls wait for a free one', async () => {
  const free = await ApiClient.signIn(testServer, 'free')
  await free.check()
  const taken = await Promise.all(Array.from({ length: 12 }, () => testServer.database.pool.connect()))
  const release = () => taken.splice(0).forEach(connection => connection.release())
  onTestFinished(release)
  const waiting = free.ask(health)
  const known = await free.ask(deviceCheck, { query: { path: '/', page: '/' } })
  expect([known.http, known.data.status]).toEqual([200, true])
  release()
  expect((await waiting).http).toBe(200)
})
