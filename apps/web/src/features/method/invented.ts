import { type Bars, barsUntil, type Stock } from '@finlist/domain/picking/bars'
import type { Base } from '@finlist/domain/picking/bases/base'
import { basesOf } from '@finlist/domain/picking/bases/find'

export const baseKinds = ['CWH', 'CUP', 'DB', 'FB', 'high-tight-flag', 'ascending', 'consolidation'] as const
export type BaseKind = (typeof baseKinds)[number]

/**
 * One part of an invented price course: the level reached after a number of days, in a straight line or in the shape of
 * a bowl.
 */
type Turn = readonly [days: number, level: number, bowl?: 'bowl']

const before: Turn[] = [
  [150, 62],
  [60, 64],
]
const courses: Record<BaseKind, readonly Turn[]> = {
  CWH: [...before, [80, 100], [75, 99, 'bowl'], [7, 92], [6, 95]],
  CUP: [...before, [80, 100], [80, 95.5, 'bowl']],
  DB: [...before, [80, 100], [18, 78], [16, 91], [16, 76.5], [11, 87]],
  FB: [...before, [80, 100], [11, 94.5], [11, 99.5], [11, 94.5], [11, 98.5], [6, 96]],
  'high-tight-flag': [...before, [40, 62], [30, 130], [10, 110], [6, 121]],
  ascending: [...before, [70, 92], [7, 80], [9, 99], [8, 86], [9, 106], [8, 92], [8, 101]],
  consolidation: [...before, [80, 100], [14, 88], [9, 95], [10, 84], [12, 96], [9, 90], [12, 97], [4, 96]],
}

const bowlDepth = 24

export type Drawn = { bars: Bars; base: Base }

/**
 * Invented bars that contain a base of this kind. The method itself finds and measures the base, as of the last bar.
 */
export function inventedBase(kind: BaseKind): Drawn | undefined {
  const stock = stockOf(courses[kind])
  const bars = barsUntil(stock, stock.days.length)
  const base = basesOf(bars).find(({ pattern, variant }) => (pattern === 'BASE' ? variant : pattern) === kind)
  return base && { bars, base }
}

function stockOf(turns: readonly Turn[]): Stock {
  const closes = [60]
  for (const [days, level, bowl] of turns) {
    const from = closes.at(-1)!
    for (let day = 1; day <= days; day++) {
      const share = day / days
      const dip = bowl ? bowlDepth * (1 - (2 * share - 1) ** 2) : 0
      closes.push(from + (level - from) * share - dip)
    }
  }
  const shaken = closes.map((close, day) => round(close * (1 + 0.006 * shake(day))))
  return {
    code: 'invented',
    days: shaken.map((_, day) => day + 1),
    close: shaken,
    high: shaken.map((close, day) =>
      round(Math.max(close, shaken[day - 1] ?? close) * (1.003 + 0.004 * shake(day + 7) ** 2)),
    ),
    low: shaken.map((close, day) =>
      round(Math.min(close, shaken[day - 1] ?? close) * (0.997 - 0.004 * shake(day + 9) ** 2)),
    ),
    volume: shaken.map((_, day) => 100_000 + Math.round(20_000 * shake(day + 3))),
  }
}

/** Noise between -1 and 1, always the same for a given day. */
const shake = (day: number) => Math.sin(day * 12.9898) * Math.cos(day * 4.1414)
const round = (price: number) => Math.round(price * 100) / 100
