import { type PeriodId, periods } from '@finlist/domain/plans/catalogue'
import { useTexts } from '../../../i18n/texts.ts'
import { money } from './money.ts'

type Props = { price: { amount: number; nextAmount: number; trialDays?: number }; billingPeriodId: PeriodId }

/** What is charged now and what then, and how often: after coupon and credit. */
export function BillingText({ price: { amount, nextAmount, trialDays = 0 }, billingPeriodId }: Props) {
  const t = useTexts('billing')
  const count = periods[billingPeriodId].months
  const later = money(nextAmount)
  if (trialDays > 0) return t('billing-text.trial', { trial: t('trial', { count: trialDays }), later, count })
  return t('billing-text', { now: money(amount), later, count })
}
