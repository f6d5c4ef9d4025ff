import type { PricePreview } from '@finlist/contract/billing'
import { markets } from '@finlist/domain/markets'
import { products } from '@finlist/domain/plans/products'
import { CircleCheck } from 'lucide-react'
import { money } from '../../../components/money.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import type { Wanted } from '../plans/use-wanted-plan.ts'
import { billingDay } from '../price/billing-day.ts'

type Props = { wanted: Wanted; price: PricePreview; onClose: () => void }

/** Confirms the purchase. Every link reloads the page, because its data is outdated now. */
export function PaymentSucceeded({ wanted: { productId }, price, onClose }: Props) {
  const t = useTranslation('billing')
  const { name, market } = products[productId]
  const suffix = markets.find(({ id }) => id === market)?.linkSuffix
  const plan = t(`plan.${name}`)
  const facts = [
    [t('checkout.done.paid'), money(price.amount)],
    [t(price.trialDays > 0 ? 'checkout.done.first' : 'checkout.done.next'), billingDay(price.nextBillingDate)],
  ]
  return (
    <div className="px-4 py-6 md:px-6">
      <p ref={bringThere} tabIndex={-1} className="flex items-center gap-3 text-16 font-strong outline-none">
        <CircleCheck size={28} strokeWidth={1.75} aria-hidden className="shrink-0 text-good" />
        {t('checkout.done.text', { plan })}
      </p>
      <dl className="mt-5 border-y border-line text-14">
        {facts.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-4 py-2 not-first:border-t not-first:border-line">
            <dt className="text-faded">{label}</dt>
            <dd className="figures font-strong">{value}</dd>
          </div>
        ))}
      </dl>
      {price.amount > 0 && <p className="mt-3 text-13 text-faded">{t('checkout.done.receipt')}</p>}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button className="max-md:flex-1" onClick={onClose}>
          {t('checkout.done.close')}
        </Button>
        {suffix && (
          <a href={`/finlist-${suffix}`} className={buttonClass('main', 'max-md:flex-1')}>
            {t('checkout.done.open', { plan })}
          </a>
        )}
      </div>
    </div>
  )
}

/**
 * Moves the focus to the success message, because the pressed button has been removed. The message is then announced.
 */
const bringThere = (said: HTMLElement | null) => said?.focus()
