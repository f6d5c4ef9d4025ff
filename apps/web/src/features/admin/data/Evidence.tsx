import type { UnconfirmedMove } from '@finlist/contract/staff/data'
import { formatDay } from '../../../components/market-dates.ts'
import { formatPrice, formatVolume } from '../../../components/market-figures.tsx'
import { useTranslation } from '../../../i18n/texts.ts'
import { FigureTable } from '../../../ui/figure-table.tsx'

type Props = { move: Pick<UnconfirmedMove, 'date' | 'bars' | 'actions'>; named: string }

/** The bars around a doubt, and the corporate actions recorded for those days. */
export function Evidence({ move: { date, bars, actions }, named }: Props) {
  const t = useTranslation('admin')
  return (
    <div className="mt-3 max-w-140">
      <FigureTable
        caption={named}
        rows={bars}
        keyOf={bar => bar.date}
        columns={[
          {
            label: t('data.day'),
            of: bar => <span className={bar.date === date ? 'font-strong' : ''}>{formatDay(bar.date, 'short')}</span>,
          },
          { label: t('data.open'), of: ({ open }) => formatPrice(open) },
          { label: t('data.close'), of: ({ close }) => formatPrice(close) },
          { label: t('data.volume'), of: ({ volume }) => formatVolume(volume) },
        ]}
      />
      {actions.length === 0 ? (
        <p className="mt-2 text-faded">{t('data.no-actions')}</p>
      ) : (
        <ul aria-label={t('data.actions')} className="mt-2">
          {actions.map(({ exDate, kind, numerator, denominator, amount, currency }) => (
            <li key={`${exDate} ${kind}`}>
              {t(amount === null ? 'data.action.ratio' : 'data.action.amount', {
                date: formatDay(exDate, 'short'),
                kind: t(`data.action.${kind}`),
                numerator: numerator ?? '',
                denominator: denominator ?? '',
                amount: amount ?? '',
                currency: currency ?? '',
              })}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
