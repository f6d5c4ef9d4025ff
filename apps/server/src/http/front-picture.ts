/** Prices of a fictitious stock: a base, and the days after it. */
const bars = [
  [38, 30, 31, 37],
  [46, 36, 37, 44],
  [55, 43, 44, 54],
  [66, 52, 54, 64],
  [78, 62, 64, 77],
  [84, 74, 77, 80],
  [85, 72, 80, 74],
  [76, 64, 74, 66],
  [70, 58, 66, 60],
  [64, 52, 60, 62],
  [65, 51, 62, 53],
  [58, 48, 53, 56],
  [60, 50, 56, 51],
  [57, 47, 51, 55],
  [62, 53, 55, 61],
  [66, 57, 61, 59],
  [70, 58, 59, 69],
  [76, 67, 69, 74],
  [82, 71, 74, 80],
  [84, 76, 80, 77],
  [80, 70, 77, 72],
  [79, 70, 72, 78],
  [83, 75, 78, 82],
  [94, 81, 82, 92],
  [100, 89, 92, 97],
] as const

const step = 12
const height = 110
const width = bars.length * step
const pivot = height - 85

/** Draws a candlestick chart with a dashed line at the base's high, in the current text colour. */
export function frontPicture(label: string): string {
  const wicks = bars.map(([high, low], at) => `M${at * step + 6} ${height - high}V${height - low}`).join('')
  const body = ([, , open, close]: (typeof bars)[number], at: number) =>
    `M${at * step + 3} ${height - Math.max(open, close)}h6v${Math.abs(close - open)}h-6z`
  const bodies = (isUp: boolean) => bars.map((bar, at) => (bar[3] >= bar[2] === isUp ? body(bar, at) : '')).join('')
  return `<svg viewBox="0 8 ${width} 74" role="img" aria-label="${label}" fill="currentColor" stroke="currentColor"><path d="${wicks}" fill="none"/><path d="${bodies(true)}"/><path d="${bodies(false)}" fill="none"/><path d="M60 ${pivot}H${width}" fill="none" stroke-dasharray="5 4" opacity=".7"/></svg>`
}
