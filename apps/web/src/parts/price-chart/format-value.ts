import { formatLevel, formatVolume } from '../market-figures.tsx'
import type { Plot } from './picture.ts'

/** A value of a study as it is read; a dash where there is none. */
export const formatValue = (unit: Plot['unit'], value: number | null | undefined) =>
  value === null || value === undefined ? '–' : formats[unit](value)

/** A ratio has no unit: as many digits as tell two of them apart. */
export const formatRatio = (value: number) => value.toPrecision(4)

export const formatPercent = (value: number) => `${value.toFixed(1)}%`

const formats = {
  price: formatLevel,
  volume: formatVolume,
  count: formatVolume,
  number: formatLevel,
  ratio: formatRatio,
  percent: formatPercent,
}
