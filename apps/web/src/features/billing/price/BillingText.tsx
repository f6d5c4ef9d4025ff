import { type PeriodId, periods } from '@finlist/domain/plans/catalogue'
import { money } from '../../../components/money.ts'
import { useTranslation } from '../../../i18n/texts.ts'

type Props = { price: { amount: number; nextAmount: number; trialDays?: number }; billingPeriodId: PeriodId }

/** The amounts charged now and later, after coupon and credit, and how often they are charged. */
export function BillingText({ price: { amount, nextAmount, trialDays = 0 }, billingPeriodId }: Props) {
  const t = useTranslation('billing')
  const count = periods[billingPeriodId].months
  const values = { now: money(amount), later: money(nextAmount), count }
  if (trialDays > 0) {
    const trial = t('trial', { count: trialDays })
    return t(count === 1 ? 'billing-text.trial.month' : 'billing-text.trial', { ...values, trial })
  }
  return t(count === 1 ? 'billing-text.month' : 'billing-text', values)
}
