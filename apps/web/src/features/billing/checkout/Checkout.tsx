import { type CardDetails, previewSubscribe, validateCoupon } from '@finlist/contract/billing'
import type { PeriodId } from '@finlist/domain/plans/catalogue'
import { products } from '@finlist/domain/plans/products'
import { useEffect, useEffectEvent } from 'react'
import { record } from '../../../api/analytics.ts'
import { request } from '../../../api/request.ts'
import { useStepUpFirst } from '../../../components/notices/step-up-first.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import AlertDialog from '../../../ui/dialogs/alert-dialog.tsx'
import { useBankVisit } from '../card/use-bank-visit.tsx'
import { useCardClient } from '../card/use-card-client.ts'
import { PaymentDialog } from '../PaymentDialog.tsx'
import type { Wanted } from '../plans/use-wanted-plan.ts'
import { usePrice } from '../price/use-price.ts'
import { CheckoutForm } from './CheckoutForm.tsx'
import { PaymentFailed } from './PaymentFailed.tsx'
import { PaymentPending } from './PaymentPending.tsx'
import { PaymentSucceeded } from './PaymentSucceeded.tsx'
import { checkoutOf, usePurchase } from './use-purchase.ts'

type Props = { wanted: Wanted; card: CardDetails | null; onClose: () => void }

/** Lazy-loaded dialog of a purchase, with the payment provider's code. */
export default function Checkout({ wanted, card, onClose }: Props) {
  const t = useTranslation('billing')
  const company = useCardClient()
  const bank = useBankVisit()
  const pricing = usePrice(couponCode =>
    couponCode === null
      ? request(previewSubscribe, { body: { ...wanted, couponCode } })
      : request(validateCoupon, { body: { ...wanted, couponCode } }),
  )
  const { price } = pricing
  const done = () => loadAgain(wanted.billingPeriodId)
  const purchase = usePurchase({
    wanted,
    price,
    client: company.client,
    visitBank: bank.visit,
    renewPrice: pricing.renew,
  })
  const begin = useEffectEvent(() => {
    if (!price) return
    for (const event of ['begin_checkout', 'InitiateCheckout'] as const) record(event, checkoutOf(wanted, price))
  })
  const hasPrice = price !== undefined
  useEffect(() => {
    if (hasPrice) begin()
  }, [hasPrice])

  const { stage, alert } = purchase
  useStepUpFirst(card !== null, onClose)
  const plan = t(`plan.${products[wanted.productId].name}`)
  const isPlain = stage === 'done' || stage === 'unsure' || bank.frame !== undefined
  return (
    <PaymentDialog
      title={titleOf()}
      wide={!isPlain}
      busy={stage === 'paying' && !bank.frame}
      onClose={stage === 'done' || stage === 'unsure' ? done : onClose}
    >
      {bank.frame && <div className="px-4 py-5 md:px-6">{bank.frame}</div>}
      {stage === 'done' && price && <PaymentSucceeded wanted={wanted} price={price} onClose={done} />}
      {stage === 'unsure' && <PaymentPending productId={wanted.productId} onFound={purchase.found} />}
      {pricing.failure && !price && <PaymentFailed error={pricing.failure} onRetry={pricing.retry} />}
      {stage !== 'done' && stage !== 'unsure' && (price || !pricing.failure) && (
        // Hidden instead of unmounted while the bank's page is shown, so that the fields keep their input.
        <div hidden={bank.frame !== undefined}>
          <CheckoutForm wanted={wanted} card={card} company={company} pricing={pricing} purchase={purchase} />
        </div>
      )}
      {alert && <AlertDialog message={alert} okLabel={t('ok')} onClose={purchase.closeAlert} />}
    </PaymentDialog>
  )

  function titleOf() {
    if (stage === 'done') return t('checkout.done.title')
    return stage === 'unsure' ? t('checkout.unsure.title') : t('checkout.title', { plan })
  }
}

/** Reloads the page, so that rights and lists are fetched again, with the chosen billing period selected. */
const loadAgain = (billingPeriodId: PeriodId) => location.replace(`/subscribe?billingPeriodId=${billingPeriodId}`)
