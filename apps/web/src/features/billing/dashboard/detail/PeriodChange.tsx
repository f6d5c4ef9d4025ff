import { type CardDetails, previewUpdate, type Subscription } from '@finlist/contract/billing'
import type { PeriodId } from '@finlist/domain/plans/catalogue'
import { useEffect, useEffectEvent } from 'react'
import { request } from '../../../../api/request.ts'
import { hongKongDate } from '../../../../components/hong-kong-date.ts'
import { usePlanWords } from '../../../../components/plan-words.ts'
import { useTranslation } from '../../../../i18n/texts.ts'
import AlertDialog from '../../../../ui/dialogs/alert-dialog.tsx'
import { useBankVisit } from '../../card/use-bank-visit.tsx'
import { useCardClient } from '../../card/use-card-client.ts'
import { PaymentFailed } from '../../checkout/PaymentFailed.tsx'
import { usePrice } from '../../price/use-price.ts'
import { ChangeForm } from './ChangeForm.tsx'
import { ChangePending } from './ChangePending.tsx'
import { StepHead } from './StepHead.tsx'
import { usePeriodChange } from './use-period-change.ts'

type Props = {
  held: Subscription
  billingPeriodId: PeriodId
  card: CardDetails | null
  onPaying: (isPaying: boolean) => void
  onChangeCard: () => void
  onDone: (said: string) => void
  onBack: () => void
}

/** The preview of a change to another period, its confirmation and its outcome. */
export function PeriodChange({ held, billingPeriodId, card, onPaying, onChangeCard, onDone, onBack }: Props) {
  const t = useTranslation('dashboard')
  const words = usePlanWords()
  const company = useCardClient()
  const bank = useBankVisit()
  const { subscriptionId, productId } = held
  const pricing = usePrice(couponCode =>
    request(previewUpdate, { params: { id: subscriptionId }, body: { productId, billingPeriodId, couponCode } }),
  )
  const { price } = pricing
  const change = usePeriodChange({
    held,
    billingPeriodId,
    couponId: price?.couponDetail?.id ?? null,
    client: company.client,
    visitBank: bank.visit,
    renewPrice: pricing.renew,
    onDone: () => onDone(saidOf()),
  })
  const isPaying = change.stage === 'paying' && !bank.frame
  const tell = useEffectEvent(onPaying)
  useEffect(() => {
    tell(isPaying)
    return () => tell(false)
  }, [isPaying])

  const period = words.lower(billingPeriodId)
  const title = t('change.title', { period })
  return (
    <div className="px-4 pt-3 pb-[max(1.5rem,env(safe-area-inset-bottom))] md:px-6">
      {bank.frame && <div className="pt-2">{bank.frame}</div>}
      {change.stage === 'unsure' && <ChangePending held={held} wanted={billingPeriodId} onFound={change.found} />}
      {change.stage !== 'unsure' && (
        <div hidden={bank.frame !== undefined}>
          <StepHead title={title} onBack={onBack} />
          {pricing.failure && !price ? (
            <PaymentFailed error={pricing.failure} onRetry={pricing.retry} />
          ) : (
            <ChangeForm
              held={held}
              billingPeriodId={billingPeriodId}
              card={card}
              company={company}
              pricing={pricing}
              change={change}
              onChangeCard={onChangeCard}
            />
          )}
        </div>
      )}
      {change.alert && <AlertDialog message={change.alert} okLabel={t('ok')} onClose={change.closeAlert} />}
    </div>
  )

  function saidOf() {
    const plan = words.plan(held)
    if (!price?.downgrade) return t('done.upgraded', { plan, period })
    return t('done.downgraded', { plan, period, date: hongKongDate(price.nextBillingDate, 'long') })
  }
}
