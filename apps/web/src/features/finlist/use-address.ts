import { useLocation, useNavigate } from 'react-router'
import { changedQuery } from '../../parts/changed-query.ts'

/** Which issue and which stock the address names, and the ways to change it. */
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
    /** What the address says for a date, whether it is one or not. */
    said: date || undefined,
    stock,
    /** The address that shows a stock; without its code at the end. */
    stockAddress: to({ stock: '' }),
    chooseIssue: (issueDate: string, replace: boolean) => void navigate(to({ issueDate, stock: null }), { replace }),
    /** From the list a stock is a step forward; from stock to stock the step stays one. */
    openStock: (stockCode: string) =>
      void navigate(to({ stock: stockCode }), {
        replace: stock !== null,
        state: { listBehind: stock === null || listBehind },
      }),
    closeStock: () => void (listBehind ? navigate(-1) : navigate(to({ stock: null }), { replace: true })),
  }
}
