// What does each kind of call cost, does the model predict this benchmark's load to within 20%, and what do a thousand, a hundred thousand and ten million accounts need?
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { throwawayFolder } from '../tools/throwaway-folder.ts'
import { median } from './parts/browser.ts'
import {
  type Costs,
  type Kind,
  kinds,
  type Load,
  meaning,
  missOf,
  type NoticeCost,
  needOf,
  type Plan,
  planFor,
} from './parts/capacity-model.ts'
import { cpuMicros, machine, startHouse } from './parts/cpu.ts'
import { askAll, databaseProcesses, mixOf, openPeople, reading, untilQuiet, visit } from './parts/people.ts'

const mostMiss = 0.2
const rounds = 3
const seconds = 10
/**
 * Number of cores that the server, and likewise PostgreSQL, may use under the benchmark's load. The rest of the machine
 * is left for other work.
 */
const share = 0.3
const people = 800
/** Maximum number of calls of one kind per second. */
const mostPerSecond = 400
/** Number of calls of each kind per round. Half of the users make the first calls of a minute. */
const amounts: Record<Kind, number> = {
  check: 2_000,
  memory: 2_000,
  own: 800,
  history: 400,
  screen: 400,
  write: 400,
  renew: 400,
  minute: people / 2,
  meet: people / 2,
}
/** The delay before reading PostgreSQL's statistics, because its processes report them only after ten idle seconds. */
const handedInMs = 11_000
const say = (line: string) => process.stdout.write(`${line}\n`)

const folder = await throwawayFolder('finlist-capacity')
Object.assign(process.env, { DATA_DIR: folder.path, PEOPLE: String(people) })
const { child, told } = await startHouse()
const pid = child.pid!
const asking = await openPeople(told)
const client = new pg.Client(told.databaseUrl)
await client.connect()
say(machine())
await untilQuiet(pid, told.databaseUrl)

const many = (kind: Kind) =>
  askAll(
    asking,
    Array.from({ length: amounts[kind] }, () => kind),
  )
const cpu = () => ({ app: cpuMicros(pid), database: databaseProcesses(folder.path).micros })

/** The CPU time that `work` takes, less the CPU time that the server and PostgreSQL use when idle for as long. */
async function measured(work: () => Promise<unknown>, idle = { app: 0, database: 0 }) {
  const [before, since] = [cpu(), performance.now()]
  await work()
  const after = cpu()
  const took = (performance.now() - since) / 1_000
  return {
    seconds: took,
    appMicros: after.app - before.app - idle.app * 1e6 * took,
    databaseMicros: after.database - before.database - idle.database * 1e6 * took,
  }
}
/** Number of cores that the server and PostgreSQL use when idle. */
async function measuredIdle() {
  const it = await measured(() => wait(5_000))
  return { app: it.appMicros / 1e6 / it.seconds, database: it.databaseMicros / 1e6 / it.seconds }
}

// Measuring connections and memory takes long, so it is done only once for each kind.
const held = {} as Record<Kind, { transactions: number; ms: number; memoryMb: number; cpuMicros: number }>
const ofDatabase = async () => {
  await wait(handedInMs)
  const { rows } = await client.query<{ transactions: number; ms: number }>(
    `select xact_commit + xact_rollback as transactions, active_time + idle_in_transaction_time as ms
     from pg_stat_database where datname = current_database()`,
  )
  return rows[0]!
}
const memoryMb = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
await asking.anew()
let before = await ofDatabase()
for (const kind of kinds) {
  const { appMicros, databaseMicros } = await measured(() => many(kind))
  const now = memoryMb()
  const after = await ofDatabase()
  held[kind] = {
    transactions: (after.transactions - before.transactions) / amounts[kind],
    ms: (after.ms - before.ms) / amounts[kind],
    memoryMb: now,
    cpuMicros: Math.max(appMicros, databaseMicros) / amounts[kind],
  }
  before = after
}
const backends = databaseProcesses(folder.path).pids.flatMap(one => {
  const text = reading(
    () => readFileSync(`/proc/${one}/cmdline`, 'utf8') + readFileSync(`/proc/${one}/smaps_rollup`, 'utf8'),
  )
  const own = text?.includes('finlist finlist') && /Private_Dirty:\s+(\d+)/.exec(text)?.[1]
  return own ? [Number(own) / 1_024] : []
})

/**
 * Makes each call at its scheduled time, whether or not the previous call has been answered, as with independent users.
 * Returns the size of all responses in bytes.
 */
