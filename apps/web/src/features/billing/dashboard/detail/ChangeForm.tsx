import { type CardDetails, existingCard, type Subscription, type UpdatePreview } from '@finlist/contract/billing'
import type { PeriodId } from '@finlist/domain/plans/catalogue'
import { type FormEvent, useState } from 'react'
import { useOperator } from '../../../../api/operator.ts'
import { hongKongDate } from '../../../../components/hong-kong-date.ts'
import { money } from '../../../../components/money.ts'
import { useTranslation } from '../../../../i18n/texts.ts'
import { Button } from '../../../../ui/button.tsx'
import { CardForm } from '../../card/CardForm.tsx'
import type { useCardClient } from '../../card/use-card-client.ts'
import { CouponField } from '../../price/CouponField.tsx'
import { savedBy } from '../../price/PriceLines.tsx'
import type { usePrice } from '../../price/use-price.ts'
import { cardMethod } from '../card/card-method.ts'
import { CardChoice } from './CardChoice.tsx'
import { ChangeSummary } from './ChangeSummary.tsx'
import { ReplacedDiscount } from './ReplacedDiscount.tsx'
import type { PeriodChanging } from './use-period-change.ts'

type Props = {
  held: Subscription
  billingPeriodId: PeriodId
  card: CardDetails | null
  company: ReturnType<typeof useCardClient>
  pricing: ReturnType<typeof usePrice<UpdatePreview>>
  change: PeriodChanging
  onChangeCard: () => void
}

/** The consequences of the change, the payment, and the button to confirm it. */
export function ChangeForm({ held, billingPeriodId, card, company, pricing, change, onChangeCard }: Props) {
  const t = useTranslation('dashboard')
  const billing = useTranslation('billing')
  const isTest = useOperator().payments === 'sandbox'
  const hasGoodCard = card !== null && !card.expired
  const [isNewCard, setNewCard] = useState(!hasGoodCard)
  const [cardComplete, setCardComplete] = useState(false)
  const [tried, setTried] = useState(false)
  /** The coupon for which the user has agreed to lose another discount. */
  const [acceptedCoupon, setAcceptedCoupon] = useState('')
  const { client } = company
  const { price, coupon, isAsking } = pricing
  const isLater = price?.downgrade === true
  const inTrial = held.status === 'trialing'
  const isPaying = change.stage === 'paying'
  const isLoading = isPaying || isAsking || !price || (!isLater && !client)
  const replaces = price?.replaces
  const isAccepted = !replaces || acceptedCoupon === coupon.applied?.id
  const isReady = !isLoading && !coupon.isOpen && isAccepted && (isLater ? hasGoodCard : !isNewCard || cardComplete)

  const confirm = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isReady) void change.confirm(() => (isLater || !isNewCard || !client ? onFile() : cardMethod(client)))
    else if (coupon.isOpen) document.querySelector<HTMLElement>('input[name=coupon]')?.focus()
  }
  return (
    <form noValidate onSubmit={confirm} className="mt-1 grid gap-5">
      <ChangeSummary held={held} billingPeriodId={billingPeriodId} card={card} price={price} busy={isAsking} />
      <div role="alert" className="empty:hidden">
        {change.notice && <p className="border-l-2 border-ink bg-wash px-3 py-2 text-14">{change.notice}</p>}
      </div>
      {price && !isLater && (
        <>
          {!inTrial && (
            <CouponField
              coupon={coupon}
              saved={replaces ? undefined : savedBy(price)}
              blocking={tried && coupon.isOpen ? billing('subscribe.error.validate-coupon') : undefined}
              disabled={isPaying}
            />
          )}
          {replaces && coupon.applied && (
            <ReplacedDiscount
              price={price}
              replaces={replaces}
              accepted={isAccepted}
              wrong={tried && !isAccepted}
              disabled={isPaying}
              onAccept={accepted => setAcceptedCoupon(accepted ? coupon.applied!.id : '')}
            />
          )}
          {card && <CardChoice card={card} isNew={isNewCard} onChange={setNewCard} disabled={isPaying} />}
          {company.error && (
            <p role="alert" className="flex flex-wrap items-center gap-x-3 text-14 text-wrong">
              {billing('checkout.card-unavailable')}
              <Button onClick={company.retry}>{t('error.retry')}</Button>
            </p>
          )}
          {isNewCard && !company.error && (
            <div>
              {isTest && (
                <p className="mb-4 border-l-2 border-accent bg-accent-wash px-3 py-2 text-13">
                  {billing('checkout.test')}
                </p>
              )}
              <CardForm
                client={client}
                onComplete={setCardComplete}
                wrong={tried && !cardComplete ? billing('checkout.card-missing') : undefined}
                disabled={isPaying}
              />
              <p className="mt-2 text-12 text-faded">{billing('card.safe')}</p>
            </div>
          )}
        </>
      )}
      {price && isLater && !hasGoodCard && (
        <div>
          <p className="text-14 text-wrong">{t('change.no-card')}</p>
          <Button className="mt-2" onClick={onChangeCard}>
            {t(card ? 'card.change' : 'card.add')}
          </Button>
        </div>
      )}
      {price && !(isLater && !hasGoodCard) && (
        <Button type="submit" variant="main" aria-disabled={!isReady} className="w-full md:min-h-11">
          {isPaying ? billing('checkout.paying') : confirmation(price)}
        </Button>
      )}
    </form>
  )

  function confirmation({ amount, nextBillingDate }: UpdatePreview) {
    if (isLater) return t('change.confirm.later', { date: hongKongDate(nextBillingDate, 'long') })
    return amount > 0 ? t('change.confirm.pay', { amount: money(amount) }) : t('change.confirm.now')
  }
}

const onFile = () => Promise.resolve(existingCard)
