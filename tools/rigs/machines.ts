import { setTimeout as wait } from 'node:timers/promises'
import { type Database, openDatabase } from '../../apps/server/src/db/database.ts'
import { publish } from '../../apps/server/src/db/topics.ts'
import { freePort } from '../free-port.ts'
import { type App, makePeople, settingsOf, startApp } from './engines/app.ts'
import { Figures } from './engines/figures.ts'
import { assertHAProxy, startBalancer } from './engines/haproxy.ts'
import { house, type Machine, network, openMachines } from './engines/machines.ts'
import { type Opened, withEngines } from './engines/missing.ts'
import { until } from './engines/patroni.ts'
import { embeddedPrograms, startPostgres } from './engines/postgres.ts'

/**
 * `npm run rig -- machines`: runs three machines (network namespaces) of two workers each behind HAProxy. While users
 * read and write, one machine loses its network for half a minute; its processes keep running.
 */
const warmMs = 5_000
const awayMs = 30_000
const afterMs = 20_000
/**
 * HAProxy checks each machine once a second and stops using it after two failed checks. This is that time with some
 * margin.
 */
const noticedMs = 3_500
/** The time within which other processes must see a change. */
const seenWithinMs = 1_000
/** Enough simultaneous calls for each worker of a machine to receive at least one. */
const atOnce = 8
const overview = '/admin/users/count'
const lastUpdated = '/finlist/HKEX/last-updated'

await withEngines(async opened => {
  assertHAProxy()
  return await onMachines(opened)
})

type Heard = { http: number; data?: unknown; began: number; ms: number }

async function ask(base: string, token: string, path: string, body?: object): Promise<Heard> {
  const began = performance.now()
  const answer = await fetch(`${base}/api${path}`, {
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(40_000),
  }).catch(() => undefined)
  const isJson = answer?.headers.get('content-type')?.includes('json')
  const said = isJson ? ((await answer!.json().catch(() => ({}))) as { data?: unknown }) : {}
  return { http: answer?.status ?? 0, data: said.data, began, ms: performance.now() - began }
}

type Person = { token: string; list: string; sent: number; confirmed: number; charts: string[] }

/** Simulates users until stopped: each reads, renames a list to an increasing number, and saves charts. */
function atWork(base: string, people: readonly Person[]) {
  const reads: Promise<Heard>[] = []
  const [renames, charts]: [Heard[], Heard[]] = [[], []]
  let isOver = false
  const reading = async () => {
    for (let n = 0; !isOver; n++) {
      reads.push(ask(base, people[n % people.length]!.token, n % 2 ? '/users/user' : '/watchlist/user'))
      await wait(25)
    }
  }
  const renaming = async (person: Person) => {
    while (!isOver) {
      const name = ++person.sent
      const said = await ask(base, person.token, `/watchlist/${person.list}/rename?watchlistName=${name}`)
      if (said.http === 200) person.confirmed = name
      renames.push(said)
      await wait(100)
    }
  }
  const saving = async (person: Person) => {
    for (let n = 0; !isOver && n < 190; n++) {
      const said = await ask(base, person.token, '/tvchart/storage/charts', { name: String(n), content: '{}' })
      if (said.http === 200) person.charts.push(String(n))
      charts.push(said)
      await wait(350)
    }
  }
  const all = Promise.all([reading(), ...people.flatMap(person => [renaming(person), saving(person)])])
  return async () => {
    isOver = true
    await all
    return { reads: await Promise.all(reads), renames, charts }
  }
}

/**
 * Calls a machine directly once it is back, to find outdated data: a removed right that still works, a newly published
 * list that is missing, or an old name of a list.
 */
