import type { FoundCustomer } from '@finlist/contract/customers'
import { useTexts } from '../../../i18n/texts.ts'
import { usePlanWords } from '../../../parts/plan-words.ts'
import { Badge } from '../../../ui/badge.tsx'

/** What somebody holds now, and whether a payment for it is overdue. */
export function Held({ person: { productIds, pastDue } }: { person: FoundCustomer }) {
  const t = useTexts('customers')
  const words = usePlanWords()
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {productIds.length > 0 ? (
        productIds.map(productId => words.plan({ productId })).join(t('and'))
      ) : (
        <span className="text-faded">{t('holdings.none')}</span>
      )}
      {pastDue && <Badge look="wrong">{t('subscription.past_due')}</Badge>}
    </span>
  )
}
