import type { Subscription } from '@finlist/contract/billing'
import type { PeriodId } from '@finlist/domain/plans/catalogue'
import { hongKongDate } from '../../../../components/hong-kong-date.ts'
import { money } from '../../../../components/money.ts'
import { usePlanWords } from '../../../../components/plan-words.ts'
import { useTranslation } from '../../../../i18n/texts.ts'
import { otherPeriod } from './other-period.ts'

type Props = { held: Subscription; onChange: (period: PeriodId) => void }

/**
 * Offers a period with a lower cost per month or, if there is none, a period with smaller payments. States the costs.
 */
export function Alternative({ held, onChange }: Props) {
  const t = useTranslation('dashboard')
  const words = usePlanWords()
  const other = otherPeriod(held)
  if (!other) return null
  const { period, isCheaper, ...cents } = other
  return (
    <p className="mt-3 border-l-2 border-edge pl-3 text-14 text-faded">
      {t(isCheaper ? 'cancel.cheaper' : 'cancel.smaller', {
        period: words.lower(period),
        amount: money(cents.perMonth),
        now: money(cents.perMonthNow),
        whole: money(cents.whole),
        date: hongKongDate(held.subscriptionPeriodEnd),
      })}
      <button
        type="button"
        onClick={() => onChange(period)}
        className="block text-accent underline underline-offset-2 max-md:min-h-11"
      >
        {t('cancel.see', { period: words.lower(period) })}
      </button>
    </p>
  )
}
