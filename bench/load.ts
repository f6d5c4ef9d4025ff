// With independent readers at half of the server's capacity, are there no errors, what does a request cost compared with a bare server, and does the live heap stay flat?
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { deviceCheck } from '@finlist/contract/account/device'
import { deviceHeaders } from '@finlist/contract/account/device-headers'
import autocannon from 'autocannon'
import { cpuMicros, heapOf, machine, type Question, record, startBare, startHouse } from './parts/cpu.ts'

const seconds = Number(process.env['LOAD_SECONDS'] ?? 30)
const [fewer, more] = [50_000, Number(process.env['LOAD_REQUESTS'] ?? 500_000)]
const heapLimitMb = 5
const paths = [
  '/users/user',
  '/finlist/HKEX/issue-dates',
  '/finlist/HKEX/last-updated',
  '/watchlist/user',
  '/finder/filter-set/user',
  '/markettrend/HKEX',
  '/markettrend/HKEX/last-updated',
  '/tvchart/config',
  '/tvchart/quotes?symbols=HKEX:HSI',
  '/status/notifications',
  '/status/notifications/HKEX',
  '/ccass',
  '/stocks/movement/HKEX',
  '/stocks/movement/enhanced/HKEX?minVolume=10000000',
  '/stock-news/profit-warning',
  '/stock-news/profit-warning/finlist',
  '/education/videos',
  '/education/videos/last-updated',
  '/game/rank?playlistId=1',
]

const { child, told } = await startHouse({ gc: true })
const check = (path: string) => `/api${deviceCheck.path}?path=${encodeURIComponent(path)}&page=%2F`
const first = await fetch(told.base + check('/'), { headers: { authorization: `Bearer ${told.tokens[0]}` } })
const { data } = (await first.json()) as { data: { deviceId: string; deviceKey: string } }
const headers = {
  authorization: `Bearer ${told.tokens[0]}`,
  'accept-encoding': 'br',
  [deviceHeaders.deviceId]: data.deviceId,
  [deviceHeaders.deviceKey]: data.deviceKey,
}
const dates = (await (await fetch(`${told.base}/api/finlist/HKEX/issue-dates`, { headers })).json()) as {
  data: string[]
}
/** Each read is preceded by its device check. */
const mix = [...paths, `/finlist/HKEX?issueDate=${dates.data[0]}`].flatMap(path => [check(path), `/api${path}`])
const questions: Question[] = mix.map(path => ({ name: path, path, headers }))
process.stdout.write(`${machine()}\n`)

const answers: Record<string, Awaited<ReturnType<typeof record>>> = {}
for (const question of questions) {
  const answer = await record(told.base, question)
  if (answer.status !== 200) throw new Error(`${question.path}: ${answer.status}`)
  answers[question.path] = answer
}
const bare = await startBare(answers)

/** Makes requests as fast as possible, ten at a time; returns the requests per second and the CPU time of one. */
async function closedLoop(base: string, pid: number, amount: number) {
  const before = cpuMicros(pid)
  const requests = mix.map(path => ({ method: 'GET' as const, path, headers }))
  const result = await autocannon({ url: base, connections: 10, amount, requests })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} errors`)
  return {
    perSecond: result.requests.total / result.duration,
    micros: (cpuMicros(pid) - before) / result.requests.total,
  }
}

await closedLoop(told.base, child.pid!, 10_000)
await closedLoop(bare.base, bare.child.pid!, 10_000)
const rounds: { ours: number; bare: number; perSecond: number }[] = []
for (let round = 0; round < 5; round++) {
  const theirs = await closedLoop(bare.base, bare.child.pid!, 20_000)
  const ours = await closedLoop(told.base, child.pid!, 20_000)
  rounds.push({ ours: ours.micros, bare: theirs.micros, perSecond: ours.perSecond })
}
const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const capacity = middle(rounds.map(({ perSecond }) => perSecond))
const ratio = middle(rounds.map(round => round.ours / round.bare))
process.stdout.write(
  `${mix.length} calls, every second one the device check: ${Math.round(capacity)} requests/s at most; ` +
    `${middle(rounds.map(round => round.ours)).toFixed(0)} µs of CPU a request, ${ratio.toFixed(2)}x a bare server that sends the same bytes\n`,
)

/** Latency is measured from the scheduled send time, so a stall also counts for the requests that waited behind it. */
const agent = new Agent({ keepAlive: true, maxSockets: 200 })
const latencies: number[] = []
let errors = 0
const send = (path: string, due: number) =>
  new Promise<void>(resolve => {
    const failed = () => {
      errors++
      resolve()
    }
    request(told.base + path, { agent, headers }, response => {
      if (response.statusCode !== 200) errors++
      response.on('end', () => {
        latencies.push(performance.now() - due)
        resolve()
      })
      response.on('error', failed).resume()
    })
      .on('error', failed)
      .end()
  })
const perSecond = capacity / 2
const began = performance.now()
const under = new Set<Promise<void>>()
for (let sent = 0; sent < perSecond * seconds; ) {
  const due = Math.min(perSecond * seconds, ((performance.now() - began) / 1_000) * perSecond)
  for (; sent < due; sent++) {
    const one = send(mix[sent % mix.length]!, began + (sent / perSecond) * 1_000)
    under.add(one)
    void one.then(() => under.delete(one))
  }
  await wait(1)
}
await Promise.all(under)
agent.destroy()
const sorted = latencies.toSorted((a, b) => a - b)
const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(1)
process.stdout.write(
  `open loop at ${Math.round(perSecond)} requests/s for ${seconds} s: ${errors} errors of ${latencies.length}; ` +
    `p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, most ${at(1)} ms\n`,
)

await closedLoop(told.base, child.pid!, fewer)
const early = await heapOf(child)
await closedLoop(told.base, child.pid!, more - fewer)
const late = await heapOf(child)
const grown = (late - early) / 1e6
process.stdout.write(
  `live heap after ${fewer} requests ${(early / 1e6).toFixed(1)} MB, after ${more} ${(late / 1e6).toFixed(1)} MB: ${grown.toFixed(1)} MB more (limit ${heapLimitMb})\n`,
)
bare.child.disconnect()
child.disconnect()
if (errors > 0 || grown > heapLimitMb) process.exitCode = 1
