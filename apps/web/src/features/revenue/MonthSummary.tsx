import type { Revenue } from '@finlist/contract/staff/revenue'
import { money } from '../../components/money.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { monthName, monthsBefore } from './months.ts'

/** The selected month in four figures, each with its parts or the previous month's figure. */
export function MonthSummary({ months, month }: { months: Revenue['months']; month: string }) {
  const t = useTranslation('revenue')
  const now = months.find(one => one.month === month)
  const before = months.find(one => one.month === monthsBefore(month, 1))
  if (!now) return null
  const was = (cents: number | undefined) => (cents === undefined ? '' : t('before', { amount: money(cents) }))
  const figures = [
    [t('active'), now.active.toLocaleString('en-HK'), t('came-went', { came: now.new, went: now.lost })],
    [t('monthlyRevenue'), money(now.monthlyRevenue), was(before?.monthlyRevenue)],
    [t('net'), money(now.net), was(before?.net)],
    [t('refunded'), money(now.refunded), t('of-collected', { amount: money(now.collected) })],
  ] as const
  return (
    <section aria-label={monthName(month)}>
      <h2 className="text-16 font-strong">{monthName(month)}</h2>
      <dl className="mt-2 grid grid-cols-2 gap-x-8 gap-y-5 md:grid-cols-4">
        {figures.map(([name, figure, beside]) => (
          <div key={name} className="border-t border-line pt-2">
            <dt className="text-13 text-faded">{name}</dt>
            <dd className="text-20 font-strong tracking-tight md:text-28">{figure}</dd>
            <dd className="text-13 text-faded">{beside}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
