import type { PricePreview } from '@finlist/contract/billing'
import { periods, products } from '@finlist/domain/plans/catalogue'
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { money } from '../../../parts/money.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Wanted } from '../plans/use-wanted-plan.ts'
import { BillingText } from '../price/BillingText.tsx'
import { billingDay } from '../price/billing-day.ts'

type Props = { wanted: Wanted; price: PricePreview | undefined; busy: boolean }

/** What is bought, what is taken off, and what is charged now and later. */
export function OrderSummary({ wanted: { productId, billingPeriodId }, price, busy }: Props) {
  const t = useTexts('billing')
  const plan = t('checkout.plan', {
    plan: t(`plan.${products[productId].name}`),
    period: t(`period.lower.${periods[billingPeriodId].name}`),
  })
  if (!price) return <WaitingSummary plan={plan} />
  const { amount, amountOriginal, couponDetail, saved, credit, trialDays } = price
  // What a trial puts off is the rest: the card company counts it in neither coupon nor credit.
  const postponed = amountOriginal - saved - credit - amount
  return (
    <div aria-busy={busy} className={busy ? 'opacity-55' : ''}>
      <dl>
        <Line label={plan} amount={amountOriginal} />
        {couponDetail && <Line label={t('checkout.coupon', { code: couponDetail.code })} amount={-saved} />}
        {credit > 0 && <Line label={t('checkout.credit')} amount={-credit} />}
        {trialDays > 0 && postponed > 0 && <Line label={t('checkout.trial')} amount={-postponed} />}
        <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-ink pt-3">
          <dt className="text-14 font-strong">{t('checkout.today')}</dt>
          <dd aria-live="polite" className="text-28 font-strong tracking-tight">
            {money(amount)}
          </dd>
        </div>
      </dl>
      <p className="mt-2 text-14">
        <BillingText price={price} billingPeriodId={billingPeriodId} />
      </p>
      <p className="text-13 text-faded">
        {t(trialDays > 0 ? 'checkout.first' : 'checkout.next', { date: billingDay(price.nextBillingDate) })}
      </p>
    </div>
  )
}

function Line({ label, amount }: { label: ReactNode; amount: number }) {
  return (
    <div className={`flex justify-between gap-x-4 py-1 text-14 ${amount < 0 ? 'text-good' : ''}`}>
      <dt className="min-w-0 wrap-anywhere">{label}</dt>
      <dd className="figures whitespace-nowrap">{money(amount)}</dd>
    </div>
  )
}

function WaitingSummary({ plan }: { plan: string }) {
  const t = useTexts('billing')
  return (
    <div aria-busy>
      <div className="flex items-center justify-between gap-4 py-1 text-14">
        <span>{plan}</span>
        <Skeleton className="h-4 w-20" />
      </div>
      <div className="mt-2 flex items-center justify-between gap-4 border-t border-ink pt-3">
        <span className="text-14 font-strong">{t('checkout.today')}</span>
        <Skeleton className="my-1 h-7 w-32" />
      </div>
      <Skeleton className="mt-3 h-4 w-56 max-w-full" />
      <Skeleton className="mt-2 h-3.5 w-44 max-w-full" />
      <span className="sr-only">{t('loading')}</span>
    </div>
  )
}
