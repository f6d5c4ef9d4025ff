import { customerActivity } from '@finlist/contract/account/account-activity'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../../api/query-client.ts'
import { AccountEvents } from '../../../components/account-events.tsx'
import { StaffCallFailed } from '../../../components/notices/staff-only.tsx'
import { useTranslation } from '../../../i18n/texts.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** The customer's sign-ins, tokens, cards and changes. */
export function Activity({ userId }: { userId: number }) {
  const t = useTranslation('account')
  const { data, error, refetch } = useQuery(callQuery(customerActivity, { params: { userId: String(userId) } }))
  return (
    <section aria-labelledby="activity">
      <h2 id="activity" className="border-b border-ink pb-1.5 text-13 font-strong">
        {t('tab.activity')}
      </h2>
      {error ? (
        <StaffCallFailed error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <AccountEvents events={data} />
      ) : (
        <Skeleton className="mt-2 h-24 w-full" />
      )}
    </section>
  )
}
