// What does each kind of call take, does the model foretell the bench's own load within 20 %, and what do a thousand, a hundred thousand and ten million accounts need?
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { deviceCheck } from '@finlist/contract/device'
import { deviceHeaders } from '@finlist/contract/device-headers'
import pg from 'pg'
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded.ts'
import { throwawayFolder } from '../tools/throwaway-folder.ts'
import { type Costs, type Kind, kinds, type Load, missOf, needOf, type Plan, planFor } from './capacity-model.ts'
import { cpuMicros, machine, startHouse } from './cpu.ts'

const mostMiss = 0.2
const rounds = 3
const seconds = 15
/** Of what the machine does at most: both have its cores to share. */
const share = 0.35

const folder = await throwawayFolder('finlist-capacity')
process.env['DATA_DIR'] = folder.path
const { child, told } = await startHouse()
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
const token = { authorization: `Bearer ${told.tokens[0]}` }
const checkPath = `/api${deviceCheck.path}?path=%2Fusers%2Fuser&page=%2F`
const first = await fetch(told.base + checkPath, { headers: token })
const { data: device } = (await first.json()) as { data: { deviceId: string; deviceKey: string } }
const headers: Record<string, string> = {
  ...token,
  'accept-encoding': 'br',
  [deviceHeaders.deviceId]: device.deviceId,
  [deviceHeaders.deviceKey]: device.deviceKey,
}
const get = async (path: string) =>
  ((await (await fetch(`${told.base}/api${path}`, { headers })).json()) as { data: unknown }).data
const dates = (await get('/finlist/HKEX/issue-dates')) as string[]
const list = String(await get('/watchlist/create?watchlistName=0'))
const stocks = ((await get(`/finlist/HKEX?issueDate=${dates[0]}`)) as { stockCode: string }[]).map(it => it.stockCode)
let nth = 0

type Call = { path: string; body?: string }
const memory = [
  '/users/user',
  '/finlist/HKEX/last-updated',
  '/markettrend/HKEX',
  '/tvchart/config',
  '/education/videos',
  `/finlist/HKEX?issueDate=${dates[0]}`,
]
/** The calls of a kind, by turns. */
const calls: Record<Kind, () => Call> = {
  check: () => ({ path: checkPath }),
  memory: () => ({ path: `/api${memory[nth % memory.length]}` }),
  own: () => ({ path: ['/api/inbox', '/api/alerts', '/api/watchlist/stocks'][nth % 3]! }),
  history: () => ({
    path: `/api/tvchart/history?symbol=HKEX%3A${stocks[nth % stocks.length]}&resolution=D&from=${1_420_000_000 + (nth % 50_000)}&to=1790000000`,
  }),
  screen: () => ({ path: '/api/finder/HKEX', body: JSON.stringify({ issueDate: dates[0], filters: [] }) }),
  write: () => ({ path: `/api/watchlist/${list}/rename?watchlistName=${nth}` }),
}

/** Bytes as they left, headers and all but the line's own. */
function ask({ path, body }: Call): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      told.base + path,
      {
        agent,
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      },
      answer => {
        let bytes = answer.rawHeaders.reduce((sum, { length }) => sum + length + 2, 20)
        answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
        answer.on('end', () =>
          answer.statusCode === 200 ? resolve(bytes) : reject(new Error(`${path}: ${answer.statusCode}`)),
        )
        answer.on('error', reject)
      },
    )
    sent.on('error', reject).end(body)
  })
}

const postmaster = () => Number.parseInt(readFileSync(join(folder.path, 'postgres/postmaster.pid'), 'utf8'), 10)

/** Of PostgreSQL's processes, and of those that have ended. */
function databaseMicros(): number {
  const parent = postmaster()
  const own = readdirSync('/proc').filter(name => /^\d+$/.test(name) && parentOf(name) === parent)
  const ended = readFileSync(`/proc/${parent}/stat`, 'utf8').split(') ')[1]!.split(' ')
  const micros = own.map(name => {
    try {
      return cpuMicros(Number(name))
    } catch {
      return 0
    }
  })
  return micros.reduce((sum, it) => sum + it, 0) + ((Number(ended[13]) + Number(ended[14])) / 100) * 1e6
}

