import type { PlanDetail } from '@finlist/contract/affiliate'
import { dollars } from '../../components/money.ts'
import { usePlanWords } from '../../components/plan-words.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { FigureTable } from '../../ui/figure-table.tsx'

/** The plans bought with the code, with their buyers and income. */
export function Plans({ plans }: { plans: readonly PlanDetail[] }) {
  const t = useTranslation('affiliate')
  const words = usePlanWords()
  return (
    <FigureTable
      caption={t('plans')}
      rows={plans}
      keyOf={({ productId, billingPeriodId }) => `${productId} ${billingPeriodId}`}
      columns={[
        { label: t('plan'), of: ({ productId }) => words.plan({ productId }) },
        { label: t('period'), words: true, of: ({ billingPeriodId }) => words.period(billingPeriodId) },
        { label: t('customers'), of: ({ customers }) => customers.toLocaleString('en-HK') },
        { label: t('income'), unit: 'HK$', of: ({ income }) => dollars(income) },
      ]}
    />
  )
}