function atTheMachine(base: string, staff: string, people: readonly Person[]) {
  const [byRight, published, names]: [Heard[], Heard[], { asked: Heard; isOld: boolean }[]] = [[], [], []]
  let isOver = false
  const asking = async () => {
    while (!isOver) {
      byRight.push(await ask(base, staff, overview))
      published.push(await ask(base, people[0]!.token, lastUpdated))
      await wait(50)
    }
  }
  const comparing = async (person: Person) => {
    while (!isOver) {
      const known = person.confirmed
      await wait(seenWithinMs)
      const asked = await ask(base, person.token, '/watchlist/user')
      names.push({ asked, isOld: asked.http === 200 && nameOf(asked) < known })
    }
  }
  const all = Promise.all([...Array.from({ length: atOnce }, asking), ...people.map(comparing)])
  return async () => {
    isOver = true
    await all
    return { byRight, published, names }
  }
}

function nameOf({ data }: Heard): number {
  return Number((data as { watchlistName: string }[])[0]?.watchlistName)
}

async function onMachines(opened: Opened): Promise<number> {
  const figures = new Figures()
  const { machines, close } = openMachines(3)
  opened.push(close)
  const postgres = await startPostgres({
    programs: await embeddedPrograms(),
    network,
    settings: { max_connections: '250' },
  })
  opened.push(() => postgres.stop())
  const { apps, env, base } = await startAll(machines, postgres.url.replace('127.0.0.1', house), opened)
  const database = await openDatabase(postgres.url, { warn: () => undefined, info: () => undefined })
  opened.push(() => database.close())

  const [staff = '', ...tokens] = await makePeople(postgres.url, env, [
    { email: 'staff@finlist.example', roles: ['staff'] },
    ...[0, 1, 2, 3].map(n => ({ email: `person-${n}@finlist.example`, hasPlan: true })),
  ])
  const people: Person[] = []
  for (const token of tokens) {
    const { data } = await ask(base, token, '/watchlist/create?watchlistName=0')
    people.push({ token, list: String(data), sent: 0, confirmed: 0, charts: [] })
  }
  await publishAList(database)
  const [lost, lostBase] = [machines[1]!, apps[1]!.base]
  const stop = atWork(base, people)
  await wait(warmMs)
  // Makes the machine's workers cache the right and the list.
  const before = await Promise.all(
    Array.from({ length: atOnce }, async () => [
      await ask(lostBase, staff, overview),
      await ask(lostBase, people[0]!.token, lastUpdated),
    ]),
  )
  const known = before.flat().filter(({ http, data }) => http === 200 && data !== null).length
  figures.count('answers of the machine by that right and of that list before', known, 2 * atOnce)

  lost.unplug()
  const unpluggedAt = performance.now()
  process.stdout.write('a machine has lost its network\n')
  await wait(awayMs / 2)
  await database.pool.query(
    `delete from user_role where user_id = (select user_id from users where email = 'staff@finlist.example')`,
  )
  const publishedAt = await publishAList(database)
  await wait(awayMs / 2)
  lost.plug()
  const pluggedAt = performance.now()
  process.stdout.write(`it has it back after ${((pluggedAt - unpluggedAt) / 1_000).toFixed(1)} s\n`)
  const stopWatching = atTheMachine(lostBase, staff, people)
  await until(async () => (await ask(lostBase, people[0]!.token, '/watchlist/user')).http === 200)
  const backAfterMs = performance.now() - pluggedAt
  await wait(afterMs)
  const [{ reads, renames, charts }, { byRight, published, names }] = await Promise.all([stop(), stopWatching()])

  const isRefused = ({ http }: Heard) => http !== 200
  /**
   * Whether the machine may have received the call, because it was sent before HAProxy noticed that the machine was
   * gone. Such a call may or may not have been executed.
   */
  const wasWithIt = ({ began, ms }: Heard) => began < unpluggedAt + noticedMs && began + ms > unpluggedAt
  const refused = (name: string, heard: readonly Heard[]) => {
    const elsewhere = heard.filter(it => isRefused(it) && !wasWithIt(it)).length
    figures.count(`${name} refused that could be sent elsewhere`, elsewhere, 0, String(heard.length))
  }
  figures.count('reads refused', reads.filter(isRefused).length, 0, String(reads.length))
  const writes = [...renames, ...charts]
  refused('writes', writes)
  figures.show('writes that were with the machine when its network went', `${writes.filter(isRefused).length} refused`)
  const { missing, twice, of } = await kept(base, people)
  figures.count('confirmed writes missing', missing, 0, String(of))
  figures.count('writes done twice', twice, 0, String(charts.length))
  const answeredOf = (heard: readonly Heard[], ...codes: number[]) =>
    String(heard.filter(({ http }) => codes.includes(http)).length)
  figures.count(
    'answers of the machine by a right that was taken away meanwhile',
    byRight.filter(({ http }) => http === 200).length,
    0,
    answeredOf(byRight, 200, 401, 403),
  )
  figures.count(
    'answers of it of the list before',
    published.filter(({ http, data }) => http === 200 && Date.parse(String(data)) !== publishedAt).length,
    0,
    answeredOf(published, 200),
  )
  figures.count(
    'names that it has and that were replaced more than a second before',
    names.filter(({ isOld }) => isOld).length,
    0,
    answeredOf(
      names.map(({ asked }) => asked),
      200,
    ),
  )
  figures.count('sessions that do not go on', [...reads, ...writes].filter(({ http }) => http === 401).length, 0)
  const times = reads.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const [longest, p99] = [times.at(-1)! / 1_000, times[Math.floor(times.length * 0.99)]!]
  figures.show('longest wait for an answer', `${longest.toFixed(1)} s, p99 ${p99.toFixed(0)} ms`)
  figures.show('the machine answers again after', `${(backAfterMs / 1_000).toFixed(1)} s`)
  return figures.print()
}

