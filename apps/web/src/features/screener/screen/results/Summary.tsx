import type { Screened } from '@finlist/contract/screener'
import { Link } from '../../../../components/link.tsx'
import { formatDay } from '../../../../components/market-dates.ts'
import { formatChange, formatNumber } from '../../../../components/market-figures.tsx'
import { useTranslation } from '../../../../i18n/texts.ts'
import { Collapsible } from '../../../../ui/collapsible.tsx'
import { useIsPhone } from '../../../../ui/is-phone.ts'
import { suffixOf } from '../columns.tsx'

/** How many stocks match, as of which day, and the markets that are left out, with the reason. */
export function Summary({ data, busy, isPast }: { data: Screened; busy: boolean; isPast: boolean }) {
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
            ? t(isPast ? 'loading.past' : 'loading')
            : t('summary.count', {
                matched: formatNumber(data.matched),
                total: formatNumber(used.reduce((sum, { total }) => sum + total, 0)),
              })}
        </output>
        {days.length > 0 && !(busy && isPast) && <> · {asAt}</>}
      </p>
      {data.since && data.since.scope !== null && <Since since={data.since} />}
      {data.markets.map(
        ({ exchange, leftOut }) =>
          leftOut && (
            <p key={exchange}>
              {t(isPast && leftOut === 'no-prices' ? 'left-out.no-prices.past' : `left-out.${leftOut}`, {
                market: nameOf(exchange),
              })}{' '}
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

/** What prices did since a past week. */
function Since({ since: { matched, scope, gone } }: { since: NonNullable<Screened['since']> }) {
  const t = useTranslation('screener')
  const phone = useIsPhone()
  const percent = (median: number | null) => (median === null ? '–' : `${formatChange(median)}%`)
  return (
    <>
      <p>
        {t('since', { matched: percent(matched), scope: percent(scope) })}
        {gone > 0 && <> {t('since.gone', { count: gone })}</>}
      </p>
      {phone ? (
        <Collapsible label={t('since.note.label')}>
          <p>{t('since.note')}</p>
        </Collapsible>
      ) : (
        <p className="max-w-3xl">{t('since.note')}</p>
      )}
    </>
  )
}
