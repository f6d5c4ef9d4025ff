import type { Subscription } from '@finlist/contract/billing'
import { hongKongDate } from '../../../components/hong-kong-date.ts'
import { usePlanWords } from '../../../components/plan-words.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { Badge } from '../../../ui/badge.tsx'

/** Badges for everything unusual about a subscription. */
export function SubscriptionBadges({ held }: { held: Subscription }) {
  const t = useTranslation('dashboard')
  const words = usePlanWords()
  const { status, hasAutoRenew, futureBillingPeriodId, subscriptionPeriodEnd, disputed } = held
  if (disputed) return <Badge variant="wrong">{t(disputed.isLost ? 'badge.dispute-lost' : 'badge.disputed')}</Badge>
  return (
    <>
      {status === 'past_due' && <Badge variant="wrong">{t('badge.past-due')}</Badge>}
      {status === 'trialing' && <Badge variant="good">{t('badge.trial')}</Badge>}
      {!hasAutoRenew && <Badge>{t('badge.no-renewal')}</Badge>}
      {futureBillingPeriodId !== 0 && (
        <Badge variant="accent">
          {t('badge.downgrade', {
            period: words.period(futureBillingPeriodId),
            date: hongKongDate(subscriptionPeriodEnd),
          })}
        </Badge>
      )}
    </>
  )
}
