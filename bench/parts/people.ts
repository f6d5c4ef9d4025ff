import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { deviceCheck } from '@finlist/contract/account/device'
import { deviceHeaders } from '@finlist/contract/account/device-headers'
import type { FinderFilter } from '@finlist/contract/finder'
import pg from 'pg'
import { cookieNames } from '../../apps/server/src/auth/cookies.ts'
import { habits, type Kind, kinds, type Load } from './capacity-model.ts'
import { cpuMicros } from './cpu.ts'
import type { Subscriber, Told } from './server.ts'

type Call = { path: string; body?: string; method?: string; headers?: Record<string, string> }

/** Calls that the server answers from its memory. */
const remembered = [
  '/users/user',
  '/finlist/HKEX/last-updated',
  '/markettrend/HKEX',
  '/tvchart/config',
  '/education/videos',
]
/** Calls for which the server reads the user's data from the database each time. */
const own = ['/inbox', '/alerts']
const checkPath = `/api${deviceCheck.path}?path=%2Fusers%2Fuser&page=%2F`

export type People = Awaited<ReturnType<typeof openPeople>>

/**
 * Opens sessions of subscribers, and prepares the calls of each kind. One subscriber makes most of the calls. The
 * others make the first calls of a minute; each of them can do so once before `anew` has to be called.
 */
export async function openPeople({ base, databaseUrl, people, tokens, cookie }: Told) {
  const database = new pg.Client(databaseUrl)
  await database.connect()
  const agent = new Agent({ keepAlive: true, maxSockets: 64, timeout: 30_000 })
  const send = ({ path, body, method = 'GET', headers = {} }: Call): Promise<{ bytes: number; text: () => string }> =>
    new Promise((resolve, reject) => {
      const sent = request(base + path, { agent, method, headers }, answer => {
        let bytes = answer.rawHeaders.reduce((sum, { length }) => sum + length + 2, 20)
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          chunks.push(chunk)
        })
        answer.on('end', () =>
          answer.statusCode === 200
            ? resolve({ bytes, text: () => Buffer.concat(chunks).toString() })
            : reject(new Error(`${path}: ${answer.statusCode} ${Buffer.concat(chunks).toString().slice(0, 200)}`)),
        )
        answer.on('error', reject)
      })
      // The server may have closed a reused connection at that moment. In that case it has not received the request, so
      // the request is sent again.
      const again = (error: Error) =>
        sent.reusedSocket ? resolve(send({ path, method, headers, ...(body && { body }) })) : reject(error)
      sent.on('error', again).end(body)
    })
  const renewal = (of: string): Call => ({
    path: '/auth/token',
    method: 'POST',
    headers: { cookie: `${cookieNames(new URL(base)).session}=${of}`, origin: base, 'x-requested-with': 'finlist' },
  })
  const headersOf = ({ token, deviceId, deviceKey }: Omit<Subscriber, 'userId' | 'cookie'>) => ({
    authorization: `Bearer ${token}`,
    'accept-encoding': 'br',
    [deviceHeaders.deviceId]: deviceId,
    [deviceHeaders.deviceKey]: deviceKey,
  })

  const [first = ''] = tokens
  const met = await send({ path: checkPath, headers: { authorization: `Bearer ${first}` } })
  const { data: device } = JSON.parse(met.text()) as { data: { deviceId: string; deviceKey: string } }
  const main = { token: first, ...device }
  const mine = headersOf(main)
  const get = async (path: string) => {
    const { 'accept-encoding': _, ...plain } = mine
    return (JSON.parse((await send({ path: `/api${path}`, headers: plain })).text()) as { data: unknown }).data
  }
  const [issueDate] = (await get('/finlist/HKEX/issue-dates')) as string[]
  const selectable = (await get('/watchlist/stocks')) as { exchange: string; stockCode: string }[]
  const stocks = selectable.filter(({ exchange }) => exchange === 'HKEX')
  const list = String(await get('/watchlist/create?watchlistName=0'))
  const memory = [...remembered, `/finlist/HKEX?issueDate=${issueDate}`]
  const half = people.length / 2
  let [nth, charts, minutes, meetings] = [0, 0, 0, 0]
  const turn = <T>(of: readonly T[]) => of[nth % of.length]!
  const next = (n: number, from: number) => {
    if (n >= half) throw new Error('more people, please')
    return people[from + n]!
  }
  const calls: Record<Kind, () => Call> = {
    check: () => ({ path: checkPath }),
    memory: () => ({ path: `/api${turn(memory)}` }),
    own: () => ({ path: `/api${turn(own)}` }),
    // Cycles through more stocks than the server caches, so that every history is read.
    history: () => ({
      path: `/api/tvchart/history?symbol=HKEX%3A${stocks[charts++ % stocks.length]!.stockCode}&resolution=D&from=${1_420_000_000 + nth}&to=1790000000`,
    }),
    screen: () => ({
      path: '/api/finder/HKEX',
      method: 'POST',
      headers: { ...headersOf(main), 'content-type': 'application/json' },
      body: JSON.stringify(screens(nth)),
    }),
    write: () => ({ path: `/api/watchlist/${list}/rename?watchlistName=${nth}` }),
    renew: () => renewal(turn(people).cookie),
    minute: () => ({ path: checkPath, headers: headersOf(next(minutes++, 0)) }),
    meet: () => ({ path: checkPath, headers: headersOf(next(meetings++, half)) }),
  }

  return {
    /** Makes a call; returns the size of the response in bytes, including its head, as sent. */
    async ask(kind: Kind): Promise<number> {
      nth++
      return (await send({ headers: mine, ...calls[kind]() })).bytes
    },
    /**
     * Gives all subscribers new tokens that no process has seen. Half of the subscribers were last active an hour ago;
     * the activity of the others counts as already recorded.
     */
    async anew(): Promise<void> {
      const renewed = async (of: string) =>
        (JSON.parse((await send(renewal(of))).text()) as { accessToken: string }).accessToken
      for (const person of people) person.token = await renewed(person.cookie)
      mine['authorization'] = `Bearer ${(main.token = await renewed(cookie))}`
      await database.query(
        `with noted as (update device d set last_seen_at = now() + case when user_id = any($1) then '-1 hour' else '1 hour' end::interval,
           networks = (select jsonb_object_agg(network, extract(epoch from now())::bigint * 1000)
             from device m, jsonb_object_keys(m.networks) network where m.device_id = $2)
         where user_id = any($1) or user_id = any($3) returning user_id)
         select pg_notify('finlist', 'person ' || user_id) from noted`,
        [people.slice(0, half).map(it => it.userId), device.deviceId, people.slice(half).map(it => it.userId)],
      )
      minutes = meetings = 0
      await wait(1_000)
    },
    async close(): Promise<void> {
      agent.destroy()
      await database.end()
    },
  }
}

