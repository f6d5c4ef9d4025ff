/** The step by which a drag changes a value: a round number, about a hundredth of the range. */
export function stepOf(from: number, to: number, decimals: number): number {
  const rough = (to - from) / 100
  const size = 10 ** Math.floor(Math.log10(rough))
  const round = [1, 2, 5, 10].find(factor => factor * size >= rough)! * size
  return Math.max(round, 10 ** -decimals)
}

/** The nearest multiple of the step, without the errors of binary fractions. */
export function rounded(value: number, step: number): number {
  const decimals = Math.max(0, Math.ceil(-Math.log10(step)))
  return Number((Math.round(value / step) * step).toFixed(decimals))
}
