import { useSearchParams } from 'react-router'

/** The URL of the customers' screen that shows one customer or a search. */
export const addressOf = (at: { userId?: number | undefined; search?: string | undefined }) => {
  const query = new URLSearchParams()
  if (at.search) query.set('search', at.search)
  if (at.userId) query.set('userId', String(at.userId))
  return `/admin/customers${query.size > 0 ? `?${query}` : ''}`
}

/** The customer or the search named in the address. An invalid id is ignored. */
export function useCustomerAddress(): { userId: number | undefined; search: string } {
  const [query] = useSearchParams()
  return { userId: idIn(query), search: query.get('search')?.trim().slice(0, 100) ?? '' }
}

export function idIn(query: URLSearchParams): number | undefined {
  const userId = Number(query.get('userId'))
  return Number.isSafeInteger(userId) && userId > 0 ? userId : undefined
}