/** Four filters, with values that differ each time. */
const screens = (nth: number): FinderFilter[] => [
  { column: 'close', operation: 'gt', from: 1 + (nth % 1_000) / 1_000, to: -1 },
  { column: 'closeChange', operation: 'between', from: -20, to: 20 },
  { column: 'rank', operation: 'gte', from: 10, to: -1 },
  { column: 'volume', operation: 'gte', from: nth, to: -1 },
]

/** The calls that make up this load, with the time of each, in an irregular order that is the same every time. */
export function mixOf(load: Load, seconds = 1): { kind: Kind; at: number }[] {
  const each = kinds.flatMap(kind => Array.from({ length: Math.round((load[kind] ?? 0) * seconds) }, () => kind))
  return each.map((kind, n) => ({ kind, at: (n * 0.618_033_988) % 1 })).toSorted((a, b) => a.at - b.at)
}

/** The calls of a visit by a user who is served by one worker. */
export const visit: Load = {
  ...habits.visit,
  check: habits.visit.check - habits.minutes - 1,
  minute: habits.minutes,
  meet: 1,
}

/** Makes the calls, `atOnce` at a time; returns the sum of the response sizes in bytes. */
export async function askAll(people: People, of: readonly Kind[], atOnce = 8): Promise<number> {
  let [next, bytes] = [0, 0]
  const one = async () => {
    while (next < of.length) {
      const size = await people.ask(of[next++]!)
      bytes += size
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return bytes
}

/**
 * PostgreSQL's processes and the CPU time that they have used. The first process includes the time of processes that
 * have ended.
 */
export function databaseProcesses(dataDir: string) {
  const first = Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
  const fields = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  const pids = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => reading(() => Number(fields(pid)[1]) === first) ?? false)
  const [userTicks = 0, systemTicks = 0] = fields(first).slice(13, 15).map(Number)
  const alive = [first, ...pids].reduce((sum, pid) => sum + (reading(() => cpuMicros(pid)) ?? 0), 0)
  return { pids, micros: alive + ((userTicks + systemTicks) / 100) * 1e6 }
}

/** The result of reading a process's file; undefined if the process has ended. */
export function reading<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/**
 * Postpones all scheduled jobs by a day, as after a failure, and waits until the process does nothing but answer calls.
 */
export async function untilQuiet(pid: number, databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  for (let quiet = 0; quiet < 4; ) {
    await client.query(`update job_run set failures = 1, next_at = now() + interval '1 day'`)
    const before = cpuMicros(pid)
    await wait(1_000)
    quiet = cpuMicros(pid) - before < 30_000 ? quiet + 1 : 0
  }
  await client.end()
}
