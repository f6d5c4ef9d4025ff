import type { ExchangeId } from '@finlist/domain/markets'
import { trading } from '@finlist/domain/trading'
import { profileOf } from './profiles.ts'

/** The smallest price change at `price`. */
export function priceStep(exchange: ExchangeId, price: number): number {
  let found = 0
  const steps = profileOf(exchange).steps ?? trading[exchange].limits.priceSteps
  for (const [from, step] of steps) if (price >= from || found === 0) found = step
  return found
}

/**
 * The grid price nearest to `price`. With `towards`: the nearest grid price at or below `price` ('down'), or at or
 * above it ('up'). Never zero.
 */
export function onGrid(exchange: ExchangeId, price: number, towards: 'nearest' | 'down' | 'up' = 'nearest'): number {
  const step = priceStep(exchange, price)
  const count = price / step
  const whole =
    towards === 'nearest' ? Math.round(count) : towards === 'down' ? Math.floor(count + 1e-9) : Math.ceil(count - 1e-9)
  return Math.round(Math.max(1, whole) * step * 1000) / 1000
}
