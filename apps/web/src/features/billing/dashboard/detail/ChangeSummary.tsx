import type { CardDetails, Subscription, UpdatePreview } from '@finlist/contract/billing'
import { type PeriodId, planFeaturesOf } from '@finlist/domain/plans/catalogue'
import { hongKongDate } from '../../../../components/hong-kong-date.ts'
import { money } from '../../../../components/money.ts'
import { usePlanWords } from '../../../../components/plan-words.ts'
import { useTranslation } from '../../../../i18n/texts.ts'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { useNextPayment } from '../../price/next-payment.ts'
import { PriceLines } from '../../price/PriceLines.tsx'
import { useCardName } from '../card-name.ts'

type Props = {
  held: Subscription
  billingPeriodId: PeriodId
  card: CardDetails | null
  price: UpdatePreview | undefined
  busy: boolean
}

/**
 * Summary of the change. It takes effect either immediately, for a prorated charge, or later, at the new price. Lists
 * the features gained and lost.
 */
export function ChangeSummary({ held, billingPeriodId, card, price, busy }: Props) {
  const t = useTranslation('dashboard')
  const nameOf = useCardName()
  const nextPaymentOf = useNextPayment()
  const words = usePlanWords()
  if (!price) return <Waiting />
  const { downgrade, nextBillingDate, amount } = price
  const date = hongKongDate(nextBillingDate, 'long')
  return (
    <div aria-busy={busy} className={busy ? 'opacity-55' : ''}>
      <p className="text-14">
        {downgrade
          ? t('change.downgrade', {
              date,
              period: words.lower(billingPeriodId),
              amount: money(amount),
              card: card ? nameOf(card) : t('card.none'),
            })
          : held.status === 'trialing'
            ? t('change.trial', { date, amount: nextPaymentOf(price).amount })
            : t('change.upgrade')}
      </p>
      <Consequences held={held} billingPeriodId={billingPeriodId} />
      {!downgrade && held.status !== 'trialing' && <Sum held={held} billingPeriodId={billingPeriodId} price={price} />}
    </div>
  )
}

function Consequences({ held, billingPeriodId }: Pick<Props, 'held' | 'billingPeriodId'>) {
  const t = useTranslation('dashboard')
  const billing = useTranslation('billing')
  const words = usePlanWords()
  const { productId, futureBillingPeriodId, hasAutoRenew, subscriptionPeriodEnd } = held
  const before = planFeaturesOf(productId, held.billingPeriodId)
  const after = planFeaturesOf(productId, billingPeriodId)
  const named = (features: typeof before) => features.map(id => billing(`feature.${id}`)).join(t('change.and'))
  const gains = after.filter(id => !before.includes(id))
  const losses = before.filter(id => !after.includes(id))
  const said = [
    gains.length > 0 && t('change.gains', { features: named(gains) }),
    losses.length > 0 && t('change.losses', { features: named(losses) }),
    futureBillingPeriodId !== 0 &&
      t('change.replaces', {
        period: words.lower(futureBillingPeriodId),
        date: hongKongDate(subscriptionPeriodEnd, 'long'),
      }),
    !hasAutoRenew && t('change.renews'),
  ].filter(text => text !== false)
  if (said.length === 0) return null
  return (
    <ul className="mt-2 grid gap-1 text-14">
      {said.map(text => (
        <li key={text} className="flex gap-2 before:text-faded before:content-['·']">
          {text}
        </li>
      ))}
    </ul>
  )
}

type SumProps = Pick<Props, 'held' | 'billingPeriodId'> & { price: UpdatePreview }

function Sum({ held, billingPeriodId, price }: SumProps) {
  const t = useTranslation('dashboard')
  const words = usePlanWords()
  const next = useNextPayment()(price)
  return (
    <>
      <PriceLines
        className="mt-4"
        price={price}
        plan={words.period(billingPeriodId)}
        unused={t('change.unused', { period: words.lower(held.billingPeriodId) })}
      />
      <p className="text-13 text-faded">
        {t('change.next', { amount: next.amount, date: hongKongDate(price.nextBillingDate, 'long') })}
        {next.sum && <span className="block">{next.sum}</span>}
      </p>
    </>
  )
}

const Waiting = () => (
  <div aria-busy>
    <Skeleton className="mt-1 h-4 w-full" />
    <Skeleton className="mt-2 h-4 w-2/3" />
    <Skeleton className="mt-5 h-24 w-full" />
  </div>
)
