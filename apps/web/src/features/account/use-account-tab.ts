import { useSearchParams } from 'react-router'

export const accountTabs = ['subscriptions', 'receipts', 'preferences', 'activity'] as const
export type AccountTab = (typeof accountTabs)[number]

/**
 * The address of a tab. The first tab's address has no query, because the first query parameter there may be a
 * subscription's id.
 */
export const addressOf = (tab: AccountTab) => (tab === 'subscriptions' ? '/dashboard' : `/dashboard?tab=${tab}`)

/** The tab named in the address, else the first one. */
export function useAccountTab(): AccountTab {
  const [named] = useSearchParams()
  return accountTabs.find(tab => tab === named.get('tab')) ?? 'subscriptions'
}
