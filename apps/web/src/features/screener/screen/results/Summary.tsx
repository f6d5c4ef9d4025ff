import type { Screened } from '@finlist/contract/screener'
import { Link } from '../../../../components/link.tsx'
import { formatDay } from '../../../../components/market-dates.ts'
import { formatNumber } from '../../../../components/market-figures.tsx'
import { useTranslation } from '../../../../i18n/texts.ts'
import { suffixOf } from '../columns.tsx'

/** How many stocks match, as of which day, and the markets that are left out, with the reason. */
export function Summary({ data, busy }: { data: Screened; busy: boolean }) {
  const t = useTranslation('screener')
  const used = data.markets.filter(({ leftOut }) => !leftOut)
  const days = [...new Set(used.map(({ date }) => date))].filter(date => date !== null)
  const nameOf = (exchange: (typeof used)[number]['exchange']) => t(`market.${suffixOf(exchange)}`)
  const asAt =
    days.length === 1
      ? t('summary.as-at', { date: formatDay(days[0]!, 'short') })
      : used
          .flatMap(({ exchange, date }) =>
            date ? [t('summary.market', { market: nameOf(exchange), date: formatDay(date, 'day') })] : [],
          )
          .join(' · ')
  return (
    <div className="min-w-0 text-13 text-faded">
      <p>
        <output className="font-strong text-ink">
          {busy
            ? t('loading')
            : t('summary.count', {
                matched: formatNumber(data.matched),
                total: formatNumber(used.reduce((sum, { total }) => sum + total, 0)),
              })}
        </output>
        {days.length > 0 && <> · {asAt}</>}
      </p>
      {data.markets.map(
        ({ exchange, leftOut }) =>
          leftOut && (
            <p key={exchange}>
              {t(`left-out.${leftOut}`, { market: nameOf(exchange) })}{' '}
              {(leftOut === 'right' || leftOut === 'figure') && (
                <Link to="/subscribe" className="text-accent underline underline-offset-2">
                  {t('left-out.plans')}
                </Link>
              )}
            </p>
          ),
      )}
    </div>
  )
}
