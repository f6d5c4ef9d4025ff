import { formatDay } from '../../components/market-dates.ts'
import { Change } from '../../components/market-figures.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Collapsible } from '../../ui/collapsible.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { formatPart, formatPoints, formatShares } from './figures.ts'
import { HoldingChart } from './HoldingChart.tsx'
import type { Line } from './holding-line.ts'

/** The history of a holding, as a chart and as a table by date. */
export function HoldingHistory({ line, dates }: { line: Line; dates: readonly string[] }) {
  const t = useTranslation('shareholding')
  const told = dates.flatMap((date, at) => {
    const percent = line.percents[at]
    return percent == null ? [] : [{ date, percent }]
  })
  const days = told.map((day, at) => ({
    ...day,
    change: at === 0 ? null : points(day.percent - told[at - 1]!.percent),
  }))
  return (
    <section aria-label={line.name} className="pt-3">
      <h3 className="text-14 font-strong">{line.name}</h3>
      <p className="text-13 text-faded tabular-nums">
        {t('part-of-issue', { percent: formatPart(line.shareholdingPercent) })} ·{' '}
        {t('shares', { count: line.shareholding, shares: formatShares(line.shareholding) })}
      </p>
      {told.length > 1 && <HoldingChart name={line.name} told={told} />}
      <Collapsible label={t('by-date')}>
        <FigureTable
          caption={t('by-date')}
          rows={days.toReversed()}
          keyOf={({ date }) => date}
          columns={[
            { label: t('date'), of: ({ date }) => formatDay(date, 'short') },
            { label: t('part'), of: ({ percent }) => formatPart(percent) },
            { label: t('points'), of: ({ change }) => <Change value={change} format={formatPoints} /> },
          ]}
        />
      </Collapsible>
    </section>
  )
}

/** Rounds away the floating-point error of a subtraction. */
const points = (difference: number) => Math.round(difference * 10_000) / 10_000
