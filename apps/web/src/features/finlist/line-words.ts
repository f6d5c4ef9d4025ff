import { type LineId, lineUnits } from '@finlist/domain/picking/line'
import { method } from '@finlist/domain/picking/method'
import { formatNumber, formatPrice, formatVolume } from '../../components/market-figures.tsx'
import type { Translate } from '../../i18n/texts.ts'

const { averages, risingOver } = method.template
/** The numbers from the method that appear in the names of requirements. */
const named = {
  turnoverBars: method.eligible.turnoverBars,
  highestRank: method.highestRank,
  fast: averages[0],
  middle: averages[1],
  slow: averages[2],
  risingOver,
}
/** Requirements that are met only beyond the limit, not at the limit itself. */
const isPassed = new Set<LineId>([
  'close-over-averages',
  'middle-over-slow',
  'slow-rising',
  'fast-over-averages',
  'close-over-fast',
  'rising-highs',
  'rising-lows',
])

export const nameOfLine = (id: LineId, t: Translate<'why'>) => t(`line.${id}`, named)

/** Formats a requirement's value with its unit. */
export function valueOfLine(id: LineId, value: number, t: Translate<'why'>): string {
  const unit = lineUnits[id]
  if (unit === 'share') return `${(value / 10).toFixed(1)}%`
  if (unit === 'price') return formatPrice(value)
  if (unit === 'money') return formatVolume(value)
  if (unit === 'bars') return t('days', { count: value })
  return unit === 'times' ? t('times', { times: (value / 1_000).toFixed(2) }) : String(value)
}

/** Formats a limit without unnecessary decimals. */
const limitOfLine = (id: LineId, limit: number, t: Translate<'why'>) =>
  lineUnits[id] === 'share' ? `${formatNumber(limit / 10)}%` : valueOfLine(id, limit, t)

const isCounted = (id: LineId) => lineUnits[id] === 'bars'

type Limits = { id: LineId; least?: number | undefined; most?: number | undefined }

/** Describes the method's requirement in words. */
export function wantedOfLine({ id, least, most }: Limits, t: Translate<'why'>): string {
  const words = (limit: number) => limitOfLine(id, limit, t)
  if (least === undefined) return most === undefined ? '' : t('wanted.most', { most: words(most) })
  if (most !== undefined) return t('wanted.between', { least: isCounted(id) ? least : words(least), most: words(most) })
  return t(isPassed.has(id) ? 'wanted.above' : 'wanted.least', { least: words(least) })
}
