import { language, risingPrices } from '@finlist/contract/account/account'
import { ipLocation } from '@finlist/contract/account/device'
import { operator } from '@finlist/contract/staff/operator'
import { adjustments } from '@finlist/domain/adjust/kinds'
import { exchangeIds, type LinkSuffix, markets } from '@finlist/domain/markets'
import { useCallback, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'

const suffix = z.enum(markets.map(market => market.linkSuffix))
const neverViewed = '2021-09-01T00:00:00.000Z'
const time = z.catch(z.iso.datetime({ offset: true }), neverViewed)
const perMarket = <Value>(value: Value) =>
  Object.fromEntries(markets.map(({ linkSuffix }) => [linkSuffix, value])) as Record<LinkSuffix, Value>
const timePerMarket = z.catch(z.object(perMarket(time)), () => perMarket(neverViewed))
const devicePair = z.object({ deviceId: z.string(), deviceKey: z.string() })

const things = z.catch(z.record(z.string(), z.unknown()), () => ({}))

/** Everything stored in the browser, by key. */
const kept = {
  completeRegistration: z.catch(z.boolean(), false),
  /** Whether any plan would give the account more rights; null until the account's rights have been loaded once. */
  somethingToBuy: z.catch(z.nullable(z.boolean()), null),
  /** True from a sign-out until the server has been notified; meanwhile nothing of the account may be shown. */
  signOutPending: z.catch(z.boolean(), false),
  deviceId: z.catch(z.string(), ''),
  deviceKey: z.catch(z.string(), ''),
  deviceInfo: z.catch(
    z.nullable(
      z.object({ device: z.string(), browserName: z.string(), browserVersion: z.string(), location: ipLocation }),
    ),
    null,
  ),
  incognito: z.catch(z.boolean(), false),
  /** The account that deviceId and deviceKey belong to, and the pairs of this browser's other accounts. */
  deviceAccount: z.catch(z.string(), ''),
  devicesOfOthers: z.catch(z.record(z.string(), devicePair), () => ({})),
  currentMarket: z.catch(
    z.object({ id: z.enum(exchangeIds), name: z.string(), icon: z.string(), linkSuffix: suffix }),
    () => ({ id: 'HKEX' as const, name: 'Hong Kong', icon: 'HK', linkSuffix: 'hk' as const }),
  ),
  /** The chart's last market tab. */
  chartMarket: z.catch(z.enum(['HKEX', 'US']), 'HKEX'),
  /** The adjustment applied to chart prices. */
  adjustment: z.catch(z.enum(adjustments), 'splits'),
  /** The state in which each chart was left, and the version of the server's copy, by account and symbol. */
  chartMemory: z.catch(z.record(z.string(), z.unknown()), () => ({})),
  /** The list next to the chart, and the lines and events shown on the chart. */
  chartAround: things,
  /** Chart drawings, by account and symbol. */
  drawings: things,
  /** Whether drawings snap to prices (the magnet), the last used tools, and their styles. */
  drawingTools: things,
  /** Display settings of lists, by account and list. */
  listViews: things,
  /** The lists that are shown as charts, by name. */
  chartedLists: things,
  pageLastViewed: z.catch(
    z.object({
      finlist: timePerMarket,
      markettrend: timePerMarket,
      education: z.catch(z.object({ sundayClub: time, videos: time }), () => ({
        sundayClub: neverViewed,
        videos: neverViewed,
      })),
    }),
    () => ({
      finlist: perMarket(neverViewed),
      markettrend: perMarket(neverViewed),
      education: { sundayClub: neverViewed, videos: neverViewed },
    }),
  ),
  /** The date of each market's newest issue, as last fetched. */
  newestIssues: z.catch(z.partialRecord(z.enum(exchangeIds), z.iso.date()), () => ({})),
  /** What the account opened from the search. */
  recentPlaces: things,
  /** The position in seconds at which each video was stopped; -1 if it was watched to the end. */
  videosWatched: z.catch(z.record(z.string(), z.number()), () => ({})),
  dismissedSystemMessages: z.catch(z.array(z.union([z.string(), z.number()])), () => []),
  language: z.catch(z.nullable(language), null),
  theme: z.catch(z.enum(['system', 'light', 'dark']), 'system'),
  /** Whether single-key shortcuts are on, such as `/` for the search. */
  singleKeys: z.catch(z.boolean(), true),
  sidebar: z.catch(z.object({ collapsed: z.boolean(), open: z.array(suffix) }), () => ({
    collapsed: false,
    open: ['hk' as const],
  })),
  /** The colour of rising prices: green, red, or the convention of the market. Falling prices get the other colour. */
  risingPrices: z.catch(risingPrices, 'market'),
  /** The page that opens after a sign-in and in the installed app; if empty, the current market's list. */
  startPage: z.catch(z.string(), ''),
  /** Whether the user agreed to the operator's analytics. */
  analyticsConsent: z.catch(z.nullable(z.enum(['yes', 'no'])), null),
  /** Whether the user has seen the game's tutorial. */
  tutorialSeen: z.catch(z.boolean(), false),
  a2hsPromptCount: z.catch(z.number(), 0),
  operator: z.catch(z.nullable(operator.data), null),
}
export type Key = keyof typeof kept
export type Stored<K extends Key> = z.output<(typeof kept)[K]>
export type Theme = Stored<'theme'>

/** Keys whose values are stored as plain text, not as JSON, so that text that looks like a number stays text. */
const texts: ReadonlySet<Key> = new Set([
  'adjustment',
  'chartMarket',
  'deviceId',
  'deviceKey',
  'deviceAccount',
  'language',
  'theme',
  'risingPrices',
  'startPage',
  'analyticsConsent',
])

/** Fallback if the browser refuses to store anything. */
const memory = new Map<Key, string>()
const values = new Map<Key, unknown>()
const listeners = new Set<() => void>()

export function read<K extends Key>(key: K): Stored<K> {
  if (!values.has(key)) values.set(key, z.parse(kept[key], asValue(key, readText(key))))
  return values.get(key) as Stored<K>
}

export function write<K extends Key>(key: K, value: Stored<K>): void {
  const text = texts.has(key) && typeof value === 'string' ? value : JSON.stringify(value)
  values.set(key, value)
  memory.set(key, text)
  try {
    localStorage.setItem(key, text)
  } catch {
    // Storage is blocked or full: the value lasts until the page is closed.
  }
  for (const listener of listeners) listener()
}

/** Whether the browser has stored a value for the key. */
export const isStored = (key: Key) => readText(key) !== null

export function useStored<K extends Key>(key: K): Stored<K> {
  return useSyncExternalStore(
    subscribe,
    useCallback(() => read(key), [key]),
  )
}

/** Clears the values read so far, so that the next read sees what another tab wrote. */
export function reload(): void {
  values.clear()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', reload)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', reload)
  }
}

function readText(key: Key): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return memory.get(key) ?? null
  }
}

function asValue(key: Key, text: string | null): unknown {
  if (text === null || texts.has(key)) return text ?? undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
