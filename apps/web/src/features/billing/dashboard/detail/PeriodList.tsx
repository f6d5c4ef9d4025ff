import type { Subscription } from '@finlist/contract/billing'
import { monthlyPrices, type PeriodId, periods, priceCents } from '@finlist/domain/plans/catalogue'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { hongKongDate } from '../../../../components/hong-kong-date.ts'
import { money } from '../../../../components/money.ts'
import { usePlanWords } from '../../../../components/plan-words.ts'
import { useTranslation } from '../../../../i18n/texts.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { offeredPeriods } from '../../plans/plan-features.ts'

type Props = { held: Subscription; onChange: (period: PeriodId) => void }

/**
 * The plan's periods. The current and the scheduled period cannot be chosen. While a payment is outstanding, none can.
 */
export function PeriodList({ held, onChange }: Props) {
  const t = useTranslation('dashboard')
  const words = usePlanWords()
  const { productId, billingPeriodId, futureBillingPeriodId, subscriptionPeriodEnd, status } = held
  const sold = offeredPeriods.filter(period => priceCents(productId, period) !== null)
  const listed: PeriodId[] = sold.some(period => period === billingPeriodId) ? sold : [billingPeriodId, ...sold]
  const isOwed = status === 'past_due'
  const whenOf = (period: PeriodId) =>
    status === 'trialing' || periods[period].months > periods[billingPeriodId].months
      ? t('period.now')
      : t('period.later', { date: hongKongDate(subscriptionPeriodEnd) })
  return (
    <>
      <ul>
        {listed.map(period => {
          const line = <PeriodLine held={held} period={period} />
          if (period === billingPeriodId) return <Still key={period} line={line} badge={t('period.current')} />
          if (period === futureBillingPeriodId) {
            const date = hongKongDate(subscriptionPeriodEnd)
            return <Still key={period} line={line} badge={t('period.from', { date })} />
          }
          if (isOwed) return <Still key={period} line={line} />
          return (
            <li key={period} className="border-b border-line">
              <button
                type="button"
                onClick={() => onChange(period)}
                className="-mx-2 flex w-[calc(100%+1rem)] items-center gap-3 px-2 py-2.5 text-start hover:bg-wash"
              >
                {line}
                <span className="text-end text-13 text-accent">
                  <span className="sr-only">{t('period.choose', { period: words.lower(period) })}. </span>
                  {whenOf(period)}
                </span>
                <ChevronRight size={16} aria-hidden className="shrink-0 text-accent" />
              </button>
            </li>
          )
        })}
      </ul>
      {isOwed && <p className="mt-2 text-13 text-faded">{t('period.due')}</p>}
    </>
  )
}

function Still({ line, badge }: { line: ReactNode; badge?: string }) {
  return (
    <li className="flex items-center gap-3 border-b border-line py-2.5">
      {line}
      {badge && <Badge variant="accent">{badge}</Badge>}
    </li>
  )
}

function PeriodLine({
  held: { productId, billingPeriodId, nextAmount },
  period,
}: {
  held: Subscription
  period: PeriodId
}) {
  const t = useTranslation('dashboard')
  const words = usePlanWords()
  const whole = priceCents(productId, period) ?? (period === billingPeriodId ? nextAmount : null)
  const perMonth = monthlyPrices[productId][period]
  return (
    <span className="min-w-0 flex-1">
      <span className="block text-14">
        <span className="font-strong">{words.period(period)}</span>{' '}
        {whole !== null && <span className="ml-1">{money(whole)}</span>}
      </span>
      {perMonth !== undefined && (
        <span className="block text-13 text-faded">{t('period.per-month', { amount: money(perMonth * 100) })}</span>
      )}
    </span>
  )
}
