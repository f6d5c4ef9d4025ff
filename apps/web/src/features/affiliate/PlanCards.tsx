import type { PlanDetail } from '@finlist/contract/affiliate'
import { useTexts } from '../../i18n/texts.ts'
import { dollars } from '../../parts/money.ts'
import { usePlanWords } from '../../parts/plan-words.ts'
import { FigureLine } from './FigureLine.tsx'

/** The plans on a phone: who bought which with the code, and what it brought. */
export function PlanCards({ plans }: { plans: readonly PlanDetail[] }) {
  const t = useTexts('affiliate')
  const words = usePlanWords()
  return (
    <ul aria-label={t('plans')} className="text-14">
      {plans.map(({ productId, billingPeriodId, customers, income }) => (
        <li key={`${productId} ${billingPeriodId}`} className="border-b border-line py-3">
          <h3 className="font-strong">
            {words.plan({ productId })} <span className="font-normal text-faded">{words.period(billingPeriodId)}</span>
          </h3>
          <dl className="mt-1 grid gap-y-0.5 text-13">
            <FigureLine name={t('customers')}>{customers.toLocaleString('en-HK')}</FigureLine>
            <FigureLine name={`${t('income')} HK$`}>{dollars(income)}</FigureLine>
          </dl>
        </li>
      ))}
    </ul>
  )
}
