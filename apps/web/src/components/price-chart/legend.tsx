import type { DayBar } from '@finlist/domain/chart/spans'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/texts.ts'
import { formatDay } from '../market-dates.ts'
import { Change, formatPrice } from '../market-figures.tsx'
import type { DayName } from './engine/open-chart.ts'
import { formatValue } from './format-value.ts'
import type { Picture, Plot } from './picture.ts'

type Props = {
  picture: Picture
  /** The index of the bar under the pointer or, without a pointer, of the newest bar. */
  at: number
  /** Renders the buttons that follow a study's values. */
  about?: (study: string) => ReactNode
  /** Hidden studies. */
  hidden?: readonly { study: string; name: string }[]
  /** A note about the bar's day. */
  said?: string | undefined
  dayName?: DayName
  /** Rows below the studies. */
  children?: ReactNode
}

/**
 * The values of the bar under the pointer or of the newest bar. They are above the canvas, where no finger covers them.
 */
export function Legend({ picture: { bars, plots }, at, about, hidden = [], said, dayName, children }: Props) {
  const t = useTranslation('stock')
  const bar = bars[at]
  if (!bar) return null
  const prices = [
    [t('chart.open'), bar.open],
    [t('chart.high'), bar.high],
    [t('chart.low'), bar.low],
    [t('chart.close'), bar.close],
  ] as const
  const studies = [...new Set(plots.map(({ study }) => study))]
  return (
    <div className="min-h-12 text-12 max-md:min-h-16">
      <p aria-hidden className="flex flex-wrap gap-x-3">
        <span className="font-strong">{dayName?.(at, 'short') ?? formatDay(bar.date, 'short')}</span>
        {prices.map(([name, price]) => (
          <span key={name}>
            <span className="text-faded">{name}</span> {formatPrice(price)}
          </span>
        ))}
        <ChangeOf bar={bar} before={bars[at - 1]} />
        {said && <span className="font-strong">{said}</span>}
      </p>
      <ul className="flex flex-wrap items-center gap-x-3">
        {studies.map(study => (
          <li key={study} data-study={study} className="group relative flex flex-wrap items-center gap-x-2">
            {plots
              .filter(plot => plot.study === study)
              .map(plot => (
                <Value key={plot.key} plot={plot} at={at} />
              ))}
            {about?.(study)}
          </li>
        ))}
        {hidden.map(({ study, name }) => (
          <li key={study} data-study={study} className="group relative flex items-center gap-x-2 text-faded">
            <span aria-hidden className="line-through">
              {name}
            </span>
            {about?.(study)}
          </li>
        ))}
      </ul>
      {children}
    </div>
  )
}

function ChangeOf({ bar, before }: { bar: DayBar; before: DayBar | undefined }) {
  if (!before || before.close === 0) return null
  return (
    <span>
      <Change value={((bar.close - before.close) / before.close) * 100} />%
    </span>
  )
}

function Value({ plot: { name, unit, values, colour, kind, dots }, at }: { plot: Plot; at: number }) {
  const value = values[at] ?? null
  const dot = dots?.find(found => found.at === at)
  return (
    <span aria-hidden>
      {kind === 'line' && (
        <span className="mr-1 inline-block w-3.5 border-t-2 align-middle" style={{ borderColor: colour }} />
      )}
      <span className="text-faded">{name}</span> {formatValue(unit, value)}
      {dot && <span className="ml-1 font-strong">{dot.name}</span>}
    </span>
  )
}
