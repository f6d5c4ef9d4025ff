import { AccountScreen } from '../features/account/AccountScreen.tsx'
import { ReceiptsTab } from '../features/billing/dashboard/ReceiptsTab.tsx'
import { SubscriptionsTab } from '../features/billing/dashboard/SubscriptionsTab.tsx'

/** My Account: billing fills two of the account's tabs. */
export default function DashboardScreen() {
  return <AccountScreen subscriptions={<SubscriptionsTab />} receipts={<ReceiptsTab />} />
}
