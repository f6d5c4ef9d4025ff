import type { ExchangeId } from '../markets.ts'
import { limitsOf, method } from './method.ts'

/** The exchange's smallest price change at a price; both in whole parts. */
function stepAt(exchange: ExchangeId, price: number): number {
  let found = 0
  for (const [from, step] of limitsOf(exchange).priceSteps)
    if (found === 0 || price >= from * method.priceParts) found = step
  return Math.round(found * method.priceParts)
}

/** The lowest price above `price` at which the exchange trades. */
export function tickAbove(exchange: ExchangeId, price: number): number {
  const step = stepAt(exchange, price)
  return Math.floor(price / step) * step + step
}

/** The highest price at or below `price` at which the exchange trades. */
export function tickDown(exchange: ExchangeId, price: number): number {
  const step = stepAt(exchange, price)
  return Math.floor(price / step) * step
}

/**
 * The nearest tradable prices below and above `price`, in the market's currency. If `price` is tradable, both are
 * `price`.
 */
export function ticksNear(exchange: ExchangeId, price: number): [under: number, over: number] {
  const near = Math.round(price * method.priceParts)
  const isWhole = near / method.priceParts === price
  const parts = isWhole ? near : Math.floor(price * method.priceParts)
  const under = tickDown(exchange, parts)
  const isTick = isWhole && under === parts
  return [under / method.priceParts, (isTick ? parts : tickAbove(exchange, parts)) / method.priceParts]
}

/** The stop of a pick with that buy point. Both prices are in the market's currency. */
export function stopOf(exchange: ExchangeId, buyPoint: number): number {
  const parts = Math.round(buyPoint * method.priceParts)
  return tickDown(exchange, Math.floor((parts * method.stop) / 1_000)) / method.priceParts
}
