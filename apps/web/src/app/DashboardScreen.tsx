import { user } from '@finlist/contract/account/account'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { callQuery, queryClient } from '../api/query-client.ts'
import { AccountScreen } from '../features/account/AccountScreen.tsx'
import { WaitingReceipts } from '../features/billing/dashboard/receipts/WaitingReceipts.tsx'
import { SubscriptionsTab } from '../features/billing/dashboard/SubscriptionsTab.tsx'
import { fetchPlans } from '../features/billing/queries.ts'
import { Skeleton } from '../ui/skeleton.tsx'

const ReceiptsTab = lazy(() => import('../features/billing/dashboard/ReceiptsTab.tsx'))
const FirstSteps = lazy(() => import('../features/first-steps/FirstSteps.tsx'))

export function fetchFirst() {
  const isFirstTab = !new URLSearchParams(location.search).has('tab')
  return Promise.all([queryClient.prefetchQuery(callQuery(user)), isFirstTab && fetchPlans()])
}

/** My Account. Two of its tabs come from the billing feature. */
export default function DashboardScreen() {
  const receipts = (
    <Suspense fallback={<WaitingReceipts />}>
      <ReceiptsTab />
    </Suspense>
  )
  return <AccountScreen subscriptions={<FirstTab />} receipts={receipts} />
}

/** The user's plans; for a new user, below the first steps. Waits until it is known which, so that nothing moves. */
function FirstTab() {
  const { data: me, isPending } = useQuery(callQuery(user))
  const waiting = <Skeleton className="h-96 w-full" />
  if (isPending) return waiting
  if (!me?.isNew) return <SubscriptionsTab />
  return (
    <Suspense fallback={waiting}>
      <FirstSteps waiting={waiting}>
        <SubscriptionsTab />
      </FirstSteps>
    </Suspense>
  )
}
