import type { ExchangeId } from '../markets.ts'
import type { Right } from '../plans/rights.ts'

/** What a person can be told of. */
export const alertKinds = [
  'price-above',
  'price-below',
  'move',
  'volume',
  'buy-point',
  'stop',
  'chase',
  'profit-alert',
  'shareholding',
  'issue',
  'entered',
  'left',
  'state',
] as const
export type AlertKind = (typeof alertKinds)[number]

/** What is seen in prices: a market whose prices may not be shown tells none of them. */
export const barKinds = ['price-above', 'price-below', 'move', 'volume', 'buy-point', 'stop', 'chase'] as const
export type BarKind = (typeof barKinds)[number]
export const isBarKind = (kind: AlertKind): kind is BarKind => (barKinds as readonly AlertKind[]).includes(kind)

type AlertRule = {
  /** One stock; none where it is left out: every one that the person's lists or the market's list has; or never one. */
  stock: 'one' | 'one-or-all' | 'none'
  /** A price as it is traded, percent of the close before, or a multiple of the 50-day average; or nothing is compared. */
  value: 'price' | 'percent' | 'multiple' | 'none'
  /** What a person needs when it is set, when it fires, when it is sent and when it is read. */
  right: (exchange: ExchangeId) => Right
  markets?: readonly ExchangeId[]
}

const signedIn = (): Right => 'signed-in'
const ofList = (exchange: ExchangeId): Right => `finlist:${exchange}`

export const alertRules = {
  'price-above': { stock: 'one', value: 'price', right: signedIn },
  'price-below': { stock: 'one', value: 'price', right: signedIn },
  move: { stock: 'one', value: 'percent', right: signedIn },
  volume: { stock: 'one', value: 'multiple', right: signedIn },
  'buy-point': { stock: 'one-or-all', value: 'none', right: ofList },
  stop: { stock: 'one-or-all', value: 'none', right: () => 'watchlist' },
  chase: { stock: 'one-or-all', value: 'none', right: () => 'watchlist' },
  'profit-alert': { stock: 'one-or-all', value: 'none', right: () => 'profit-alerts', markets: ['HKEX'] },
  shareholding: { stock: 'one-or-all', value: 'none', right: () => 'shareholding-change', markets: ['HKEX'] },
  issue: { stock: 'none', value: 'none', right: ofList },
  entered: { stock: 'one-or-all', value: 'none', right: ofList },
  left: { stock: 'one-or-all', value: 'none', right: ofList },
  state: { stock: 'none', value: 'none', right: exchange => `market-trend:${exchange}` },
} as const satisfies Record<AlertKind, AlertRule>

/** The largest value by what it is; a price's bound is the contract's. */
export const largestValue = { percent: 1_000, multiple: 1_000 } as const

/** How many alerts an account may have, paused ones among them. */
export const mostAlerts = { free: 5, subscriber: 100 } as const