async function startAll(machines: readonly Machine[], databaseUrl: string, opened: Opened) {
  const [front, port] = [await freePort(), await freePort()]
  const env = {
    ...settingsOf({ databaseUrl, port, publicPort: front, mailPort: 9 }),
    TRUSTED_PROXIES: '1',
    PLAIN_CONNECTIONS: 'yes',
    WORKERS: '2',
  }
  const apps: App[] = []
  for (const { address, within } of machines) {
    const app = await startApp({ ...env, HOST: address }, { within, host: address })
    apps.push(app)
    opened.push(() => app.stop())
  }
  const addresses = machines.map(({ address }) => address)
  const balancer = await startBalancer(front, addresses, port)
  opened.push(() => balancer.stop())
  await until(async () => (await fetch(`${balancer.base}/api/health`)).ok)
  process.stdout.write('three machines stand behind HAProxy\n')
  return { apps, env, base: balancer.base }
}

/** Publishes a list in the same way as a data load; returns the time. */
async function publishAList(database: Database): Promise<number> {
  await database.write(tx => publish(tx, 'finlist:HKEX'))
  const { rows } = await database.pool.query<{ updated_at: Date }>(
    `select updated_at from last_updated where topic = 'finlist:HKEX'`,
  )
  return rows[0]!.updated_at.getTime()
}

/** Compares the writes that users made with what the database contains. */
async function kept(base: string, people: readonly Person[]) {
  let [missing, twice, of] = [0, 0, 0]
  for (const { token, confirmed, sent, charts } of people) {
    const found = nameOf(await ask(base, token, '/watchlist/user'))
    if (!(found >= confirmed && found <= sent)) missing++
    const saved = await fetch(`${base}/api/tvchart/storage/charts`, { headers: { authorization: `Bearer ${token}` } })
    const names = ((await saved.json()) as { data: { name: string }[] }).data.map(({ name }) => name)
    missing += charts.filter(name => !names.includes(name)).length
    twice += names.length - new Set(names).size
    of += confirmed + charts.length
  }
  return { missing, twice, of }
}
