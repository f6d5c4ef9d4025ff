import type { ListedUser } from '@finlist/contract/staff/users'
import { type ProductId, products } from '@finlist/domain/plans/products'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { usePlanWords } from '../../components/plan-words.ts'
import { useTranslation } from '../../i18n/texts.ts'

/** A user's current and past subscriptions, each with its plan, its dates, and its id at the payment provider. */
export function Subscriptions({ user: { subscriptions } }: { user: ListedUser }) {
  const t = useTranslation('users')
  const words = usePlanWords()
  if (subscriptions.length === 0) return <span className="text-faded">{t('subscriptions.none')}</span>
  return (
    <ul className="grid gap-1">
      {subscriptions.map(({ planName, stripeSubscriptionId, startDate, endDate }) => (
        <li key={`${stripeSubscriptionId} ${planName} ${startDate}`} className="wrap-anywhere">
          <span className="font-strong">{nameOf(planName)}</span>{' '}
          <span className="whitespace-nowrap">
            <time dateTime={startDate}>{hongKongDate(startDate)}</time> –{' '}
            <time dateTime={endDate}>{hongKongDate(endDate)}</time>
          </span>{' '}
          <span className="text-12 text-faded">
            {stripeSubscriptionId ? <span className="font-mono">{stripeSubscriptionId}</span> : t('given')}
          </span>
        </li>
      ))}
    </ul>
  )

  function nameOf(planName: string) {
    const known = Object.entries(products).find(([, { name }]) => name === planName)
    return known ? words.plan({ productId: Number(known[0]) as ProductId }) : planName
  }
}
