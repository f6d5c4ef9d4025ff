import type { ExchangeId } from '@finlist/domain/markets'

/** Price steps from each price on, in the market's currency; prices below the first bound take the first step. */
const steps: Record<ExchangeId, readonly (readonly [from: number, step: number])[]> = {
  HKEX: [
    [0, 0.001],
    [0.25, 0.005],
    [0.5, 0.01],
    [10, 0.01],
    [20, 0.02],
    [50, 0.05],
    [100, 0.1],
    [200, 0.2],
    [500, 0.5],
    [1000, 1],
    [2000, 2],
    [5000, 5],
  ],
  US: [[0, 0.01]],
  JP: [
    [0, 1],
    [1000, 1],
    [3000, 1],
    [10_000, 5],
    [30_000, 10],
  ],
  CN: [[0, 0.01]],
  TW: [
    [0, 0.01],
    [10, 0.05],
    [50, 0.1],
    [100, 0.5],
    [500, 1],
    [1000, 5],
  ],
}

/** The smallest price change at `price`. */
export function priceStep(exchange: ExchangeId, price: number): number {
  let found = 0
  for (const [from, step] of steps[exchange]) if (price >= from || found === 0) found = step
  return found
}

/** The price on the grid nearest to `price` or, with `towards`, the next one below or above it. Never zero. */
export function onGrid(exchange: ExchangeId, price: number, towards: 'nearest' | 'down' | 'up' = 'nearest'): number {
  const step = priceStep(exchange, price)
  const count = price / step
  const whole =
    towards === 'nearest' ? Math.round(count) : towards === 'down' ? Math.floor(count + 1e-9) : Math.ceil(count - 1e-9)
  return Math.round(Math.max(1, whole) * step * 1000) / 1000
}

/** The lot size: every trade is a multiple of it, in shares. */
export function lotOf(exchange: ExchangeId, price: number): number {
  switch (exchange) {
    case 'US':
      return 1
    case 'JP':
    case 'CN':
      return 100
    case 'TW':
      return 1000
    case 'HKEX':
      return price < 0.5 ? 10_000 : price < 2 ? 4000 : price < 6 ? 2000 : price < 20 ? 1000 : price < 60 ? 500 : 100
  }
}
