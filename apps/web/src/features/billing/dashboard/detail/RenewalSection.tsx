import type { Subscription } from '@finlist/contract/billing'
import { hongKongDate } from '../../../../components/hong-kong-date.ts'
import { money } from '../../../../components/money.ts'
import { usePlanWords } from '../../../../components/plan-words.ts'
import { useTranslation } from '../../../../i18n/texts.ts'
import { Button } from '../../../../ui/button.tsx'
import { Section } from '../Section.tsx'
import type { Renewal } from './use-renewal.ts'

type Props = { held: Subscription; renewal: Renewal; onCancel: () => void }

/**
 * Shows whether the plan renews, with a button to change that. While a downgrade is scheduled, shows the downgrade
 * instead.
 */
export function RenewalSection({ held, renewal, onCancel }: Props) {
  const t = useTranslation('dashboard')
  const words = usePlanWords()
  const plan = words.plan(held)
  const { futureBillingPeriodId, hasAutoRenew, status, nextAmount, subscriptionPeriodEnd } = held
  const date = hongKongDate(subscriptionPeriodEnd, 'long')
  if (futureBillingPeriodId !== 0)
    return (
      <Section title={t('downgrade')}>
        <p className="mt-3 text-14">
          {t('downgrade.text', {
            date,
            plan,
            period: words.lower(futureBillingPeriodId),
            amount: money(nextAmount ?? 0),
          })}
        </p>
        <Button className="mt-3" disabled={renewal.isBusy} onClick={renewal.cancelDowngrade}>
          {t(renewal.isBusy ? 'working' : 'downgrade.cancel')}
        </Button>
      </Section>
    )
  const standing = !hasAutoRenew ? 'renewal.off' : status === 'past_due' ? 'renewal.due' : 'renewal.on'
  const label = hasAutoRenew ? 'renewal.cancel' : 'renewal.reactivate'
  return (
    <Section title={t('renewal')}>
      <p className="mt-3 text-14">{t(standing, { plan, date })}</p>
      <Button className="mt-3" disabled={renewal.isBusy} onClick={() => (hasAutoRenew ? onCancel() : renewal.toggle())}>
        {t(renewal.isBusy ? 'working' : label)}
      </Button>
    </Section>
  )
}
