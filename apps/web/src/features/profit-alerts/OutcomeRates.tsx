import type { ProfitAlertOutcomes } from '@finlist/contract/profit-alerts'
import { reportTypes } from '@finlist/domain/profit-alerts/report-type'
import { outcomeDays } from '@finlist/domain/profit-alerts/sessions-after'
import { formatDay } from '../../components/market-dates.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { isPhone } from '../../ui/is-phone.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

type Rate = ProfitAlertOutcomes['rates'][number]

/** The share of alerts of each kind after which prices rose, with its confidence interval. */
export function OutcomeRates({ outcomes, failed }: { outcomes: ProfitAlertOutcomes | undefined; failed: boolean }) {
  const t = useTranslation('profit-alerts')
  return (
    <details open={!isPhone()} className="mb-5 max-w-5xl">
      <summary className="min-h-11 py-2.5 text-14 font-strong md:min-h-8 md:py-1.5">{t('rates')}</summary>
      {failed ? (
        <p className="text-13 text-faded">{t('rates.failed')}</p>
      ) : !outcomes ? (
        <Skeleton className="h-52 w-full md:h-59" />
      ) : outcomes.rates.length === 0 ? (
        <p className="text-13 text-faded">{t('rates.none')}</p>
      ) : (
        <Table outcomes={outcomes} />
      )}
    </details>
  )
}

function Table({ outcomes: { rates, asAt } }: { outcomes: ProfitAlertOutcomes }) {
  const t = useTranslation('profit-alerts')
  return (
    <>
      <table className="w-full max-w-3xl table-fixed text-13">
        <caption className="sr-only">{t('rates')}</caption>
        <thead className="border-b border-ink text-12">
          <tr>
            <th scope="col" className="w-24 py-1.5 text-start align-bottom font-strong md:w-44">
              {t('rates.kind')}
            </th>
            {outcomeDays.map(days => (
              <th key={days} scope="col" className="figures py-1.5 pl-3 align-bottom font-strong">
                {t('rates.after', { count: days })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {reportTypes.map(type => (
            <tr key={type} className="border-b border-line">
              <th scope="row" className="py-1 text-start font-normal">
                {t(`type.${type}`)}
              </th>
              {outcomeDays.map(days => (
                <td key={days} className="figures py-1 pl-3">
                  <Share rate={rates.find(rate => rate.reportType === type && rate.days === days)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 max-w-[96ch] text-12 text-faded">{asAt && t('rates.what', { date: formatDay(asAt) })}</p>
    </>
  )
}

function Share({ rate }: { rate: Rate | undefined }) {
  const t = useTranslation('profit-alerts')
  if (!rate || rate.alerts === 0) return <span className="text-faded">–</span>
  return (
    <>
      {t('rates.rose', { rose: rate.rose, count: rate.alerts })}
      <span className="block text-12 text-faded">
        {t('rates.interval', { low: Math.round(rate.low * 100), high: Math.round(rate.high * 100) })}
      </span>
    </>
  )
}
