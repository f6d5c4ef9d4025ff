import { counts } from '@finlist/i18n/counts'
import { currentLanguage } from '../../api/language.ts'
import { formatLevel, formatNumber, formatVolume } from '../market-figures.tsx'
import type { Plot } from './picture.ts'

/** Formats a study's value; a dash if there is none. */
export const formatValue = (unit: Plot['unit'], value: number | null | undefined) =>
  value === null || value === undefined ? '–' : formats[unit](value)

const exact = new Intl.NumberFormat('en', { minimumSignificantDigits: 4, maximumSignificantDigits: 4 })
const leastLevel = 1_000

/** Formats a ratio with enough digits to distinguish neighbouring values. */
export const formatRatio = (value: number) => (Math.abs(value) < leastLevel ? exact.format(value) : formatLevel(value))

/** Formats a bar's volume. Small volumes, which a list would show as “0.04M”, are written in full. */
export const formatTraded = (value: number) =>
  Math.abs(value) < counts[currentLanguage()][1].of ? formatNumber(value) : formatVolume(value)

export const formatPercent = (value: number) => `${value.toFixed(1)}%`

const formats = {
  price: formatLevel,
  volume: formatTraded,
  count: formatTraded,
  number: formatLevel,
  ratio: formatRatio,
  percent: formatPercent,
}
