import type { Trading } from '../markets/trading.ts'
import { type ExchangeId, exchangeIds } from '../markets.ts'
import { trading } from '../trading.ts'

/**
 * The rule by which a pick's outcome is computed: a buy-stop order at the buy point, from the next session on. Lengths
 * are in sessions in which the stock traded. Distances are fractions of the price from which they are measured.
 */
export const rule = {
  id: 'outcome-1',
  /** The number of sessions for which the order is valid. */
  wait: 10,
  /** The order is not filled on a day that opens further above the buy point than this. */
  chase: 0.05,
  stop: 0.08,
  target: 0.2,
  /**
   * A position that is still open is closed at the close of this session after the entry or, if it cannot be sold then,
   * of the next session in which it can.
   */
  hold: 65,
  /**
   * Assumed final value of a share of a delisted stock whose actual value is unknown, as a fraction of its last close.
   */
  goneWithoutValue: 0.5,
} as const

/** Trading costs, each as a fraction of the price. Half of the spread is paid when buying, half when selling. */
export type Costs = Trading['costs']

/** The costs assumed where the operator sets none. */
export const usualCosts = Object.fromEntries(exchangeIds.map(id => [id, trading[id].costs])) as Record<
  ExchangeId,
  Costs
>

/** Markets where shares bought on a day cannot be sold before the next day. */
export const heldOverNight: ReadonlySet<ExchangeId> = new Set(exchangeIds.filter(id => trading[id].isHeldOverNight))
