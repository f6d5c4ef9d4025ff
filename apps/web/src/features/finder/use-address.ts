import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type Address, readAddress, writeAddress } from './address.ts'

/** The screen as its address says it, and the way to change it; `replace` makes no step to come back to. */
export function useAddress() {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const shown = useMemo(() => readAddress(search), [search])
  const change = (changes: Partial<Address>, { replace = false, state: kept }: Step = {}) =>
    void navigate(pathname + writeAddress({ ...shown, ...changes }), { replace, state: kept })
  const listBehind = (state as { listBehind?: boolean } | null)?.listBehind === true
  return {
    shown,
    change,
    /** From the list a stock is a step forward; from stock to stock the step stays one. */
    openStock: (stock: string) =>
      change(
        { stock },
        { replace: shown.stock !== undefined, state: { listBehind: shown.stock === undefined || listBehind } },
      ),
    closeStock: () => void (listBehind ? navigate(-1) : change({ stock: undefined }, { replace: true })),
  }
}
type Step = { replace?: boolean; state?: { listBehind: boolean } }
