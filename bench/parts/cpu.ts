import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import type { Told } from './server.ts'

export type Question = {
  name: string
  path: string
  headers: Record<string, string>
  /** The body of a POST, sent as JSON. */
  body?: unknown
}
export type Measured = { name: string; ours: number; bare: number; ratio: number; perSecond: number; rounds: number[] }

const rounds = 5
const connections = 10

/** The machine's name, printed with the figures. */
export const machine = () => `${cpus().length} x ${cpus()[0]?.model ?? 'unknown CPU'}, Node ${process.version}`

const start = (file: string, execArgv: string[] = []) =>
  fork(fileURLToPath(new URL(file, import.meta.url)), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv })

/** Starts the product's server in a separate process. With `gc`, its live heap can be measured. */
export async function startHouse({ gc = false } = {}): Promise<{ child: ChildProcess; told: Told }> {
  const child = start('./server.ts', gc ? ['--expose-gc'] : [])
  const [told] = (await once(child, 'message')) as [Told]
  return { child, told }
}

/**
 * Compares the product's CPU per request with that of a bare node:http server that sends the same bytes, in five
 * alternating rounds each. The ratio is the median of the rounds' ratios.
 */
export async function compare(
  server: ChildProcess,
  base: string,
  questions: Question[],
  amount: number,
): Promise<Measured[]> {
  const answers = Object.fromEntries(
    await Promise.all(questions.map(async question => [question.path, await record(base, question)])),
  )
  const { child: bareChild, base: bareBase } = await startBare(answers)
  const measured: Measured[] = []
  for (const question of questions) {
    await load(base, question, amount)
    await load(bareBase, question, amount)
    const seen: { ours: number; bare: number; perSecond: number }[] = []
    for (let round = 0; round < rounds; round++) {
      const bare = await cpuOf(bareChild.pid!, () => load(bareBase, question, amount))
      const ours = await cpuOf(server.pid!, () => load(base, question, amount))
      seen.push({ ours: ours.micros / amount, bare: bare.micros / amount, perSecond: ours.perSecond })
    }
    const ratios = seen.map(({ ours, bare }) => ours / bare)
    measured.push({
      name: question.name,
      ours: median(seen.map(({ ours }) => ours)),
      bare: median(seen.map(({ bare }) => bare)),
      perSecond: median(seen.map(({ perSecond }) => perSecond)),
      ratio: median(ratios),
      rounds: ratios,
    })
  }
  bareChild.disconnect()
  return measured
}

/** A node:http server that sends the recorded response for each path. */
export async function startBare(answers: Record<string, Awaited<ReturnType<typeof record>>>) {
  const child = start('./bare.ts')
  child.send(answers)
  const [port] = (await once(child, 'message')) as [number]
  return { child, base: `http://127.0.0.1:${port}` }
}

/** The bytes of the heap that are still in use after a garbage collection. */
export async function heapOf(server: ChildProcess): Promise<number> {
  server.send('heap')
  const [bytes] = (await once(server, 'message')) as [number]
  return bytes
}

export function print({ name, ours, bare, ratio, perSecond, rounds: each }: Measured) {
  const ratios = each.map(value => value.toFixed(2)).join(' ')
  process.stdout.write(
    `${name}: ${ratio.toFixed(2)}x  (${ours.toFixed(1)} µs of CPU a request, bare ${bare.toFixed(1)} µs; ${Math.round(perSecond)} requests/s; rounds ${ratios})\n`,
  )
}

async function cpuOf(pid: number, work: () => Promise<{ perSecond: number }>) {
  const before = cpuMicros(pid)
  const { perSecond } = await work()
  return { micros: cpuMicros(pid) - before, perSecond }
}

const sending = ({ headers, body }: Question) =>
  body === undefined
    ? { method: 'GET' as const, headers }
    : {
        method: 'POST' as const,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }

async function load(base: string, question: Question, amount: number) {
  const { path } = question
  const result = await autocannon({ url: base + path, connections, amount, ...sending(question) })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path}: ${result.non2xx} refused, ${result.errors} errors`)
  return { perSecond: result.requests.total / result.duration }
}

/** The user and system CPU time that the process has used, in µs. */
export function cpuMicros(pid: number): number {
  const stat = `/proc/${pid}/stat`
  if (!existsSync(stat)) {
    const [minutes = 0, seconds = 0] = execFileSync('ps', ['-o', 'cputime=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(':')
      .slice(-2)
      .map(Number)
    return (minutes * 60 + seconds) * 1e6
  }
  const fields = readFileSync(stat, 'utf8').split(') ')[1]!.split(' ')
  const ticksPerSecond = 100
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1e6
}

/** The exact response, without the headers that node:http adds to every response. */
export async function record(base: string, question: Question) {
  const { body, ...sent } = { body: undefined, ...sending(question) }
  return await new Promise<{ status: number; headers: [string, string][]; body: string }>((resolve, reject) => {
    const asked = request(base + question.path, sent, response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const kept: [string, string][] = []
        for (let n = 0; n < response.rawHeaders.length; n += 2) {
          const name = response.rawHeaders[n]!
          if (!/^(date|connection|keep-alive)$/i.test(name)) kept.push([name, response.rawHeaders[n + 1]!])
        }
        resolve({ status: response.statusCode ?? 0, headers: kept, body: Buffer.concat(chunks).toString('base64') })
      })
    })
    asked.on('error', reject).end(body)
  })
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
