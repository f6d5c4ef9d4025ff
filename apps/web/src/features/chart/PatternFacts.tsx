import type { ChartPattern } from '@finlist/contract/charts/chart'
import { formatDay } from '../../components/market-dates.ts'
import { formatChange, formatLevel, formatNumber } from '../../components/market-figures.tsx'
import { type Key, useTranslation } from '../../i18n/texts.ts'

type Props = { pattern: ChartPattern; close: number | undefined }

/** The facts of a base: its kind, its size, its pivot, and how far the price is from the pivot. */
export function PatternFacts({ pattern, close }: Props) {
  const t = useTranslation('chart')
  const { patternType, stage, lengthWeeks, depthPercent, handleDepthPercent, pivot, stop } = pattern.options.facts
  const rows: [Key<'chart'>, string][] = [
    ['pattern.type', t(`pattern.${patternType}`)],
    ...(stage ? ([['pattern.stage', stage]] as [Key<'chart'>, string][]) : []),
  ]
  const add = (key: Key<'chart'>, value: number | undefined | null, format: (value: number) => string) => {
    if (value !== undefined && value !== null) rows.push([key, format(value)])
  }
  add('pattern.length', lengthWeeks, formatNumber)
  add('pattern.depth', depthPercent, formatNumber)
  add('pattern.handle-depth', handleDepthPercent, formatNumber)
  add('pattern.pivot', pivot, formatLevel)
  add('pattern.stop', stop, formatLevel)
  add('pattern.from-pivot', pivot && close !== undefined ? (close / pivot - 1) * 100 : undefined, formatChange)
  return (
    <dl className="grid grid-cols-[auto_auto] gap-x-4 gap-y-0.5 text-12">
      <dt className="sr-only">{t('pattern.when')}</dt>
      <dd className="col-span-2 text-faded">{between(pattern)}</dd>
      {rows.map(([key, value]) => (
        <div key={key} className="contents">
          <dt className="text-faded">{t(key)}</dt>
          <dd className="text-end font-strong">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export const between = ({ points }: ChartPattern) =>
  [points[0], points.at(-1)].map(point => (point ? formatDay(dayOf(point.time), 'short') : '')).join(' – ')

const dayOf = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10)