function parentOf(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[1])
  } catch {
    return 0
  }
}

async function measured(work: () => Promise<{ count: number; bytes: number }>) {
  const [app, database, since] = [cpuMicros(child.pid!), databaseMicros(), performance.now()]
  const { count, bytes } = await work()
  return {
    count,
    bytes,
    seconds: (performance.now() - since) / 1_000,
    appMicros: cpuMicros(child.pid!) - app,
    databaseMicros: databaseMicros() - database,
  }
}

/** So many of a kind, eight at a time. */
async function many(kind: Kind, count: number) {
  let [left, bytes] = [count, 0]
  const one = async () => {
    while (left-- > 0) {
      nth++
      bytes += await ask(calls[kind]())
    }
  }
  await Promise.all(Array.from({ length: 8 }, one))
  return { count, bytes }
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const amounts: Record<Kind, number> = { check: 6_000, memory: 6_000, own: 1_500, history: 600, screen: 600, write: 600 }

async function costsOf(): Promise<Costs> {
  const costs: Partial<Costs> = {}
  for (const kind of kinds) {
    await many(kind, Math.ceil(amounts[kind] / 4))
    const seen = []
    for (let round = 0; round < rounds; round++) seen.push(await measured(() => many(kind, amounts[kind])))
    costs[kind] = {
      appMicros: middle(seen.map(it => it.appMicros / it.count)),
      databaseMicros: middle(seen.map(it => it.databaseMicros / it.count)),
      bytes: middle(seen.map(it => it.bytes / it.count)),
    }
  }
  return costs as Costs
}

/** A load as people make it, arriving whether or not the last was answered. */
async function open(load: Load) {
  const each = kinds.flatMap(kind => Array.from({ length: Math.round((load[kind] ?? 0) * seconds) }, () => kind))
  // In an order without a pattern, and the same each time.
  const mixed = each.map((kind, n) => ({ kind, at: (n * 0.618_033_988) % 1 })).toSorted((a, b) => a.at - b.at)
  const began = performance.now()
  const under: Promise<void>[] = []
  let bytes = 0
  for (const { kind, at } of mixed) {
    const early = began + at * seconds * 1_000 - performance.now()
    if (early > 1) await wait(early)
    nth++
    under.push(ask(calls[kind]()).then(size => void (bytes += size)))
  }
  await Promise.all(under)
  return { count: mixed.length, bytes }
}

/** How many notices a second one PostgreSQL takes, by eight writers and with so many that listen. */
async function noticesPerSecond(listeners: number): Promise<number> {
  const cluster = await startEmbeddedPostgres({ dataDir: folder.path, log: () => undefined })
  const { url } = cluster
  const hear = await Promise.all(
    Array.from({ length: listeners }, async () => {
      const client = new pg.Client(url)
      await client.connect()
      await client.query('listen capacity')
      return client
    }),
  )
  const pool = new pg.Pool({ connectionString: url, max: 8 })
  await pool.query('create table if not exists capacity_write (n int)')
  let count = 0
  const until = performance.now() + 4_000
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (performance.now() < until) {
        await pool.query(
          `with w as (insert into capacity_write values (1)) select pg_notify('capacity', 'person ${count}')`,
        )
        count++
      }
    }),
  )
  await pool.query('drop table capacity_write')
  await pool.end()
  for (const client of hear) await client.end()
  await cluster.stop()
  return count / 4
}

/** The demo's past is made in the background: without it, and once that has stopped, nothing else is at work. */
async function untilQuiet() {
  const cluster = await startEmbeddedPostgres({ dataDir: folder.path, log: () => undefined })
  const client = new pg.Client(cluster.url)
  await client.connect()
  await client.query('delete from reconstruction where made_on is null').catch(() => undefined)
  await client.end()
  await cluster.stop()
  for (let quiet = 0; quiet < 3; ) {
    const before = cpuMicros(child.pid!)
    await wait(1_000)
    quiet = cpuMicros(child.pid!) - before < 50_000 ? quiet + 1 : 0
  }
}

