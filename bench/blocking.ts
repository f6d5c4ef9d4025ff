// Which tasks of over 50 ms delay a phone while a page loads, and which code do they come from? Traces each page with the CPU slowed 4x, and maps the trace to names in the sources.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext } from '@playwright/test'
import { throwawayFolder } from '../tools/throwaway-folder.ts'
import { median, openBrowser, signIn, slowDown, startBrowser } from './parts/browser.ts'
import { machine } from './parts/cpu.ts'

/** One event of a trace; times in microseconds. */
type TraceEvent = {
  name: string
  ph: string
  ts: number
  dur?: number
  pid: number
  tid: number
  id?: string
  args?: { data?: unknown; name?: string }
}
type Frame = { functionName: string; url?: string; lineNumber?: number; columnNumber?: number }
type Chunk = {
  cpuProfile?: { nodes?: { id: number; parent?: number; callFrame: Frame }[]; samples?: number[] }
  timeDeltas?: number[]
  startTime?: number
}
/** A source map's entry for a position. */
type Entry = { originalSource: string; originalLine: number; name?: string }
type Task = {
  at: number
  ms: number
  kinds: Map<string, number>
  parts: Map<string, number>
  where: Map<string, number>
}

const rounds = 3
const slower = 4
const longMs = 50
const mostTold = 4
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }
/** A connection as slow as Lighthouse's: 1.6 Mbit/s, 150 ms round trip. */
const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 95_000 }
const categories = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-v8.cpu_profiler',
  'toplevel',
  'blink.user_timing',
  'loading',
]
const restMs = 6_000

const named = process.argv.slice(2)
const pages = [
  '/finlist-hk',
  '/alerts',
  '/interactive-chart',
  '/today',
  '/subscribe',
  '/watchlist',
  '/dashboard',
  '/inbox',
]
const asked = named.length > 0 ? named : pages

const maps = new Map<string, SourceMap | undefined>()
const blocking = (tasks: Task[]) => tasks.reduce((sum, { ms }) => sum + ms - longMs, 0)
const { path: folder, remove } = await throwawayFolder('finlist-maps')
const { browser, base, stop } = await startBrowser()
try {
  // Builds the same files that the product serves, with source maps.
  const web = fileURLToPath(new URL('../apps/web/', import.meta.url))
  const vite = join(web, '../../node_modules/vite/bin/vite.js')
  execFileSync(process.execPath, [vite, 'build', '--sourcemap', 'hidden', '--outDir', folder, '--emptyOutDir'], {
    cwd: web,
    stdio: 'ignore',
  })
  const context = await browser.newContext(phone)
  await signIn(context, base, 'hk-yearly')
  const signedIn = await context.storageState()
  process.stdout.write(
    `${machine()}; CPU slowed ${slower}x, medians of ${rounds}; what follows of the round in the middle\n`,
  )
  for (const path of asked) {
    const traced: Task[][] = []
    for (let round = 0; round < rounds; round++) traced.push(await trace(path, signedIn))
    const inOrder = traced.toSorted((a, b) => blocking(a) - blocking(b))
    const shown = inOrder[Math.floor(rounds / 2)]!
    process.stdout.write(`\n${path}: ${Math.round(median(traced.map(blocking)))} ms of blocking\n`)
    for (const task of shown) process.stdout.write(inWords(task))
  }
} finally {
  await stop()
  await remove()
}

