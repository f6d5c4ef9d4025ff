import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type App, makePeople, settingsOf, startApp } from './engines/app.ts'
import { Figures } from './engines/figures.ts'
import { assertHAProxy, house, network, openMachines, startBalancer } from './engines/machines.ts'
import { type Opened, withEngines } from './engines/missing.ts'
import { until } from './engines/patroni.ts'
import { embeddedPrograms, startPostgres } from './engines/postgres.ts'
import { freePort } from './free-port.ts'

/**
 * `npm run test:machines`: three machines (network namespaces) of two workers each behind HAProxy. One loses its network
 * for half a minute, not its processes, while people read and write.
 */
const warmMs = 5_000
const awayMs = 30_000
const afterMs = 25_000
const everyMs = 25
/** HAProxy asks every second, and twice in vain. */
const noticedMs = 3_500

await withEngines(async opened => {
  assertHAProxy()
  return await onMachines(opened)
})

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
  const [front, port] = [await freePort(), await freePort()]
  const databaseUrl = postgres.url.replace('127.0.0.1', house)
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
  process.stdout.write('three machines stand behind HAProxy\n')
  const balancer = await startBalancer(
    front,
    machines.map(({ address }) => address),
    port,
  )
  opened.push(() => balancer.stop())
  await until(async () => (await fetch(`${balancer.base}/api/health`)).ok)

  type Heard = { http: number; data?: unknown; began: number; ms: number }
  const ask = async (base: string, token: string, path: string): Promise<Heard> => {
    const began = performance.now()
    const answer = await fetch(`${base}/api${path}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(40_000),
    }).catch(() => undefined)
    const said = answer?.headers.get('content-type')?.includes('json')
      ? ((await answer.json()) as { data?: unknown })
      : {}
    return { http: answer?.status ?? 0, ...said, began, ms: performance.now() - began }
  }
  const asked = [0, 1, 2, 3].map(n => ({ email: `person-${n}@finlist.example`, hasPlan: true }))
  const [staff = '', ...tokens] = await makePeople(postgres.url, env, [
    { email: 'staff@finlist.example', roles: ['staff'] },
    ...asked,
  ])
  const people = await Promise.all(
    tokens.map(async token => {
      const { data } = await ask(balancer.base, token, '/watchlist/create?watchlistName=0')
      return { token, list: String(data), sent: 0, confirmed: 0 }
    }),
  )
  const lost = machines[1]!
  const lostBase = apps[1]!.base

  const answers: Promise<Heard>[] = []
  let isOver = false
  const reading = (async () => {
    for (let n = 0; !isOver; n++) {
      answers.push(ask(balancer.base, people[n % people.length]!.token, n % 2 ? '/users/user' : '/watchlist/user'))
      await wait(everyMs)
    }
  })()
  const refusedWrites: Heard[] = []
  const writing = people.map(async person => {
    while (!isOver) {
      const said = await ask(
        balancer.base,
        person.token,
        `/watchlist/${person.list}/rename?watchlistName=${++person.sent}`,
      )
      if (said.http === 200) person.confirmed = person.sent
      else refusedWrites.push(said)
      await wait(100)
    }
  })
  await wait(warmMs)
  // It is known there with its right.
  await ask(lostBase, staff, '/admin/users/count')
  lost.unplug()
  const [unpluggedAt, since] = [performance.now(), Date.now()]
  process.stdout.write('a machine has lost its network\n')
  await wait(awayMs / 2)
  const client = new pg.Client(postgres.url)
  await client.connect()
  await client.query(
    `delete from user_role where user_id = (select user_id from users where email = 'staff@finlist.example')`,
  )
  await client.end()
  await wait(awayMs / 2)
  lost.plug()
  const pluggedAt = performance.now()
  process.stdout.write(`it has it back after ${((Date.now() - since) / 1_000).toFixed(1)} s\n`)
  const direct: Heard[] = []
  const watching = (async () => {
    while (!isOver) {
      direct.push(await ask(lostBase, staff, '/admin/users/count'))
      await wait(50)
    }
  })()
  await until(async () => (await ask(lostBase, people[0]!.token, '/watchlist/user')).http === 200)
  const wellAfter = performance.now() - pluggedAt
  await wait(afterMs)
  isOver = true
  await Promise.all([reading, watching, ...writing])

  const all = await Promise.all(answers)
  const failed = all.filter(({ http }) => http !== 200)
  /** Sent to the machine before its network went or before that was noticed: whether it was done there nobody knows. */
  const inFlight = (it: Heard) => it.began < unpluggedAt + noticedMs && it.began + it.ms > unpluggedAt
  figures.count(
    'reads refused that could be sent elsewhere',
    failed.filter(it => !inFlight(it)).length,
    0,
    String(all.length),
  )
  figures.show('reads that were with the machine when its network went', `${failed.filter(inFlight).length} refused`)
  figures.count(
    'writes refused that could be sent elsewhere',
    refusedWrites.filter(it => !inFlight(it)).length,
    0,
    String(people.reduce((sum, { sent }) => sum + sent, 0)),
  )
  figures.show('writes that were with it', `${refusedWrites.filter(inFlight).length} refused`)
  let missing = 0
  for (const { token, confirmed, sent } of people) {
    const { data } = await ask(balancer.base, token, '/watchlist/user')
    const found = Number((data as { watchlistName: string }[])[0]?.watchlistName)
    if (!(found >= confirmed && found <= sent)) missing++
  }
  figures.count(
    'confirmed writes missing',
    missing,
    0,
    String(people.reduce((sum, { confirmed }) => sum + confirmed, 0)),
  )
  figures.count(
    'answers of the machine by a right that was taken away meanwhile',
    direct.filter(({ http }) => http === 200).length,
    0,
    String(direct.length),
  )
  figures.count('sessions that do not go on', all.filter(({ http }) => http === 401).length, 0)
  const times = all.map(({ ms }) => ms).toSorted((a, b) => a - b)
  figures.show(
    'longest wait for an answer',
    `${(times.at(-1)! / 1_000).toFixed(1)} s, p99 ${times[Math.floor(times.length * 0.99)]!.toFixed(0)} ms`,
  )
  figures.show('the machine answers again after', `${(wellAfter / 1_000).toFixed(1)} s`)
  return figures.print()
}