process.stdout.write(`${machine()}\n`)
await untilQuiet()
const costs = await costsOf()
for (const kind of kinds) {
  const { appMicros, databaseMicros: database, bytes } = costs[kind]
  process.stdout.write(
    `${kind.padEnd(8)} ${appMicros.toFixed(0).padStart(6)} µs of the server, ${database.toFixed(0).padStart(6)} µs of PostgreSQL, ${bytes.toFixed(0).padStart(6)} bytes\n`,
  )
}
const memoryMb = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1_024
process.stdout.write(`memory of the process ${memoryMb.toFixed(0)} MB\n`)

const mix: Load = { check: 35, memory: 38, own: 17, history: 7, screen: 3, write: 2 }
const unit = needOf(mix, costs)
const times = share / Math.max(unit.appCores, unit.databaseCores)
const load = Object.fromEntries(Object.entries(mix).map(([kind, count]) => [kind, count * times])) as Load
const foretold = needOf(load, costs)
const seen = await measured(() => open(load))
const [appCores, databaseCores] = [seen.appMicros / 1e6 / seen.seconds, seen.databaseMicros / 1e6 / seen.seconds]
const megabits = (seen.bytes * 8) / 1e6 / seen.seconds
const misses = [
  ['server', foretold.appCores, appCores, 'cores'],
  ['PostgreSQL', foretold.databaseCores, databaseCores, 'cores'],
  ['bytes', foretold.megabitsPerSecond, megabits, 'Mbit/s'],
] as const
process.stdout.write(`a mix of ${foretold.perSecond.toFixed(0)} calls/s for ${seconds} s:\n`)
for (const [name, was, is, what] of misses) {
  const miss = missOf(was, is)
  if (miss > mostMiss) process.exitCode = 1
  process.stdout.write(
    `${miss > mostMiss ? '✗' : '✓'} ${name}: foretold ${was.toFixed(3)} ${what}, seen ${is.toFixed(3)}: ${(miss * 100).toFixed(0)} % off (at most ${mostMiss * 100} %)\n`,
  )
}
for (const listeners of [2, 16, 64])
  process.stdout.write(
    `notices of one PostgreSQL with ${listeners} that listen: ${(await noticesPerSecond(listeners)).toFixed(0)}/s\n`,
  )

const rows: [string, (plan: Plan) => string][] = [
  ['visits in the busiest hour', it => Math.round(it.visitsInHour).toLocaleString('en')],
  ['calls/s', it => it.perSecond.toFixed(it.perSecond < 10 ? 1 : 0)],
  ['of those writes/s', it => it.writesPerSecond.toFixed(it.writesPerSecond < 10 ? 2 : 0)],
  ['cores of the server', it => it.appCores.toFixed(2)],
  ['cores of PostgreSQL', it => it.databaseCores.toFixed(2)],
  ['Mbit/s', it => it.megabitsPerSecond.toFixed(1)],
  ['letters/s over six hours', it => it.lettersPerSecond.toFixed(2)],
  ['workers', it => String(it.workers)],
  ['server machines', it => String(it.appMachines)],
  ['database machines, by CPU', it => String(it.databaseMachines)],
  ['connections, without a pooler', it => String(it.connections)],
  ['with one: direct, and at work', it => `${it.directConnections} + ${it.pooledAtWork}`],
  ['rows, GB', it => it.databaseGb.toFixed(1)],
]
const plans = [1_000, 100_000, 10_000_000].map(accounts => planFor(accounts, costs))
process.stdout.write(
  `\n| accounts | ${plans.map(it => it.accounts.toLocaleString('en')).join(' | ')} |\n|---|---|---|---|\n`,
)
for (const [name, of] of rows) process.stdout.write(`| ${name} | ${plans.map(of).join(' | ')} |\n`)

agent.destroy()
child.disconnect()
await new Promise(resolve => child.once('exit', resolve))
await folder.remove()
