/** Evenly spaced round numbers that cover `low` to `high`, always including 0; six at most. */
export function ticksFor(low: number, high: number): number[] {
  const [bottom, top] = [Math.min(0, low), Math.max(0, high)]
  if (bottom === top) return [0, 1]
  const rough = (top - bottom) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find(factor => factor * power >= rough) ?? 10) * power
  const ticks: number[] = []
  for (let at = Math.floor(bottom / step); at <= Math.ceil(top / step); at++) ticks.push(at * step)
  return ticks
}
