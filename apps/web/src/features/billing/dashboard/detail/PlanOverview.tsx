import type { Subscription } from '@finlist/contract/billing'
import type { PeriodId } from '@finlist/domain/plans/catalogue'
import { hongKongDate } from '../../../../components/hong-kong-date.ts'
import { money } from '../../../../components/money.ts'
import { usePlanWords } from '../../../../components/plan-words.ts'
import { useTranslation } from '../../../../i18n/texts.ts'
import { useNextPayment } from '../../price/next-payment.ts'
import { costOf, outstandingOf } from '../cost-of.ts'
import Disputed from '../Disputed.tsx'
import { PastDue } from '../PastDue.tsx'
import { Section } from '../Section.tsx'
import { SubscriptionBadges } from '../SubscriptionBadges.tsx'
import { nextDateOf } from '../SubscriptionCard.tsx'
import { PeriodList } from './PeriodList.tsx'
import { RenewalSection } from './RenewalSection.tsx'
import type { Renewal } from './use-renewal.ts'

type Props = {
  held: Subscription
  renewal: Renewal
  onChangeCard: () => void
  onConfirm: () => void
  onChange: (period: PeriodId) => void
  onCancelRenewal: () => void
}

/** The plan, its next charge, its periods, and its renewal. */
export function PlanOverview({ held, renewal, onChangeCard, onConfirm, onChange, onCancelRenewal }: Props) {
  const t = useTranslation('dashboard')
  const words = usePlanWords()
  const nextPaymentOf = useNextPayment()
  const cost = costOf(held)
  const next = nextDateOf(held)
  const { status, nextAmount, billingPeriodId, hasAutoRenew, futureBillingPeriodId } = held
  const payment =
    nextAmount === null
      ? undefined
      : nextPaymentOf({ ...held, nextAmount: status === 'past_due' ? outstandingOf(held) : nextAmount })
  if (held.disputed)
    return (
      <div className="px-4 pt-4 pb-[max(1.75rem,env(safe-area-inset-bottom))] md:px-6">
        <Disputed held={held} disputed={held.disputed} />
      </div>
    )
  const hasBadges = status !== 'active' || !hasAutoRenew || futureBillingPeriodId !== 0
  const period = words.period(billingPeriodId)
  const facts = [
    [t('detail.period'), cost === null ? period : t('plan.price', { period, amount: money(cost) })],
    [t(next.label), hongKongDate(next.at, 'long')],
    ...(payment ? [[t('detail.next-amount'), payment.amount]] : []),
    ...(held.discountName === undefined ? [] : [[t('detail.discount'), held.discountName]]),
  ]
  return (
    <div className="grid gap-7 px-4 pt-4 pb-[max(1.75rem,env(safe-area-inset-bottom))] md:px-6">
      <div className="grid gap-3">
        <output className="block empty:hidden">
          {renewal.done && (
            <span className="block border-l-2 border-good bg-wash px-3 py-2 text-14">{renewal.done}</span>
          )}
        </output>
        {hasBadges && (
          <p className="flex flex-wrap gap-2">
            <SubscriptionBadges held={held} />
          </p>
        )}
        {status === 'past_due' && <PastDue held={held} onChangeCard={onChangeCard} onConfirm={onConfirm} />}
        <dl className="grid grid-cols-[auto_auto] justify-between gap-x-6 gap-y-3 md:grid-cols-[auto_auto_auto] text-14">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt className="text-13 text-faded">{label}</dt>
              <dd className="font-strong">{value}</dd>
            </div>
          ))}
        </dl>
        {payment?.sum && <p className="text-14 text-faded">{t('detail.next-sum', { sum: payment.sum })}</p>}
        {status === 'trialing' && <p className="text-14 text-faded">{t('detail.trial')}</p>}
      </div>
      <Section title={t('detail.period')}>
        <PeriodList held={held} onChange={onChange} />
      </Section>
      <RenewalSection held={held} renewal={renewal} onCancel={onCancelRenewal} />
    </div>
  )
}
