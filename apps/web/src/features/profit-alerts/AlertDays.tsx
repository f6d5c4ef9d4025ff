import type { AlertDay } from '@finlist/contract/profit-alerts'
import { useTranslation } from '../../i18n/texts.ts'
import { formatDay } from '../../parts/market-dates.ts'
import { Section } from '../../ui/section.tsx'
import { AlertRow } from './AlertRow.tsx'

type Props = { days: readonly AlertDay[]; listed: ReadonlySet<string> }

/** The announcements, grouped by day. */
export function AlertDays({ days, listed }: Props) {
  const t = useTranslation('profit-alerts')
  return (
    <div className="flex max-w-5xl flex-col gap-7">
      {days.map(({ date, stockList }) => (
        <Section
          key={date}
          title={formatDay(date, 'weekday')}
          beside={<span className="text-12 text-faded">{t('count', { count: stockList.length })}</span>}
        >
          <ul>
            {stockList.map(alert => (
              <AlertRow
                key={`${alert.stockCode} ${alert.releaseTime}`}
                alert={alert}
                isListed={listed.has(alert.stockCode)}
              />
            ))}
          </ul>
        </Section>
      ))}
    </div>
  )
}
