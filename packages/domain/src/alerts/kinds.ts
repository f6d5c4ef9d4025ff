import type { ExchangeId } from '../markets.ts'
import type { Right } from '../plans/rights.ts'
import { screeningRight } from '../screener/screening-right.ts'
import type { AlertKind } from './kind-names.ts'

/** Kinds that depend on the bars of single stocks. */
export const barKinds = ['price-above', 'price-below', 'move', 'volume', 'buy-point', 'stop', 'chase'] as const
export const isBarKind = (kind: AlertKind): boolean => (barKinds as readonly AlertKind[]).includes(kind)

/** Kinds that can be tried on a stock's past bars before they are set. */
const triedKinds = ['price-above', 'price-below', 'move', 'volume'] as const
export type TriedKind = (typeof triedKinds)[number]
export const isTried = (kind: AlertKind): kind is TriedKind => (triedKinds as readonly AlertKind[]).includes(kind)

/** Whether the kind depends on prices. It is not available in a market whose prices may not be shown. */
export const readsPrices = (kind: AlertKind): boolean => kind === 'screen' || isBarKind(kind)

type AlertRule = {
  /**
   * 'one': the alert is for one stock. 'one-or-all': for one stock or, if none is given, for every stock on the user's
   * lists or on the market's list. 'none': the alert is for no particular stock. 'screen': for the stocks of a saved
   * screen.
   */
  stock: 'one' | 'one-or-all' | 'none' | 'screen'
  /**
   * The unit of the alert's value: a price as traded, a percentage of the previous close, or a multiple of the 50-day
   * average volume. 'none': the alert has no value.
   */
  value: 'price' | 'percent' | 'multiple' | 'none'
  /** The right that the user needs to set the alert. It is checked again when the alert fires, is sent and is read. */
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
  screen: { stock: 'screen', value: 'none', right: screeningRight },
} as const satisfies Record<AlertKind, AlertRule>

/** The largest value allowed in each unit; the limit for prices is in the contract. */
export const largestValue = { percent: 1_000, multiple: 1_000 } as const

/** Maximum number of alerts per account, including paused ones. */
export const mostAlerts = { free: 5, subscriber: 100 } as const
