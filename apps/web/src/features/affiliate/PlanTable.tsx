import type { PlanDetail } from '@finlist/contract/affiliate'
import { useTexts } from '../../i18n/texts.ts'
import { dollars } from '../../parts/money.ts'
import { usePlanWords } from '../../parts/plan-words.ts'

/** Who bought which plan with the code, and what it brought. */
export function PlanTable({ plans }: { plans: readonly PlanDetail[] }) {
  const t = useTexts('affiliate')
  const words = usePlanWords()
  return (
    <table className="mt-1 w-full text-13 tabular-nums">
      <caption className="sr-only">{t('plans')}</caption>
      <thead>
        <tr className="border-b border-ink text-12 [&>th]:py-1.5 [&>th]:align-bottom [&>th]:font-strong">
          <th scope="col" className="text-start">
            {t('plan')}
          </th>
          <th scope="col" className="text-start">
            {t('period')}
          </th>
          <th scope="col" className="text-end">
            {t('customers')}
          </th>
          <th scope="col" className="text-end">
            {t('income')} <span className="font-normal text-faded">HK$</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {plans.map(({ productId, billingPeriodId, customers, income }) => (
          <tr key={`${productId} ${billingPeriodId}`} className="h-9 border-b border-line hover:bg-wash">
            <th scope="row" className="pr-2 text-start font-normal">
              {words.plan({ productId })}
            </th>
            <td className="pr-2">{words.period(billingPeriodId)}</td>
            <td className="text-end">{customers.toLocaleString('en-HK')}</td>
            <td className="text-end">{dollars(income)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