async function arriving(calls: readonly { kind: Kind; at: number }[], within: number): Promise<number> {
  const began = performance.now()
  const under: Promise<number>[] = []
  for (const { kind, at } of calls) {
    const early = began + at * within * 1_000 - performance.now()
    if (early > 1) await wait(early)
    under.push(asking.ask(kind))
  }
  return (await Promise.all(under)).reduce((sum, it) => sum + it, 0)
}

/** Makes all calls of a kind, slowly enough that the server and the machine are partly idle, as with real users. */
async function arrivingOf(kind: Kind): Promise<number> {
  const within = amounts[kind] / Math.min(mostPerSecond, share / (held[kind].cpuMicros / 1e6))
  return await arriving(
    Array.from({ length: amounts[kind] }, (_, n) => ({ kind, at: n / amounts[kind] })),
    within,
  )
}

// Alternates between measuring the cost of single kinds of call and measuring the whole load, so that the machine is in
// the same state for both.
const seen = Object.fromEntries(kinds.map(kind => [kind, [] as Costs[Kind][]])) as Record<Kind, Costs[Kind][]>
const loads: { app: number; database: number; megabits: number; took: number }[] = []
const idles: { app: number; database: number }[] = []
let load: Load | undefined
for (let round = 0; round < rounds; round++) {
  await asking.anew()
  const idle = await measuredIdle()
  idles.push(idle)
  for (const kind of kinds) {
    let bytes = 0
    const { appMicros, databaseMicros } = await measured(async () => void (bytes = await arrivingOf(kind)), idle)
    const [count, of] = [amounts[kind], seen[kind]]
    of.push({ appMicros: appMicros / count, databaseMicros: databaseMicros / count, bytes: bytes / count })
  }
  if (!load) {
    const unit = needOf(visit, medians())
    const most = Math.min(share / Math.max(unit.appCores, unit.databaseCores), people / 2 / seconds / visit.minute!)
    load = Object.fromEntries(Object.entries(visit).map(([kind, count]) => [kind, count * most])) as Load
  }
  await asking.anew()
  let bytes = 0
  const it = await measured(async () => void (bytes = await arriving(mixOf(load!, seconds), seconds)), idle)
  // Other work on the machine can stretch the time that the calls take, so the usage is divided by the intended time.
  loads.push({
    app: it.appMicros / 1e6 / seconds,
    database: it.databaseMicros / 1e6 / seconds,
    megabits: (bytes * 8) / 1e6 / seconds,
    took: it.seconds,
  })
}

function medians(): Costs {
  const of = (kind: Kind, name: keyof Costs[Kind]) => median(seen[kind].map(it => it[name]))
  return Object.fromEntries(
    kinds.map(kind => [
      kind,
      {
        appMicros: of(kind, 'appMicros'),
        databaseMicros: of(kind, 'databaseMicros'),
        bytes: of(kind, 'bytes'),
      },
    ]),
  ) as Costs
}

const costs = medians()
say('\n| kind | µs of the server | µs of PostgreSQL | bytes | transactions | ms of a connection | MB of the process |')
say('|---|---|---|---|---|---|---|')
for (const kind of kinds) {
  const { appMicros, databaseMicros, bytes } = costs[kind]
  const { transactions, ms, memoryMb: mb } = held[kind]
  say(
    `| ${kind}: ${meaning[kind]} | ${appMicros.toFixed(0)} | ${databaseMicros.toFixed(0)} | ${bytes.toFixed(0)} | ${transactions.toFixed(2)} | ${ms.toFixed(2)} | ${mb.toFixed(0)} |`,
  )
}
say(`\na connection of PostgreSQL: ${median(backends).toFixed(1)} MB of its own (median of ${backends.length})`)

say(
  `while nobody asks: ${median(idles.map(it => it.app)).toFixed(3)} cores of the server, ${median(idles.map(it => it.database)).toFixed(3)} of PostgreSQL`,
)

const foretold = needOf(load!, costs)
say(
  `\na mix of ${foretold.perSecond.toFixed(0)} calls/s for ${seconds} s, ${rounds} times (done after ${median(loads.map(it => it.took)).toFixed(1)} s):`,
)
const misses = [
  ['server', foretold.appCores, median(loads.map(it => it.app)), 'cores'],
  ['PostgreSQL', foretold.databaseCores, median(loads.map(it => it.database)), 'cores'],
  ['bytes', foretold.megabitsPerSecond, median(loads.map(it => it.megabits)), 'Mbit/s'],
] as const
for (const [name, was, is, what] of misses) {
  const miss = missOf(was, is)
  if (!(miss <= mostMiss)) process.exitCode = 1
  say(
    `${miss <= mostMiss ? '✓' : '✗'} ${name}: foretold ${was.toFixed(3)} ${what}, seen ${is.toFixed(3)}: ${(miss * 100).toFixed(0)} % off (at most ${mostMiss * 100} %)`,
  )
}

