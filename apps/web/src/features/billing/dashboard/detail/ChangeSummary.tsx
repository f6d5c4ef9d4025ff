import type { CardDetails, Subscription, UpdatePreview } from '@finlist/contract/billing'
import { featuresOf, type PeriodId } from '@finlist/domain/plans/catalogue'
import { useTexts } from '../../../../i18n/texts.ts'
import { hongKongDate } from '../../../../parts/hong-kong-date.ts'
import { money } from '../../../../parts/money.ts'
import { usePlanWords } from '../../../../parts/plan-words.ts'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { useCardName } from '../card-name.ts'

type Props = {
  held: Subscription
  billingPeriodId: PeriodId
  card: CardDetails | null
  price: UpdatePreview | undefined
  /** The preview without a coupon. */
  plain: UpdatePreview | undefined
  /** Cents that the coupon takes off. */
  saved: number
  busy: boolean
}

/** What the change is: now for a prorated charge, or later for the new price; and what comes and goes with it. */
export function ChangeSummary({ held, billingPeriodId, card, price, plain, saved, busy }: Props) {
  const t = useTexts('dashboard')
  const nameOf = useCardName()
  const words = usePlanWords()
  if (!price) return <Waiting />
  const { downgrade, nextBillingDate, nextAmount, amount } = price
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
            ? t('change.trial', { date, amount: money(nextAmount) })
            : t('change.upgrade')}
      </p>
      <Consequences held={held} billingPeriodId={billingPeriodId} />
      {!downgrade && held.status !== 'trialing' && (
        <Sum held={held} billingPeriodId={billingPeriodId} price={price} plain={plain ?? price} saved={saved} />
      )}
    </div>
  )
}

function Consequences({ held, billingPeriodId }: Pick<Props, 'held' | 'billingPeriodId'>) {
  const t = useTexts('dashboard')
  const billing = useTexts('billing')
  const words = usePlanWords()
  const { productId, futureBillingPeriodId, hasAutoRenew, subscriptionPeriodEnd } = held
  const before = featuresOf(productId, held.billingPeriodId)
  const after = featuresOf(productId, billingPeriodId)
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

/** Cents, before credit. */
export const dueOf = ({ amount, credit }: UpdatePreview) => amount + credit

type SumProps = Pick<Props, 'held' | 'billingPeriodId' | 'saved'> & { price: UpdatePreview; plain: UpdatePreview }

function Sum({ held, billingPeriodId, price, plain, saved }: SumProps) {
  const t = useTexts('dashboard')
  const billing = useTexts('billing')
  const words = usePlanWords()
  const { amount, credit, couponDetail } = price
  const lines = [
    { label: words.period(billingPeriodId), cents: plain.nextAmount },
    {
      label: t('change.unused', { period: words.lower(held.billingPeriodId) }),
      cents: dueOf(plain) - plain.nextAmount,
    },
    { label: billing('checkout.coupon', { code: couponDetail?.code ?? '' }), cents: -saved },
    { label: billing('checkout.credit'), cents: -credit },
  ].filter(({ cents }, at) => at === 0 || cents < 0)
  return (
    <>
      <dl className="mt-4">
        {lines.map(({ label, cents }) => (
          <div key={label} className={`flex justify-between gap-x-4 py-1 text-14 ${cents < 0 ? 'text-good' : ''}`}>
            <dt className="min-w-0 wrap-anywhere">{label}</dt>
            <dd className="figures whitespace-nowrap">{money(cents)}</dd>
          </div>
        ))}
        <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-ink pt-3">
          <dt className="text-14 font-strong">{billing('checkout.today')}</dt>
          <dd aria-live="polite" className="text-28 font-strong tracking-tight">
            {money(amount)}
          </dd>
        </div>
      </dl>
      <p className="text-13 text-faded">
        {t('change.next', { amount: money(price.nextAmount), date: hongKongDate(price.nextBillingDate, 'long') })}
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
