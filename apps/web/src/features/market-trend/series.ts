/** What is counted of a market's stocks. */
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

/** The head of the column carries the percent mark. */
export const formatPercent = (value: number | null) => (value === null ? '–' : one.format(value))
export const formatCount = (value: number | null) => (value === null ? '–' : whole.format(value))
