import type { Subscription } from '@finlist/contract/billing'
import { ChevronRight } from 'lucide-react'
import { hongKongDate } from '../../../components/hong-kong-date.ts'
import { money } from '../../../components/money.ts'
import { usePlanWords } from '../../../components/plan-words.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { costOf } from './cost-of.ts'
import { SubscriptionBadges } from './SubscriptionBadges.tsx'

/** Summary of one plan. A click anywhere opens it. */
export function SubscriptionCard({ held, onOpen }: { held: Subscription; onOpen: () => void }) {
  const t = useTranslation('dashboard')
  const words = usePlanWords()
  const cost = costOf(held)
  const period = words.period(held.billingPeriodId)
  const date = nextDateOf(held)
  return (
    <li className="group relative isolate flex items-center gap-3 border-b border-line py-4 before:absolute before:inset-y-0 before:-inset-x-3 before:-z-1 hover:before:bg-wash">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-6 gap-y-2">
        <div className="min-w-[min(100%,15rem)] flex-1">
          <h3 className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <button
              type="button"
              data-on-paper
              onClick={onOpen}
              className="text-start text-16 font-strong after:absolute after:inset-0 after:-outline-offset-2 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
            >
              {words.plan(held)}
            </button>
            <SubscriptionBadges held={held} />
          </h3>
          <p className="mt-0.5 text-14 text-faded">
            {cost === null ? period : t('plan.price', { period, amount: money(cost) })}
            {held.discountName !== undefined && ` · ${t('plan.discount', { name: held.discountName })}`}
          </p>
        </div>
        {held.disputed ? (
          <p className="text-14 md:w-44">{t('dispute.no-access')}</p>
        ) : (
          <dl className="text-14 max-md:flex max-md:gap-2 md:w-44">
            <dt className="text-13 text-faded">{t(date.label)}</dt>
            <dd className="figures md:text-start">{hongKongDate(date.at, 'long')}</dd>
          </dl>
        )}
      </div>
      <ChevronRight size={18} aria-hidden className="shrink-0 text-faded group-hover:text-ink" />
    </li>
  )
}

/** The next relevant date, and its label. */
export function nextDateOf({ status, nextBillingDate, subscriptionPeriodEnd }: Subscription) {
  if (nextBillingDate === null) return { label: 'expires', at: subscriptionPeriodEnd } as const
  return { label: status === 'past_due' ? 'next-attempt' : 'next-billing', at: nextBillingDate } as const
}

/** Placeholder with the height of a card that has one line of badges. */
export const WaitingCard = () => (
  <li className="flex items-center gap-6 border-b border-line py-4">
    <span className="min-w-0 flex-1">
      <Skeleton className="h-5 w-28" />
      <Skeleton className="mt-2 h-4 w-40" />
    </span>
    <span className="max-md:hidden md:w-44">
      <Skeleton className="h-3.5 w-24" />
      <Skeleton className="mt-2 h-4 w-32" />
    </span>
  </li>
)
