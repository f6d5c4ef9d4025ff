import { BollingerBands, EMA, MACD, RSI } from 'trading-signals'

type Line = (number | null)[]

/** Seeded with the first price, and shown from the bar with `length` prices on. */
export function exponentialAverage(closes: readonly number[], length: number): Line {
  const average = new EMA(length)
  return closes.map(close => {
    const value = average.add(close)
    return average.isStable ? value : null
  })
}

/** Wilder's RSI. */
export function relativeStrengthIndex(closes: readonly number[], length: number): Line {
  const index = new RSI(length)
  return closes.map(close => index.add(close))
}

export function bollinger(closes: readonly number[], length: number, deviations: number) {
  const bands = new BollingerBands(length, deviations)
  const found = closes.map(close => bands.add(close))
  return {
    upper: found.map((it): number | null => it?.upper ?? null),
    middle: found.map((it): number | null => it?.middle ?? null),
    lower: found.map((it): number | null => it?.lower ?? null),
  }
}

export function convergence(
  closes: readonly number[],
  { fast, slow, signal }: Record<'fast' | 'slow' | 'signal', number>,
) {
  const macd = new MACD(new EMA(fast), new EMA(slow), new EMA(signal))
  const found = closes.map(close => macd.add(close))
  return {
    macd: found.map((it): number | null => it?.macd ?? null),
    signal: found.map((it): number | null => it?.signal ?? null),
    histogram: found.map((it): number | null => it?.histogram ?? null),
  }
}