/** The tasks of over 50 ms between the first paint and the end of the first view, in a newly started browser. */
async function trace(path: string, storageState: Awaited<ReturnType<BrowserContext['storageState']>>): Promise<Task[]> {
  const own = await openBrowser('--disable-background-networking', '--no-first-run')
  const context = await own.newContext({ ...phone, storageState })
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.setCacheDisabled', { cacheDisabled: true })
  await client.send('Network.setBypassServiceWorker', { bypass: true })
  await client.send('Network.emulateNetworkConditions', line)
  await slowDown(client, slower)
  await own.startTracing(page, { categories })
  await page.goto(base + path)
  await page.waitForTimeout(restMs)
  const { traceEvents } = JSON.parse((await own.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  await own.close()
  return tasksOf(traceEvents)
}

function tasksOf(events: TraceEvent[]): Task[] {
  const painted = events.find(({ name }) => name === 'firstContentfulPaint')
  if (!painted) throw new Error('nothing was painted')
  const { pid, tid, ts: from } = painted
  const own = events.filter(event => event.pid === pid && event.tid === tid)
  const spans = own
    .filter(({ ph, dur = 0 }) => ph === 'X' && dur > 0)
    .toSorted((a, b) => a.ts - b.ts || b.dur! - a.dur!)
  const started = own.find(({ name }) => name === 'navigationStart' || name === 'ResourceSendRequest')?.ts ?? from
  const tasks = spans.filter(({ name }) => name.endsWith('ThreadControllerImpl::RunTask'))
  const long = tasks.filter(({ ts, dur }) => dur! > longMs * 1_000 && ts + dur! > from)
  const samples = samplesOf(events.filter(event => event.pid === pid))
  return long.map(({ ts, dur }) => {
    const inside = spans.filter(
      span => span.ts >= ts && span.ts + span.dur! <= ts + dur! && !span.name.endsWith('RunTask'),
    )
    const parts = new Map<string, number>()
    const where = new Map<string, number>()
    for (const sample of samples) {
      if (sample.at < ts || sample.at > ts + dur!) continue
      add(parts, sample.part, sample.ms)
      add(where, sample.where, sample.ms)
    }
    return { at: (ts - started) / 1_000, ms: dur! / 1_000, kinds: selfTimes(inside), parts, where }
  })
}

/** The milliseconds spent in each kind of event, excluding nested events. */
function selfTimes(spans: TraceEvent[]): Map<string, number> {
  const kinds = new Map<string, number>()
  const open: TraceEvent[] = []
  for (const span of spans) {
    while (open.length > 0 && open.at(-1)!.ts + open.at(-1)!.dur! <= span.ts) open.pop()
    const around = open.at(-1)
    if (around) add(kinds, around.name, -span.dur! / 1_000)
    add(kinds, span.name, span.dur! / 1_000)
    open.push(span)
  }
  return kinds
}

/** The samples of the CPU profile, each with its time, its duration, the part of the product, and the function. */
function samplesOf(events: TraceEvent[]): { at: number; ms: number; part: string; where: string }[] {
  const nodes = new Map<string, { parent?: number; callFrame: Frame }>()
  const found: { at: number; ms: number; part: string; where: string }[] = []
  const clocks = new Map<string, number>()
  for (const { name, id = '', args } of events) {
    const data = args?.data as Chunk | undefined
    if (name === 'Profile' && data?.startTime !== undefined) clocks.set(id, data.startTime)
    if (name !== 'ProfileChunk' || !data) continue
    for (const { id: node, ...rest } of data.cpuProfile?.nodes ?? []) nodes.set(`${id} ${node}`, rest)
    const { samples = [] } = data.cpuProfile ?? {}
    for (const [at, delta] of (data.timeDeltas ?? []).entries()) {
      const now = (clocks.get(id) ?? 0) + delta
      clocks.set(id, now)
      const frame = nodes.get(`${id} ${samples[at]}`)?.callFrame
      if (!frame || frame.functionName === '(idle)') continue
      const { file, function: what } = sourceOf(frame)
      found.push({ at: now, ms: delta / 1_000, part: partOf(file), where: `${what} (${file})` })
    }
  }
  return found
}

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) {
    try {
      maps.set(file, new SourceMap(JSON.parse(readFileSync(join(folder, 'assets', `${file}.map`), 'utf8'))))
    } catch {
      maps.set(file, undefined)
    }
  }
  return maps.get(file)
}

function sourceOf({ functionName, url = '', lineNumber = 0, columnNumber = 0 }: Frame) {
  const file = url.split('/').at(-1) ?? ''
  const entry = file.endsWith('.js') ? (mapOf(file)?.findEntry(lineNumber, columnNumber) as Partial<Entry>) : undefined
  if (!entry?.originalSource) return { file: file || 'the engine', function: functionName || 'top level' }
  const source = entry.originalSource.replace(/^(\.\.\/)+/, '')
  return { file: `${source}:${(entry.originalLine ?? 0) + 1}`, function: entry.name ?? functionName }
}

/** The part of the product that a file belongs to: for a library its name, for our own code its folder. */
function partOf(file: string): string {
  const library = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]
  return library ?? /(?:apps\/web\/src|src|packages)\/[^/]+/.exec(file)?.[0] ?? file
}

function add(to: Map<string, number>, key: string, ms: number) {
  to.set(key, (to.get(key) ?? 0) + ms)
}

function inWords({ at, ms, kinds, parts, where }: Task): string {
  const most = (of: Map<string, number>, count: number) =>
    [...of]
      .toSorted((a, b) => b[1] - a[1])
      .slice(0, count)
      .map(([what, took]) => `${what} ${took.toFixed(0)}`)
      .join(', ')
  return `  at ${at.toFixed(0)}, ${ms.toFixed(0)} ms: ${most(kinds, mostTold)}\n    script: ${most(parts, mostTold)}\n    ${most(where, mostTold * 2)}\n`
}
