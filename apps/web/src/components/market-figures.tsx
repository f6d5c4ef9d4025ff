import { counts } from '@finlist/i18n/counts'
import type { Language } from '@finlist/i18n/languages'
import { currentLanguage } from '../api/language.ts'

const price = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 4 })
const two = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

/** Formats a plain number with two to four decimals, without a currency. */
export const formatPrice = (value: number) => price.format(value)
/** Formats a calculated price level with two decimals; below 1, with up to four. */
export const formatLevel = (value: number) => (Math.abs(value) < 1 ? price : two).format(value)
/** Formats a number with as many decimals as it has, two at most. */
export const formatNumber = (value: number) => whole.format(value)

const leastCounted = 10_000

/**
 * Formats in millions or billions (Chinese: 萬 or 億) with two decimals, even below a million. Below 10,000, formats the
 * plain number.
 */
export function formatVolume(value: number, by: Language = currentLanguage()): string {
  if (Math.abs(value) < leastCounted) return whole.format(value)
  const [large, small] = counts[by]
  // A number that would round up to the larger unit is shown in that unit.
  const unit = Math.abs(value) < large.of - small.of * 0.005 ? small : large
  return `${two.format(value / unit.of)}${unit.name}`
}

/** Whether the value rounds to zero at two decimals. */
const isNothing = (value: number) => Math.abs(value) < 0.005

/** From this size on, decimals are insignificant, and the columns have no room for them. */
const largeChange = 1_000

/** Formats a percentage with its sign but without a percent mark, which is in the column's heading. */
export const formatChange = (value: number) =>
  isNothing(value)
    ? two.format(0)
    : `${value > 0 ? '+' : ''}${Math.abs(value) < largeChange ? two.format(value) : Math.round(value).toLocaleString('en')}`

/** Shows a change's direction by sign, arrow and colour; `format` writes the number. */
export function Change({ value, format = formatChange }: { value: number | null; format?: (value: number) => string }) {
  if (value === null) return '–'
  if (isNothing(value)) return format(0)
  return <span className={value > 0 ? 'rise' : 'fall'}>{format(value)}</span>
}

/** Formats an amount with two decimals, without a currency. */
export const formatMoney = (value: number) => two.format(isNothing(value) ? 0 : value)
