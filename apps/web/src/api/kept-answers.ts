import type { AnyCall } from '@finlist/contract/call'
import type { ChartHistory } from '@finlist/contract/charts/chart'
import type { Query } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { CallError, ForbiddenError } from './call-error.ts'
import { becomeQuiet } from './network-idle.ts'
import { queryClient } from './query-client.ts'
import { read } from './storage.ts'

/** Chart history is cached in a different form from the one in its query. */
const history = '/tvchart/history'
/**
 * The calls whose responses are cached for offline reading (decision 042). `mostAnswers` limits the entries per group.
 */
const keptPaths = {
  pages: [
    '/finlist/:exchange/issue-dates',
    '/finlist/:exchange',
    '/finlist/:exchange/changes',
    '/watchlist/user',
    '/watchlist/:id',
    '/markettrend/:exchange',
    '/today',
    '/alerts',
    '/inbox',
  ],
  charts: [
    history,
    '/tvchart/symbols',
    '/tvchart/marks',
    '/tvchart/patterns',
    '/tvchart/actions',
    '/tvchart/rsline',
    '/tvchart/memory',
  ],
} as const
const groups = Object.keys(keptPaths) as (keyof typeof keptPaths)[]
/** Maximum number of entries per group. One chart takes up six. */
const mostAnswers = { pages: 30, charts: 36 } as const
const longestMs = 7 * 86_400_000
const againMs = 15_000

/** `session.ts` deletes this cache on sign-out. */
const open = () => caches.open('kept-answers')
const kept = z.object({ account: z.string(), at: z.number(), data: z.unknown() })

const groupOf = (path: unknown) => groups.find(group => (keptPaths[group] as readonly unknown[]).includes(path))

type Asking = { params?: unknown; query?: unknown }

/** The cache key of a call's response; it starts with the call's group. */
const addressOf = (path: string, { params = {}, query = {} }: Asking = {}) =>
  `/kept/${groupOf(path)}/${encodeURIComponent(JSON.stringify([path, params, query]))}`

/** The time of the oldest cached response on the screen; undefined while online. */
let asAt: number | undefined
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useKeptAsAt = () => useSyncExternalStore(subscribe, () => asAt)
function tell(at: number | undefined) {
  asAt = at
  for (const listener of listeners) listener()
}

/** Returns the account's cached response for a call that got no response; rethrows the error if there is none. */
export async function answerOfBefore(call: AnyCall, asking: object, error: unknown): Promise<unknown> {
  if (!(error instanceof CallError) || error.httpStatus !== 0 || call.method !== 'GET') throw error
  const whole = call.path === history ? wholeStretch(asking as Asking) : asking
  const found = whole && groupOf(call.path) && (await find(addressOf(call.path, whole)).catch(() => undefined))
  if (!found) throw error
  if (asAt === undefined) awaitNetwork()
  tell(Math.min(asAt ?? Infinity, found.at))
  becomeQuiet()
  return found.data
}

async function find(address: string) {
  const answer = await (await open()).match(address)
  const parsed = z.safeParse(kept, await answer?.json())
  if (!parsed.success) return undefined
  const age = Date.now() - parsed.data.at
  const isOwn = parsed.data.account === read('deviceAccount') && read('completeRegistration')
  return isOwn && age >= -60_000 && age < longestMs ? parsed.data : undefined
}

/** Polls until the server responds, then refetches everything. */
function awaitNetwork(): void {
  const back = async () => {
    const answer = await fetch('/api/health', { cache: 'no-store' }).catch(() => undefined)
    if (!answer?.ok || asAt === undefined) return
    clearInterval(again)
    removeEventListener('online', ask)
    tell(undefined)
    await queryClient.invalidateQueries()
  }
  const ask = () => void back()
  const again = setInterval(ask, againMs)
  addEventListener('online', ask)
}

const savedAt = new Map<string, number>()
let waiting: ReturnType<typeof setTimeout>

/** Caches the responses to the calls of `keptPaths` as they arrive, and deletes those the account may no longer see. */
export function keepSeen(): () => void {
  if (!('caches' in window)) return () => undefined
  void deleteOthers().catch(console.error)
  const later = () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => void save().catch(console.error), 1_000)
  }
  later()
  return queryClient.getQueryCache().subscribe(later)
}

async function save(): Promise<void> {
  if (asAt !== undefined) return
  for (const query of queryClient.getQueryCache().findAll({ type: 'active' })) {
    const { status, data, dataUpdatedAt, isInvalidated, error } = query.state
    const [path, asking] = askedBy(query)
    const group = groupOf(path)
    if (!group || !asking) continue
    const address = addressOf(path, asking)
    const cache = await open()
    if (error instanceof ForbiddenError) await cache.delete(address)
    if (status !== 'success' || isInvalidated || savedAt.get(address) === dataUpdatedAt) continue
    const account = read('deviceAccount')
    // Deleting the entry first moves it to the end of the cache, so that it is the last to be dropped.
    await cache.delete(address)
    await cache.put(
      address,
      Response.json({ account, at: dataUpdatedAt, data: path === history ? columnsOf(data) : data }),
    )
    savedAt.set(address, dataUpdatedAt)
    const ofGroup = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(`/kept/${group}/`))
    for (const old of ofGroup.slice(0, -mostAnswers[group])) await cache.delete(old)
  }
}

/**
 * Returns a query's path and arguments; no arguments if its data must not be cached, such as practice data and replays.
 * Of a chart's bars, only the newest range is cached.
 */
function askedBy({ queryKey: [path, asking, ...more] }: Query): [path: string, asking?: Asking] {
  if (path !== history) return [path as string, (asking ?? {}) as Asking]
  const [symbol, resolution, adjustment, isSimulator, asOf] = more
  if (isSimulator === true || asOf != null) return [path]
  return [path, { query: { symbol, resolution, adjustment } }]
}

/** Returns the arguments under which a chart's newest bars are cached; undefined for a request of any other range. */
function wholeStretch({ query }: Asking): Asking | undefined {
  const { symbol, resolution, adjustment = 'splits', ...how } = query as Record<string, unknown>
  const isNewest = how['firstDataRequest'] === 'true' && how['isSimulator'] !== 'true' && how['asOf'] === undefined
  return isNewest ? { query: { symbol, resolution, adjustment } } : undefined
}

type Bar = { date: string; until?: string } & Record<'open' | 'high' | 'low' | 'close' | 'volume', number>
type Stretches = { pages: { bars: Bar[]; unconfirmed: string[]; halfDays: string[]; nextTime?: number }[] }

/** Returns the newest range of bars in the shape of the call's response. */
function columnsOf(data: unknown): ChartHistory {
  const [{ bars, unconfirmed, halfDays, nextTime }] = (data as Stretches).pages as [Stretches['pages'][0]]
  const secondsOf = (day: string) => Date.parse(day) / 1_000
  const until = bars.at(-1)?.until
  return {
    s: bars.length === 0 ? 'no_data' : 'ok',
    noData: bars.length === 0,
    t: bars.map(({ date }) => secondsOf(date)),
    o: bars.map(({ open }) => open),
    h: bars.map(({ high }) => high),
    l: bars.map(({ low }) => low),
    c: bars.map(({ close }) => close),
    v: bars.map(({ volume }) => volume),
    unconfirmed: unconfirmed.map(secondsOf),
    halfDays: halfDays.map(secondsOf),
    ...(nextTime !== undefined && { nextTime }),
    ...(until !== undefined && { asAt: secondsOf(until) }),
  }
}

async function deleteOthers(): Promise<void> {
  const cache = await open()
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url)
    if (!(await find(pathname))) await cache.delete(request)
  }
}
