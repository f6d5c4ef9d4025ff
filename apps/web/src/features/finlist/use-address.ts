import { useLocation, useNavigate } from 'react-router'
import { changedQuery } from '../../components/changed-query.ts'

/** The issue and the stock named in the address, and functions that change them. */
export function useAddress() {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const named = new URLSearchParams(search)
  const date = named.get('issueDate')
  const stock = named.get('stock')
  const to = (changes: Record<string, string | null>) => {
    const next = changedQuery(search, changes)
    return `${pathname}${next.size ? `?${next}` : ''}`
  }
  const listBehind = (state as { listBehind?: boolean } | null)?.listBehind === true
  return {
    issueDate: date !== null && /^\d{4}-\d\d-\d\d$/.test(date) ? date : undefined,
    /** The date exactly as in the address, even if it is invalid. */
    said: date || undefined,
    stock,
    /** The address that opens a stock, without the code at its end. */
    stockAddress: to({ stock: '' }),
    chooseIssue: (issueDate: string, replace: boolean) => void navigate(to({ issueDate, stock: null }), { replace }),
    /** Opening a stock from the list adds a history entry. Stepping to another stock replaces that entry. */
    openStock: (stockCode: string) =>
      void navigate(to({ stock: stockCode }), {
        replace: stock !== null,
        state: { listBehind: stock === null || listBehind },
      }),
    closeStock: () => void (listBehind ? navigate(-1) : navigate(to({ stock: null }), { replace: true })),
  }
}
