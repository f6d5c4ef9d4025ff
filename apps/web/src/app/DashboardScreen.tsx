import { user } from '@finlist/contract/account/account'
import { lazy, Suspense } from 'react'
import { callQuery, queryClient } from '../api/query-client.ts'
import { AccountScreen } from '../features/account/AccountScreen.tsx'
import { WaitingReceipts } from '../features/billing/dashboard/receipts/WaitingReceipts.tsx'
import { SubscriptionsTab } from '../features/billing/dashboard/SubscriptionsTab.tsx'
import { fetchPlans } from '../features/billing/queries.ts'

const ReceiptsTab = lazy(() => import('../features/billing/dashboard/ReceiptsTab.tsx'))

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
  return <AccountScreen subscriptions={<SubscriptionsTab />} receipts={receipts} />
}
