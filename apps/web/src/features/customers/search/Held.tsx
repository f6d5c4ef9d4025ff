import type { FoundCustomer } from '@finlist/contract/staff/customers'
import type { Role } from '@finlist/domain/plans/roles'
import { usePlanWords } from '../../../components/plan-words.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { Badge } from '../../../ui/badge.tsx'

const everyPlan = new Set<Role>(['friend', 'staff', 'admin'])

/** The user's current plans, and whether a payment is overdue or disputed. */
export function Held({ person: { productIds, pastDue, disputed, roles } }: { person: FoundCustomer }) {
  const t = useTranslation('customers')
  const words = usePlanWords()
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {roles.some(role => everyPlan.has(role)) ? (
        t('grant.every')
      ) : productIds.length > 0 ? (
        productIds.map(productId => words.plan({ productId })).join(t('and'))
      ) : (
        <span className="text-faded">{t('grant.none')}</span>
      )}
      {disputed && <Badge variant="wrong">{t('dispute.open')}</Badge>}
      {pastDue && <Badge variant="wrong">{t('subscription.past_due')}</Badge>}
    </span>
  )
}
