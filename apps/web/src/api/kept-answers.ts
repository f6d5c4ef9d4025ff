import type { AnyCall } from '@finlist/contract/call'
import type { Query } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { CallError, ForbiddenError } from './call-error.ts'
import { becomeQuiet } from './network-idle.ts'
import { queryClient } from './query-client.ts'
import { read } from './storage.ts'

/** What of FinList, watchlists and Market Indicators is kept to be read without a network (decision 042). */
const keptPaths: readonly string[] = [
  '/finlist/:exchange/issue-dates',
  '/finlist/:exchange',
  '/watchlist/user',
  '/watchlist/:id',
  '/markettrend/:exchange',
]
const mostAnswers = 12
const longestMs = 7 * 86_400_000
const againMs = 15_000

/** `session.ts` deletes it when somebody leaves. */
const open = () => caches.open('kept-answers')
const kept = z.object({ account: z.string(), at: z.number(), data: z.unknown() })

const addressOf = (path: string, asking: { params?: unknown; query?: unknown } = {}) =>
  `/kept/${encodeURIComponent(JSON.stringify([path, asking.params ?? {}, asking.query ?? {}]))}`

/** When what is shown was answered, the oldest of it; undefined while there is a network. */
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

/** What the account was last answered, in place of a call that no answer came to; otherwise the error is thrown on. */
export async function answerOfBefore(call: AnyCall, asking: object, error: unknown): Promise<unknown> {
  if (!(error instanceof CallError) || error.httpStatus !== 0 || !keptPaths.includes(call.path)) throw error
  const found = await find(addressOf(call.path, asking)).catch(() => undefined)
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

/** Asks for everything anew once there is an answer again. */
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

/** Keeps what is on the screen of these pages as it comes, and deletes what the account may not see any more. */
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
  for (const query of queryClient.getQueryCache().findAll({ type: 'active', predicate: isKept })) {
    const { status, data, dataUpdatedAt, isInvalidated, error } = query.state
    const [path, asking] = query.queryKey as [string, object]
    const address = addressOf(path, asking)
    const cache = await open()
    if (error instanceof ForbiddenError) await cache.delete(address)
    if (status !== 'success' || isInvalidated || savedAt.get(address) === dataUpdatedAt) continue
    const account = read('deviceAccount')
    // What is put again comes last.
    await cache.delete(address)
    await cache.put(address, Response.json({ account, at: dataUpdatedAt, data }))
    savedAt.set(address, dataUpdatedAt)
    for (const old of (await cache.keys()).slice(0, -mostAnswers)) await cache.delete(old)
  }
}

const isKept = ({ queryKey: [path] }: Query) => keptPaths.includes(path as string)

async function deleteOthers(): Promise<void> {
  const cache = await open()
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url)
    if (!(await find(pathname))) await cache.delete(request)
  }
}
