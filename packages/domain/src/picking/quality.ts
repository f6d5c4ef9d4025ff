import { thousandths } from './whole.ts'

/** The weight of a part, and the values (in thousandths) at which its share is zero and at which it is full. */
type Part = readonly [weight: number, from: number, to: number]

/** A quality from 0 to 100: the sum of each part's weight times its share. Halves are rounded up. */
export function qualityOf<Name extends string>(
  parts: Record<Name, Part>,
  values: Record<NoInfer<Name>, number>,
): number {
  let total = 0
  for (const name in parts) {
    const [weight, from, to] = parts[name]
    total += weight * shareOf(values[name], from, to)
  }
  return Math.floor((total + 500) / 1_000)
}

/** The position of a value between two limits, in thousandths: 0 before the first and 1,000 beyond the second. */
export function shareOf(value: number, from: number, to: number): number {
  const way = to > from ? thousandths(value - from, to - from) : thousandths(from - value, from - to)
  return Math.min(1_000, Math.max(0, way))
}
