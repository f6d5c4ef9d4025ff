import type { Customer } from '@finlist/contract/staff/customers'
import type { ReactNode } from 'react'
import { hongKongDate } from '../../../components/hong-kong-date.ts'
import { money } from '../../../components/money.ts'
import { usePlanWords } from '../../../components/plan-words.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { DescriptionList, Fact } from '../../../ui/description-list.tsx'
import { useIsPhone } from '../../../ui/is-phone.ts'
import { Section } from '../../../ui/section.tsx'
import { CompanyLink } from './CompanyLink.tsx'

type Subscription = Customer['subscriptions'][number]

export function Subscriptions({ customer: { subscriptions } }: { customer: Customer }) {
  const t = useTranslation('customers')
  const phone = useIsPhone()
  return (
    <Section
      title={t('subscriptions')}
      ruled={phone || subscriptions.length === 0}
      beside={<Count>{subscriptions.length > 0 && t('subscriptions.count', { count: subscriptions.length })}</Count>}
    >
      {subscriptions.length === 0 ? (
        <p className="py-4 text-13 text-faded">{t('subscriptions.none')}</p>
      ) : phone ? (
        <Cards subscriptions={subscriptions} />
      ) : (
        <Table subscriptions={subscriptions} />
      )}
    </Section>
  )
}

const Count = ({ children }: { children: ReactNode }) => <span className="text-13 text-faded">{children}</span>

function Table({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  const t = useTranslation('customers')
  const columns = [
    { key: 'plan', label: t('plan') },
    { key: 'state', label: t('state'), width: 16 },
    { key: 'started', label: t('started'), width: 8 },
    { key: 'period', label: t('paid-time'), width: 15 },
    { key: 'next', label: t('next'), end: true, width: 10 },
    { key: 'coupon', label: t('coupon'), width: 9 },
  ]
  return (
    <DataTable caption={t('subscriptions')} columns={columns}>
      <tbody>
        {subscriptions.map(subscription => (
          <tr key={subscription.subscriptionId} className="[&>*]:py-1.5">
            <th scope="row">
              <Plan subscription={subscription} />
            </th>
            <td>
              <State subscription={subscription} />
            </td>
            <td className="whitespace-nowrap">{hongKongDate(subscription.startedAt)}</td>
            <td className="whitespace-nowrap">{timeOf(subscription)}</td>
            <td className="figures">
              <Next subscription={subscription} />
            </td>
            <td className="truncate">
              <Coupon subscription={subscription} />
            </td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}

function Cards({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  const t = useTranslation('customers')
  return (
    <ul>
      {subscriptions.map(subscription => (
        <li key={subscription.subscriptionId} className="border-b border-line py-3 text-13">
          <div className="flex items-start justify-between gap-3">
            <p>
              <Plan subscription={subscription} />
            </p>
            <p className="figures shrink-0">
              <Next subscription={subscription} />
            </p>
          </div>
          <State subscription={subscription} />
          <DescriptionList>
            <Fact name={t('started')}>{hongKongDate(subscription.startedAt)}</Fact>
            <Fact name={t('paid-time')}>{timeOf(subscription)}</Fact>
            <Fact name={t('coupon')}>{subscription.couponId && <Coupon subscription={subscription} />}</Fact>
          </DescriptionList>
        </li>
      ))}
    </ul>
  )
}

const timeOf = ({ periodStart, periodEnd }: Subscription) => `${hongKongDate(periodStart)} – ${hongKongDate(periodEnd)}`

function Plan({ subscription }: { subscription: Subscription }) {
  const words = usePlanWords()
  return (
    <>
      <CompanyLink href={subscription.link} className="font-strong">
        {words.plan(subscription)}
      </CompanyLink>{' '}
      <span className="text-faded">{words.period(subscription.billingPeriodId)}</span>
    </>
  )
}

function State({ subscription }: { subscription: Subscription }) {
  const t = useTranslation('customers')
  const words = usePlanWords()
  const { status, renews, trialEnd, endedAt, futureBillingPeriodId, disputed } = subscription
  const isDisputed = !endedAt && disputed !== 'no'
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {isDisputed ? (
        <Badge variant="wrong">{t(`dispute.${disputed}`)}</Badge>
      ) : (
        <Badge variant={variantOf[status]}>{t(`subscription.${status}`)}</Badge>
      )}
      {!endedAt && !renews && <Badge>{t('renews.not')}</Badge>}
      <span className="text-12 text-faded">
        {isDisputed
          ? t(`dispute.${disputed}.text`)
          : endedAt
            ? t('ended.on', { date: hongKongDate(endedAt) })
            : status === 'trialing' && trialEnd
              ? t('until', { date: hongKongDate(trialEnd) })
              : futureBillingPeriodId !== 0 && t('then', { period: words.lower(futureBillingPeriodId) })}
      </span>
    </span>
  )
}

const variantOf = {
  incomplete: 'plain',
  incomplete_expired: 'plain',
  trialing: 'accent',
  active: 'good',
  past_due: 'wrong',
  unpaid: 'wrong',
  paused: 'plain',
  canceled: 'plain',
} as const

function Next({ subscription: { nextAmount, renews, endedAt } }: { subscription: Subscription }) {
  const t = useTranslation('customers')
  if (endedAt || !renews) return <span className="text-faded">{t('next.none')}</span>
  return money(nextAmount)
}

function Coupon({ subscription: { couponName, couponLink } }: { subscription: Subscription }) {
  return couponName && <CompanyLink href={couponLink}>{couponName}</CompanyLink>
}
