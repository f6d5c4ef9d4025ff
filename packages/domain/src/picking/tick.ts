import type { ExchangeId } from '../markets.ts'
import { method } from './method.ts'

/** The exchange's smallest change at a price; both in whole parts. */
function stepAt(exchange: ExchangeId, price: number): number {
  let found = 0
  for (const [from, step] of method.priceSteps[exchange])
    if (found === 0 || price >= from * method.priceParts) found = step
  return Math.round(found * method.priceParts)
}

/** The lowest price above `price` at which the exchange trades. */
export function tickAbove(exchange: ExchangeId, price: number): number {
  const step = stepAt(exchange, price)
  return Math.floor(price / step) * step + step
}

/** The highest price not above `price` at which the exchange trades. */
export function tickDown(exchange: ExchangeId, price: number): number {
  const step = stepAt(exchange, price)
  return Math.floor(price / step) * step
}
