import { formatVolume } from '../../components/market-figures.tsx'

const two = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const four = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 4 })
/** Formats shares or money with a sign, in the language's large units. */
export const formatSigned = (value: number) =>
  `${value > 0 ? '+' : value < 0 ? '-' : ''}${formatVolume(Math.abs(value))}`
const whole = new Intl.NumberFormat('en')

/**
 * Formats a percentage of the shares in issue with two decimals, without the percent sign, which is in the column's
 * heading.
 */
export const formatPart = (value: number) => two.format(value)
/** Formats percentage points with a sign, and with more digits if two decimals would round to zero. */
export const formatPoints = (value: number) =>
  `${value > 0 ? '+' : ''}${(Math.abs(value) < 0.005 && value !== 0 ? four : two).format(value)}`
export const formatShares = (value: number) => whole.format(value)
