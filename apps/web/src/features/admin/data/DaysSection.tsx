import { type MarketDay, releaseDay } from '@finlist/contract/data'
import type { ExchangeId } from '@finlist/domain/markets'
import { useTranslation } from '../../../i18n/texts.ts'
import { formatDay } from '../../../parts/market-dates.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Section } from '../../../ui/section.tsx'
import { formatCount } from '../format.ts'
import { useChange } from './use-change.ts'

/** The market day by day: its stocks against the day before, and what is held back. */
export function DaysSection({ exchange, days }: { exchange: ExchangeId; days: readonly MarketDay[] }) {
  const t = useTranslation('admin')
  const release = useChange(releaseDay)
  if (days.length === 0)
    return (
      <Section title={t('data.days')}>
        <EmptyState>{t('data.days.none')}</EmptyState>
      </Section>
    )
  return (
    <Section title={t('data.days')} beside={<p className="text-12 text-faded">{t('data.days.about')}</p>}>
      <table className="w-full max-w-180 text-13">
        <caption className="sr-only">{t('data.days')}</caption>
        <thead>
          <tr className="text-12 text-faded">
            <th scope="col" className="py-1.5 pr-3 text-start font-normal">
              {t('data.day')}
            </th>
            <th scope="col" className="py-1.5 pr-3 text-end font-normal whitespace-nowrap">
              {t('data.stocks')}
            </th>
            <th scope="col" className="py-1.5 pr-3 text-end font-normal whitespace-nowrap">
              {t('data.coverage')}
            </th>
            <th scope="col" className="w-2/5 py-1.5 text-start font-normal">
              {t('data.state')}
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map(day => (
            <tr key={day.date} className="border-t border-line align-top">
              <th scope="row" className="py-2 pr-3 text-start font-normal whitespace-nowrap">
                {formatDay(day.date, 'short')}
              </th>
              <td className="figures py-2 pr-3 text-end">{formatCount(day.stocks)}</td>
              <td className="figures py-2 pr-3 text-end">{coverage(day)}</td>
              <td className="py-1.5">
                <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  {day.held ? (
                    <>
                      <Badge variant="wrong">{t('data.held')}</Badge>
                      <Button
                        className="px-3 font-normal md:min-h-8 md:text-13"
                        aria-label={t('data.release.named', { date: formatDay(day.date, 'short') })}
                        disabled={release.isPending}
                        onClick={() => release.mutate({ body: { exchange, date: day.date } })}
                      >
                        {t('data.release')}
                      </Button>
                    </>
                  ) : (
                    day.releasedBy && <span className="text-faded">{t('data.released', { by: day.releasedBy })}</span>
                  )}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

const coverage = ({ stocks, before }: MarketDay) => (before ? `${Math.round((stocks / before) * 100)}%` : '')
