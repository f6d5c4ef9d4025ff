/** The breadth series of a market. */
export const series = {
  up: { colour: 'var(--up)', sign: '▲' },
  noChange: { colour: 'var(--edge)', sign: '＝' },
  down: { colour: 'var(--down)', sign: '▼' },
  onTenWeekMa: { colour: 'var(--up)', sign: '▲' },
  underTenWeekMa: { colour: 'var(--down)', sign: '▼' },
  onFortyWeekMa: { colour: 'var(--up)', sign: '▲' },
  underFortyWeekMa: { colour: 'var(--down)', sign: '▼' },
  fiftyTwoWeekHigh: { colour: 'var(--up)', sign: '▲' },
  fiftyTwoWeekLow: { colour: 'var(--down)', sign: '▼' },
} as const
export type SeriesName = keyof typeof series

const one = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const whole = new Intl.NumberFormat('en')

/** Formats a percentage without a percent sign, which is in the column's heading. */
export const formatPercent = (value: number | null) => (value === null ? '–' : one.format(value))
export const formatCount = (value: number | null) => (value === null ? '–' : whole.format(value))
/** Formats a percentage; around zero, with its sign. */
export const formatSigned = (value: number, around: 'zero' | 'hundred') =>
  `${around === 'zero' && value > 0.05 ? '+' : ''}${one.format(Math.abs(value) < 0.05 ? 0 : value)}`