/**
 * The cost of sending a notice when `listeners` processes listen in addition to the worker, and the worker's cost of
 * receiving it.
 */
async function noticed(listeners: number) {
  const hear = await Promise.all(
    Array.from({ length: listeners }, async () => {
      const one = new pg.Client(told.databaseUrl)
      await one.connect()
      await one.query('listen capacity')
      return one
    }),
  )
  const pool = new pg.Pool({ connectionString: told.databaseUrl, max: 8 })
  const unflushed = new pg.Pool({ connectionString: told.databaseUrl, max: 8, options: '-c synchronous_commit=off' })
  await pool.query('create table if not exists capacity_write (n int)')
  const count = 1_500
  const writing = async (sql: string, by = pool) => {
    let left = count
    const one = async () => {
      while (left-- > 0) await by.query(sql)
    }
    return await measured(() => Promise.all(Array.from({ length: 8 }, one)))
  }
  const told1 = `with w as (insert into capacity_write values (1)) select pg_notify('finlist', 'person 0')`
  const untold = 'insert into capacity_write values (1)'
  await writing(untold)
  const [silent, loud, quick] = [await writing(untold), await writing(told1), await writing(told1, unflushed)]
  await pool.query('drop table capacity_write')
  await pool.end()
  await unflushed.end()
  for (const one of hear) await one.end()
  return {
    databaseMicros: (loud.databaseMicros - silent.databaseMicros) / count,
    appMicros: (loud.appMicros - silent.appMicros) / count,
    perSecond: count / loud.seconds,
    unflushedPerSecond: count / quick.seconds,
    times: loud.seconds / silent.seconds,
  }
}

say('')
const few = await noticed(0)
const listeners = [20, 100]
let notice: NoticeCost | undefined
for (const count of listeners) {
  const it = await noticed(count)
  notice = { appMicros: few.appMicros, databaseMicros: (it.databaseMicros - few.databaseMicros) / count }
  say(
    `a notice to ${count} more: ${it.databaseMicros.toFixed(0)} µs of PostgreSQL, ${notice.databaseMicros.toFixed(1)} for each; ${it.perSecond.toFixed(0)} a second by 8 writers, ${it.times.toFixed(2)}x the time of the same writes untold; ${it.unflushedPerSecond.toFixed(0)} a second where nobody waits for the disk`,
  )
}
say(`a notice to a worker: ${few.appMicros.toFixed(0)} µs of it`)

const rows: [string, (plan: Plan) => number, digits?: number][] = [
  ['visits in the busiest hour', it => it.visitsInHour],
  ['calls/s', it => it.perSecond],
  ['writes/s', it => it.writesPerSecond],
  ['notices/s', it => it.noticesPerSecond],
  ['cores of the server', it => it.appCores],
  ['cores of PostgreSQL', it => it.databaseCores],
  ['of those, for notices', it => it.noticeCores],
  ['Mbit/s', it => it.megabitsPerSecond],
  ['letters/s', it => it.lettersPerSecond],
  ['workers', it => it.workers, 0],
  ['server machines', it => it.appMachines, 0],
  ['cores of the database’s machine', it => it.databaseMachineCores, 0],
  ['connections, without a pooler', it => it.connections, 0],
  ['behind one: direct', it => it.directConnections, 0],
  ['rows, GB', it => it.databaseGb],
]
const shown = (value: number, digits?: number) =>
  value.toLocaleString(
    'en',
    value < 1
      ? { maximumSignificantDigits: 2 }
      : { maximumFractionDigits: digits ?? (value < 10 ? 2 : value < 100 ? 1 : 0) },
  )
for (const isKept of [false, true]) {
  const plans = [1_000, 100_000, 10_000_000].map(accounts => planFor(accounts, costs, notice!, { isKept }))
  say(
    `\n| accounts${isKept ? ', a person kept at a machine' : ''} | ${plans.map(it => shown(it.accounts)).join(' | ')} |`,
  )
  say('|---|---|---|---|')
  for (const [name, of, digits] of rows) say(`| ${name} | ${plans.map(it => shown(of(it), digits)).join(' | ')} |`)
}

await asking.close()
await client.end()
child.disconnect()
await new Promise(resolve => child.once('exit', resolve))
await folder.remove()
