import type { Translate } from '../../i18n/texts.ts'
import { formatMoney, formatNumber } from '../market-figures.tsx'

const percents = /^(return|over|slope|from|range|span|best|worst)-|^volatility-\d|^volume-up|^base-pivot/
const thousandths = /^(quiet|base-depth)$/
const ratios = /^(volatility-change|volume-\d)/

/** A feature's value as text. Shares are in percent, and multiples have two decimals. */
const formatFeature = (name: string, value: number): string => plain(name, value).replace('-', '−')

function plain(name: string, value: number): string {
  if (percents.test(name)) return `${formatMoney(100 * value)}%`
  if (name === 'base-depth') return `${formatMoney(value / 10)}%`
  if (thousandths.test(name)) return formatMoney(value / 1_000)
  return ratios.test(name) ? formatMoney(value) : formatNumber(Math.round(value))
}

type Range = { name: string; over: number | null; upTo: number | null }

/** Names the feature and the range of its value. */
export function rangeWords({ name, over, upTo }: Range, t: Translate<'outlook'>): string {
  const told = { name: t(`feature.${name}` as 'feature.rank') }
  if (over === null)
    return upTo === null ? t('parts.unknown', told) : t('parts.up-to', { ...told, upTo: formatFeature(name, upTo) })
  const from = { ...told, over: formatFeature(name, over) }
  return upTo === null ? t('parts.over', from) : t('parts.between', { ...from, upTo: formatFeature(name, upTo) })
}
