/**
 * The unit of each line of a checklist. `price`: in the market's currency. `share` and `times`: in thousandths. `bars`:
 * a length. `money`: a day's turnover in the market's currency.
 */
export const lineUnits = {
  turnover: 'money',
  close: 'price',
  rank: 'count',
  template: 'count',
  'pivot-over': 'share',
  'close-over-averages': 'price',
  'middle-over-slow': 'price',
  'slow-rising': 'price',
  'fast-over-averages': 'price',
  'close-over-fast': 'price',
  'over-low': 'share',
  'of-high': 'share',
  'template-rank': 'count',
  advance: 'share',
  pole: 'share',
  'pole-length': 'bars',
  'cup-length': 'bars',
  length: 'bars',
  depth: 'share',
  'of-high-before': 'share',
  passed: 'share',
  regained: 'share',
  bowl: 'share',
  'bowl-low': 'share',
  'lowest-day': 'share',
  'handle-length': 'bars',
  'handle-depth': 'share',
  'handle-middle': 'price',
  'close-of-pivot': 'share',
  leg: 'bars',
  'second-low': 'share',
  middle: 'share',
  'middle-passed': 'price',
  'since-second': 'bars',
  'leg-regained': 'share',
  'starts-within': 'share',
  'high-age': 'bars',
  drift: 'share',
  range: 'times',
  'pull-back-1': 'share',
  'pull-back-2': 'share',
  'pull-back-3': 'share',
  'rising-highs': 'share',
  'rising-lows': 'share',
} as const

export type LineId = keyof typeof lineUnits
export const lineIds = Object.keys(lineUnits) as [LineId, ...LineId[]]

/** A requirement of the method: a stock's value with its limits, which are inclusive. */
export type Line = { id: LineId; value: number; least?: number; most?: number; met: boolean }

export const atLeast = (id: LineId, value: number, least: number, met = value >= least): Line => ({
  id,
  value,
  least,
  met,
})

export const atMost = (id: LineId, value: number, most: number, met = value <= most): Line => ({ id, value, most, met })

export const between = (id: LineId, value: number, [least, most]: readonly [number, number]): Line => ({
  id,
  value,
  least,
  most,
  met: value >= least && value <= most,
})
