import { useTexts } from '../../i18n/texts.ts'
import { formatDay } from '../../parts/market-dates.ts'
import { Change } from '../../parts/market-figures.tsx'
import { Fold } from '../../ui/fold.tsx'
import { formatPart, formatPoints, formatShares } from './figures.ts'
import { HoldingChart } from './HoldingChart.tsx'
import type { Line } from './Holdings.tsx'

/** How a holding came to what it is, drawn and by date. */
export function HoldingHistory({ line, dates }: { line: Line; dates: readonly string[] }) {
  const t = useTexts('shareholding')
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
      {told.length > 1 && <HoldingChart label={t('chart', { name: line.name })} told={told} />}
      <Fold label={t('by-date')}>
        <table className="mb-2 w-full text-13 tabular-nums">
          <caption className="sr-only">{t('by-date')}</caption>
          <thead className="text-12 text-faded">
            <tr>
              <th scope="col" className="py-1.5 text-start font-normal">
                {t('date')}
              </th>
              <th scope="col" className="figures py-1.5 font-normal">
                {t('part')}
              </th>
              <th scope="col" className="figures py-1.5 font-normal">
                {t('points')}
              </th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ date, percent, change }) => (
              <tr key={date} className="h-8 border-t border-line">
                <td>{formatDay(date, 'short')}</td>
                <td className="figures">{formatPart(percent)}</td>
                <td className="figures">
                  <Change value={change} format={formatPoints} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Fold>
    </section>
  )
}

/** Without what subtracting in binary leaves behind. */
const points = (difference: number) => Math.round(difference * 10_000) / 10_000
