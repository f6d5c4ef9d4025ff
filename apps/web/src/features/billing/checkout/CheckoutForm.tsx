import type { CardDetails, PricePreview } from '@finlist/contract/billing'
import { products } from '@finlist/domain/plans/products'
import { type FormEvent, useState } from 'react'
import { useOperator } from '../../../api/operator.ts'
import { money } from '../../../components/money.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { CardForm } from '../card/CardForm.tsx'
import type { useCardClient } from '../card/use-card-client.ts'
import type { Wanted } from '../plans/use-wanted-plan.ts'
import { CouponField } from '../price/CouponField.tsx'
import type { usePrice } from '../price/use-price.ts'
import { CheckoutNotice } from './CheckoutNotice.tsx'
import { ExpressCheckout } from './ExpressCheckout.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { TermsBox } from './TermsBox.tsx'
import type { usePurchase } from './use-purchase.ts'

type Props = {
  wanted: Wanted
  card: CardDetails | null
  company: ReturnType<typeof useCardClient>
  pricing: ReturnType<typeof usePrice<PricePreview>>
  purchase: ReturnType<typeof usePurchase>
}

/** Order on the left, payment on the right; stacked on a phone. */
export function CheckoutForm({ wanted, card, company, pricing, purchase }: Props) {
  const t = useTranslation('billing')
  const isTest = useOperator().payments === 'sandbox'
  const [agreed, setAgreed] = useState(false)
  const [cardComplete, setCardComplete] = useState(false)
  const [tried, setTried] = useState(false)
  const { client } = company
  const { price, coupon, isAsking } = pricing
  const isPaying = purchase.stage === 'paying'
  const isLoading = isPaying || isAsking || !price || !client
  const isReady = agreed && !coupon.isOpen && cardComplete && !isLoading

  const subscribe = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isReady && client) void purchase.pay(() => cardMethod(client))
    else if (!agreed) document.querySelector<HTMLElement>('#terms')?.focus()
    else if (coupon.isOpen) document.querySelector<HTMLElement>('input[name=coupon]')?.focus()
  }
  return (
    <form noValidate onSubmit={subscribe} className="md:grid md:grid-cols-[23rem_minmax(0,1fr)]">
      <section
        aria-labelledby="order-title"
        className="border-line bg-panel px-4 py-5 max-md:border-b md:border-r md:px-6"
      >
        <h3 id="order-title" className="mb-2 text-13 font-strong text-faded">
          {t('checkout.order')}
        </h3>
        <OrderSummary wanted={wanted} price={price} busy={isAsking} />
        <div className="mt-5">
          <CouponField
            coupon={coupon}
            saved={price?.saved ?? 0}
            blocking={tried && coupon.isOpen ? t('subscribe.error.validate-coupon') : undefined}
            disabled={isPaying || !price}
          />
        </div>
      </section>
      <section aria-labelledby="payment-title" className="grid content-start gap-4 px-4 py-5 md:px-6">
        <h3 id="payment-title" className="-mb-2 text-13 font-strong text-faded">
          {t('checkout.payment')}
        </h3>
        <CheckoutNotice notice={purchase.notice} />
        {isTest && <p className="border-l-2 border-accent bg-accent-wash px-3 py-2 text-13">{t('checkout.test')}</p>}
        <TermsBox checked={agreed} onChange={setAgreed} missing={tried && !agreed} disabled={isPaying} />
        {agreed && price && (
          <ExpressCheckout
            client={client}
            card={card}
            amount={price.amount}
            label={t(`plan.${products[wanted.productId].name}`)}
            disabled={isLoading || coupon.isOpen}
            onPay={paymentMethod => purchase.pay(() => Promise.resolve(paymentMethod))}
          />
        )}
        <div>
          {company.error ? (
            <p role="alert" className="flex flex-wrap items-center gap-x-3 text-14 text-wrong">
              {t('checkout.card-unavailable')}
              <Button onClick={company.retry}>{t('error.retry')}</Button>
            </p>
          ) : (
            <CardForm
              client={client}
              onComplete={setCardComplete}
              wrong={tried && !cardComplete ? t('checkout.card-missing') : undefined}
              disabled={isPaying}
            />
          )}
          <p className="mt-2 text-12 text-faded">{t('card.safe')}</p>
        </div>
        <div>
          <Button type="submit" variant="subscribe" aria-disabled={!isReady} className="w-full md:min-h-11">
            {isPaying
              ? t('checkout.paying')
              : price?.amount
                ? t('checkout.pay', { amount: money(price.amount) })
                : t('checkout.pay.nothing')}
          </Button>
          <p className="mt-2 text-12 text-faded">{t('checkout.renews')}</p>
        </div>
      </section>
    </form>
  )
}

/** Creates a payment method from the typed card. Errors in the card are shown by the payment provider's fields. */
async function cardMethod(client: NonNullable<Props['company']['client']>): Promise<string | undefined> {
  try {
    const made = await client.createPaymentMethod({})
    if ('id' in made) return made.id
    console.error(made.error)
  } catch (error) {
    console.error(error)
  }
  return undefined
}
