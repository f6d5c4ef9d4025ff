import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inMs, quantile, show } from '../figure.ts'
import { askOnce } from '../line.ts'
import { OwnProgram } from '../own-program.ts'
import { openReaders, readers } from './doors-line.ts'

const heapMegabytes = 512
const quietMs = 5_000
const attackMs = 3_000
const mostTimes = 5
const metricsToken = 'a-token-that-nobody-guesses'

let program: OwnProgram
/** The attacker has an ordinary account; `staff` is a staff account that was taken over. */
let attacker: Record<string, string>
let staff: Record<string, string>
beforeAll(async () => {
  program = await OwnProgram.make({
    NODE_OPTIONS: `--max-old-space-size=${heapMegabytes}`,
    METRICS_TOKEN: metricsToken,
  })
  await program.start()
  await program.speakFor('free')
  attacker = program.headers
  await program.speakFor('staff')
  staff = program.headers
  await program.speakFor('hk-yearly')
}, 180_000)
afterAll(() => program.remove(), 60_000)

const form = 'application/x-www-form-urlencoded'
const fields = Buffer.from(Array.from({ length: 400_000 }, (_, n) => `k${n}`).join('&'))
const nested = Buffer.from(`${'['.repeat(3_200_000)}${']'.repeat(3_200_000)}`)
const parts = Buffer.concat([
  ...Array.from({ length: 20 }, (_, n) => [
    Buffer.from(`${n > 0 ? '\r\n' : ''}--x\r\ncontent-disposition: form-data; name="k${n}"\r\n\r\n`),
    Buffer.alloc(3_900_000, 'x'),
  ]).flat(),
  Buffer.from('\r\n--x--\r\n'),
])
const csv = (content: Buffer | string, name = 'a.csv') =>
  Buffer.concat([
    Buffer.from(`--x\r\ncontent-disposition: form-data; name="stockCsv"; filename="${name}"\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n--x--\r\n'),
  ])
const bomb = csv(gzipSync(Buffer.alloc(300_000_000, '\n')), 'a.csv.gz')
const charts = '/api/tvchart/storage/1.1/charts'
const uploads = '/api/admin/data/stock/upload?exchange=HKEX'

/** Returns the response's status, or 0 if the connection closed before a response. */
async function post(path: string, kind: string, body: Buffer | string, headers = {}): Promise<number> {
  return await new Promise(resolve => {
    const sent = request(`${program.base}${path}`, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': kind, 'content-length': Buffer.byteLength(body), ...headers },
    })
    sent.on('response', answer => {
      answer.resume().on('error', () => undefined)
      resolve(answer.statusCode!)
    })
    sent.on('error', () => resolve(0)).end(body)
  })
}

const several = <T>(count: number, make: (nth: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)))
const multipart = 'multipart/form-data; boundary=x'

const attacks: Record<string, () => Promise<unknown>> = {
  '3.1 MB of form fields, by a stranger': () => several(4, () => post(charts, form, fields)),
  '3.1 MB of form fields, with an account': () => several(4, () => post(charts, form, fields, attacker)),
  '6.4 MB of nested JSON, by a stranger': () => several(4, () => post('/api/users/user', 'application/json', nested)),
  '6.4 MB of nested JSON, with an account': () =>
    several(2, () => post('/api/tvchart/storage/charts', 'application/json', nested, attacker)),
  'four forms of 78 MB in parts, by a stranger': () => several(4, () => post(charts, multipart, parts)),
  'four forms of 78 MB in parts, with an account': () => several(4, () => post(charts, multipart, parts, attacker)),
  'exports of all that an account may keep': () =>
    several(4, () =>
      askOnce(`${program.base}/api/users/user/export`, false, { headers: attacker }).catch(() => undefined),
    ),
  'a hundred uploads at once': () =>
    several(100, n => post(uploads, multipart, csv(`stockCode,stockName\n${1_000 + n},A\n`), staff)),
  'a line of 20 million columns': () => post(uploads, multipart, csv(Buffer.alloc(20_000_000, ',')), staff),
  'a gzip bomb of 1000:1': () => post(uploads, multipart, bomb, staff),
  '2,000 slow bodies and slow readers': () => slow(2_000),
}

/**
 * Attacks with connections, half of which send a body byte now and then, while the others request pages without reading
 * them.
 */
async function slow(count: number) {
  const { host, hostname, port } = new URL(program.base)
  const head = Object.entries({ host, ...attacker, 'content-type': 'application/json' })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const sockets = await several(count, async nth => {
    const elsewhere = process.platform === 'linux' && { localAddress: '127.0.0.2' }
    const socket: Socket = connect({ port: Number(port), host: hostname, ...elsewhere }).on('error', () => undefined)
    await once(socket, 'connect')
    socket.pause()
    const page = `GET /api/docs/openapi.json HTTP/1.1\r\n${head}\r\n`
    socket.write(
      nth % 2 === 0 ? `POST /api/users/user HTTP/1.1\r\n${head}content-length: 60000\r\n\r\n{` : page.repeat(5),
    )
    return socket
  })
  for (let turn = 0; turn < 5; turn++) {
    await wait(attackMs / 5)
    for (const [nth, socket] of sockets.entries()) if (nth % 2 === 0) socket.write(' ')
  }
  for (const socket of sockets) socket.destroy()
}

async function heapUsed(): Promise<number> {
  const { text } = await askOnce(`${program.base}/api/metrics`, false, {
    headers: { authorization: `Bearer ${metricsToken}` },
  })
  return Number(/^finlist_heap_used_bytes (\S+)$/m.exec(text)![1])
}

it(`while ${readers} readers keep reading, an attack slows nobody, its memory is released and nothing is lost`, async context => {
  await fillQuota()
  const { data: watchlistId } = await program.ask('/watchlist/create?watchlistName=0')
  const line = openReaders(program)
  await wait(quietMs)
  const quiet = await line.take()
  // Take the minimum of several samples, because between two collections the heap size means nothing.
  let calm = Infinity
  for (let nth = 0; nth < 20; nth++, await wait(100)) calm = Math.min(calm, await heapUsed())
  let saved = 0
  for (const [name, attack] of Object.entries(attacks)) {
    const until = performance.now() + attackMs
    do {
      await attack()
      const { http } = await program.ask(`/watchlist/${String(watchlistId)}/rename?watchlistName=${saved + 1}`)
      expect([name, http]).toEqual([name, 200])
      saved++
    } while (performance.now() < until)
    const times = await line.take()
    const most = quantile(times, 1)
    show(context, {
      name: `  ${name}`,
      is: `${inMs(times, 0.5, 0.99)}: most ${(most / quantile(quiet, 0.5)).toFixed(1)}x the quiet median`,
      asked: `${mostTimes}x (shown)`,
    })
  }
  const { data } = await program.ask('/watchlist/user')
  expect(data).toMatchObject([{ watchlistName: String(saved) }])
  let least = Infinity
  const leastHeap = async () => (least = Math.min(least, await heapUsed()))
  // The readers continue, because an idle process does not collect garbage.
  await expect.poll(leastHeap, { timeout: 60_000, interval: 100 }).toBeLessThan(1.5 * calm)
  await line.stop()
  expect(line.failed).toEqual([])
  show(
    context,
    {
      name: 'quiet',
      is: `${inMs(quiet, 0.5, 0.99)}: most ${(quantile(quiet, 1) / quantile(quiet, 0.5)).toFixed(1)}x the median`,
      asked: '(shown)',
    },
    { name: 'calls of readers refused or unanswered', is: '0', asked: '0' },
    { name: 'writes confirmed meanwhile and lost', is: `0 of ${saved}`, asked: '0' },
    {
      name: `heap afterwards, of ${heapMegabytes} MB`,
      is: `${(least / calm).toFixed(2)}x of before`,
      asked: 'at most 1.5x',
    },
  )
}, 600_000)

async function fillQuota() {
  const content = encodeURIComponent('圖'.repeat(330_000))
  for (let nth = 0; nth < 5; nth++)
    expect(await post(charts, form, `name=${nth}&content=${content}`, attacker)).toBe(200)
}
