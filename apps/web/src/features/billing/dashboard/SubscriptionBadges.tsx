import type { Subscription } from '@finlist/contract/billing'
import { useTexts } from '../../../i18n/texts.ts'
import { hongKongDate } from '../../../parts/hong-kong-date.ts'
import { usePlanWords } from '../../../parts/plan-words.ts'
import { Badge } from '../../../ui/badge.tsx'

/** What is not as usual with a subscription. */
export function SubscriptionBadges({ held }: { held: Subscription }) {
  const t = useTexts('dashboard')
  const words = usePlanWords()
  const { status, hasAutoRenew, futureBillingPeriodId, subscriptionPeriodEnd, disputed } = held
  if (disputed) return <Badge look="wrong">{t(disputed.isLost ? 'badge.dispute-lost' : 'badge.disputed')}</Badge>
  return (
    <>
      {status === 'past_due' && <Badge look="wrong">{t('badge.past-due')}</Badge>}
      {status === 'trialing' && <Badge look="good">{t('badge.trial')}</Badge>}
      {!hasAutoRenew && <Badge>{t('badge.no-renewal')}</Badge>}
      {futureBillingPeriodId !== 0 && (
        <Badge look="accent">
          {t('badge.downgrade', {
            period: words.period(futureBillingPeriodId),
            date: hongKongDate(subscriptionPeriodEnd),
          })}
        </Badge>
      )}
    </>
  )
}
