import type { PricePreview } from '@finlist/contract/billing'
import { periods } from '@finlist/domain/plans/catalogue'
import { products } from '@finlist/domain/plans/products'
import { useTranslation } from '../../../i18n/texts.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Wanted } from '../plans/use-wanted-plan.ts'
import { BillingText } from '../price/BillingText.tsx'
import { billingDay } from '../price/billing-day.ts'
import { useNextPayment } from '../price/next-payment.ts'
import { PriceLines } from '../price/PriceLines.tsx'

type Props = { wanted: Wanted; price: PricePreview | undefined; busy: boolean }

/** The order: the plan, the deductions, and the amounts charged now and later. */
export function OrderSummary({ wanted: { productId, billingPeriodId }, price, busy }: Props) {
  const t = useTranslation('billing')
  const nextPaymentOf = useNextPayment()
  const plan = t('checkout.plan', {
    plan: t(`plan.${products[productId].name}`),
    period: t(`period.lower.${periods[billingPeriodId].name}`),
  })
  if (!price) return <WaitingSummary plan={plan} />
  const { trialDays } = price
  const next = nextPaymentOf(price)
  return (
    <div aria-busy={busy} className={busy ? 'opacity-55' : ''}>
      <PriceLines price={price} plan={plan} />
      <p className="mt-2 text-14">
        <BillingText price={price} billingPeriodId={billingPeriodId} />
      </p>
      <p className="text-13 text-faded">
        {t(trialDays > 0 ? 'checkout.first' : 'checkout.next', { date: billingDay(price.nextBillingDate) })}
        {next.sum && <span className="block">{t('checkout.next-sum', { amount: next.amount, sum: next.sum })}</span>}
      </p>
    </div>
  )
}

function WaitingSummary({ plan }: { plan: string }) {
  const t = useTranslation('billing')
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
      <Skeleton className="mt-3 h-4 w-56" />
      <Skeleton className="mt-2 h-3.5 w-44" />
      <span className="sr-only">{t('loading')}</span>
    </div>
  )
}
