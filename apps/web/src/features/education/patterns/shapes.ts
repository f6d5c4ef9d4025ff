/**
 * A textbook base: the turning points of its weekly prices, and the parts to label. Times are in weeks; prices have no
 * currency.
 */
export type Shape = {
  /** The turning points. Between them, the closes follow smooth curves. */
  turns: readonly (readonly [week: number, price: number])[]
  /** The first and the last week of the base. */
  base: readonly [number, number]
  handle?: readonly [number, number]
  /** The high that sets the pivot. */
  pivot: readonly [week: number, price: number]
  /** The week in which the price passes the pivot. */
  breakout: number
}

export const shapes = {
  CWH: {
    turns: [
      [0, 46],
      [4, 58],
      [8, 70],
      [12, 84],
      [16, 78],
      [20, 68],
      [24, 62.5],
      [28, 61],
      [32, 64],
      [36, 71],
      [40, 80],
      [43, 83.5],
      [45, 80],
      [47, 77.5],
      [49, 79.5],
      [51, 87],
      [54, 92],
      [58, 99],
    ],
    base: [12, 50],
    handle: [43, 50],
    pivot: [43, 84.5],
    breakout: 51,
  },
  CUP: {
    turns: [
      [0, 46],
      [5, 56],
      [9, 68],
      [13, 84],
      [17, 77],
      [21, 67],
      [26, 60.5],
      [30, 60],
      [35, 64],
      [40, 72],
      [44, 80],
      [46, 82.5],
      [48, 88],
      [52, 93],
      [58, 100],
    ],
    base: [13, 47],
    pivot: [13, 85],
    breakout: 48,
  },
  FB: {
    turns: [
      [0, 44],
      [6, 52],
      [12, 64],
      [18, 78],
      [22, 84],
      [25, 79.5],
      [28, 82],
      [31, 77.5],
      [34, 81.5],
      [37, 78.5],
      [40, 82.5],
      [43, 79.5],
      [45, 82],
      [47, 88],
      [51, 92],
      [58, 101],
    ],
    base: [22, 46],
    pivot: [22, 85],
    breakout: 47,
  },
  DB: {
    turns: [
      [0, 46],
      [5, 60],
      [10, 85],
      [14, 76],
      [18, 65],
      [20, 63],
      [23, 68],
      [28, 77.5],
      [31, 74],
      [35, 65],
      [38, 60],
      [41, 63],
      [45, 71],
      [48, 76],
      [50, 81],
      [54, 88],
      [58, 97],
    ],
    base: [10, 49],
    pivot: [28, 78.5],
    breakout: 50,
  },
} as const satisfies Record<string, Shape>
export type ShapeId = keyof typeof shapes
