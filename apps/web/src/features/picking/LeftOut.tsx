import type { ProposalOfWeek } from '@finlist/contract/picking'
import { padded } from '@finlist/domain/chart/padded'
import type { ExchangeId } from '@finlist/domain/markets'
import { formatDay } from '../../components/market-dates.ts'
import { nameOf } from '../../components/stock-name.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Section } from '../../ui/section.tsx'

type Props = { exchange: ExchangeId; leftOut: ProposalOfWeek['leftOut'] }

/** The stocks left out of the list because their prices are in doubt. */
export function LeftOut({ exchange, leftOut }: Props) {
  const t = useTranslation('picking')
  const title = t('left-out', { count: leftOut.length })
  return (
    <Section title={title} beside={<p className="text-12 text-faded">{t('left-out.about')}</p>}>
      <ul aria-label={title} className="text-13 xl:columns-2 xl:gap-x-12">
        {leftOut.map(stock => (
          <li
            key={stock.stockCode}
            className="flex min-h-9 break-inside-avoid flex-wrap items-center justify-between gap-x-6 border-b border-line py-1.5"
          >
            <span className="min-w-0 wrap-anywhere">
              <b className="font-strong">{padded(exchange, stock.stockCode)}</b> {nameOf(stock)}
            </span>
            <span className="text-faded">{t(`left-out.${stock.kind}`, { date: formatDay(stock.date, 'short') })}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
