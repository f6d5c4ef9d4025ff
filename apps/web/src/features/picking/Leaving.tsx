import type { ProposalOfWeek } from '@finlist/contract/picking'
import { padded } from '@finlist/domain/chart/padded'
import type { ExchangeId } from '@finlist/domain/markets'
import { formatDay } from '../../components/market-dates.ts'
import { nameOf } from '../../components/stock-name.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Section } from '../../ui/section.tsx'

type Props = { exchange: ExchangeId; leaving: ProposalOfWeek['leaving']; since: string }

/** The picks of the previous list that are not on this one, each with the reason. */
export function Leaving({ exchange, leaving, since }: Props) {
  const t = useTranslation('picking')
  const told = useTranslation('why')
  return (
    <Section
      title={t('leaving', { count: leaving.length })}
      beside={<p className="text-12 text-faded">{t('list-of', { date: formatDay(since, 'short') })}</p>}
    >
      {leaving.length === 0 ? (
        <p className="py-3 text-13 text-faded">{t('leaving.none')}</p>
      ) : (
        <ul aria-label={t('mark.leaving')} className="text-13 xl:columns-2 xl:gap-x-12">
          {leaving.map(stock => (
            <li
              key={stock.stockCode}
              className="flex min-h-9 break-inside-avoid flex-wrap items-center justify-between gap-x-6 border-b border-line py-1.5"
            >
              <span className="min-w-0 wrap-anywhere">
                <b className="font-strong">{padded(exchange, stock.stockCode)}</b> {nameOf(stock)}
              </span>
              <span className="text-faded">
                {stock.reason ? told(`departure.${stock.reason}`) : t('leaving.untold')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
