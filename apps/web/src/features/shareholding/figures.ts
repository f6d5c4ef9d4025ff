import { formatVolume } from '../../components/market-figures.tsx'

const two = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const four = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 4 })
/** Shares or money with their sign, in the language's large units. */
export const formatSigned = (value: number) =>
  `${value > 0 ? '+' : value < 0 ? '-' : ''}${formatVolume(Math.abs(value))}`
const whole = new Intl.NumberFormat('en')

/** Percent of the shares in issue, with two decimals, without the percent sign, which is in the column's head. */
export const formatPart = (value: number) => two.format(value)
/** Percentage points with their sign, with more digits where two decimals would round to zero. */
export const formatPoints = (value: number) =>
  `${value > 0 ? '+' : ''}${(Math.abs(value) < 0.005 && value !== 0 ? four : two).format(value)}`
export const formatShares = (value: number) => whole.format(value)
