import type { ExchangeId } from '../markets.ts'

/**
 * How a pick's outcome is computed: a buy-stop at the buy point from the next session on. Lengths are sessions in which
 * the stock traded, shares are fractions of the price named.
 */
export const rule = {
  id: 'outcome-1',
  /** The number of sessions that the order is valid for. */
  wait: 10,
  /** An opening further above the buy point than this fills nothing. */
  chase: 0.05,
  stop: 0.08,
  target: 0.2,
  /** The position is closed at the close of this session after the entry's. */
  hold: 65,
  /**
   * Assumed value of a share of a delisted stock, as a fraction of its last close, if its value at the end is unknown.
   */
  goneWithoutValue: 0.5,
} as const

/** Trading costs, each as a fraction of the price; half of the spread is paid on either side. */
export type Costs = { buy: number; sell: number; spread: number }

/** Commission, duties and levies as assumed for a private investor. */
export const usualCosts: Record<ExchangeId, Costs> = {
  HKEX: { buy: 0.0025, sell: 0.0025, spread: 0.0015 },
  US: { buy: 0.0005, sell: 0.0005, spread: 0.0005 },
  JP: { buy: 0.001, sell: 0.001, spread: 0.0005 },
  CN: { buy: 0.0003, sell: 0.0008, spread: 0.0005 },
  TW: { buy: 0.001425, sell: 0.004425, spread: 0.0005 },
}

/** Markets where shares bought on a day cannot be sold before the next day. */
export const heldOverNight: ReadonlySet<ExchangeId> = new Set(['CN'])
