import { type MarketDay, releaseDay } from '@finlist/contract/staff/data'
import type { ExchangeId } from '@finlist/domain/markets'
import { formatDay } from '../../../components/market-dates.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FigureTable } from '../../../ui/figure-table.tsx'
import { Section } from '../../../ui/section.tsx'
import { formatCount } from '../format.ts'
import { useChange } from './use-change.ts'

/** The market day by day: its number of stocks compared with the previous day, and what is held back. */
export function DaysSection({ exchange, days }: { exchange: ExchangeId; days: readonly MarketDay[] }) {
  const t = useTranslation('admin')
  return (
    <Section
      title={t('data.days')}
      beside={days.length > 0 && <p className="text-12 text-faded">{t('data.days.about')}</p>}
    >
      {days.length === 0 ? (
        <EmptyState>{t('data.days.none')}</EmptyState>
      ) : (
        <div className="max-w-180">
          <ReleaseAll exchange={exchange} held={days.filter(({ held }) => held).map(({ date }) => date)} />
          <FigureTable
            caption={t('data.days')}
            rows={days}
            keyOf={({ date }) => date}
            columns={[
              { label: t('data.day'), of: ({ date }) => formatDay(date, 'short') },
              { label: t('data.stocks'), unit: t('data.coverage'), of: day => <Stocks {...day} /> },
              { label: t('data.state'), words: true, of: day => <State exchange={exchange} day={day} /> },
            ]}
          />
        </div>
      )}
    </Section>
  )
}

function ReleaseAll({ exchange, held }: { exchange: ExchangeId; held: readonly string[] }) {
  const t = useTranslation('admin')
  const release = useChange(releaseDay)
  const [to, date] = [held[0], held.at(-1)]
  if (to === undefined || date === undefined || held.length < 2) return null
  return (
    <Button
      className="my-3 px-3 font-normal md:min-h-8 md:text-13"
      disabled={release.isPending}
      onClick={() => release.mutate({ body: { exchange, date, to } })}
    >
      {t('data.release.all', { count: held.length })}
    </Button>
  )
}

const Stocks = ({ stocks, before }: MarketDay) => (
  <>
    {formatCount(stocks)}
    <span className="inline-block min-w-12 pl-2 text-faded">
      {before ? `${Math.round((stocks / before) * 100)}%` : ''}
    </span>
  </>
)

function State({ exchange, day: { date, held, releasedBy } }: { exchange: ExchangeId; day: MarketDay }) {
  const t = useTranslation('admin')
  const release = useChange(releaseDay)
  if (!held) return releasedBy && <span className="text-faded">{t('data.released', { by: releasedBy })}</span>
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge variant="wrong">{t('data.held')}</Badge>
      <Button
        className="px-3 font-normal md:min-h-8 md:text-13"
        aria-label={t('data.release.named', { date: formatDay(date, 'short') })}
        disabled={release.isPending}
        onClick={() => release.mutate({ body: { exchange, date } })}
      >
        {t('data.release')}
      </Button>
    </span>
  )
}
