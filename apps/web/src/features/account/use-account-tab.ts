import { useSearchParams } from 'react-router'

export const accountTabs = ['subscriptions', 'receipts', 'preferences', 'activity'] as const
export type AccountTab = (typeof accountTabs)[number]

/** The first query parameter may be a subscription's id, so the first tab's address has none. */
export const addressOf = (tab: AccountTab) => (tab === 'subscriptions' ? '/dashboard' : `/dashboard?tab=${tab}`)

/** The tab named by the address, else the first. */
export function useAccountTab(): AccountTab {
  const [named] = useSearchParams()
  return accountTabs.find(tab => tab === named.get('tab')) ?? 'subscriptions'
}
