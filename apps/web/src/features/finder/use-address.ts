import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type Address, readAddress, writeAddress } from './address.ts'

/** The screen's state as read from its address, and functions that change it. `replace`: adds no history entry. */
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
    /** Opening a stock from the list adds a history entry. Stepping to another stock replaces that entry. */
    openStock: (stock: string) =>
      change(
        { stock },
        { replace: shown.stock !== undefined, state: { listBehind: shown.stock === undefined || listBehind } },
      ),
    closeStock: () => void (listBehind ? navigate(-1) : change({ stock: undefined }, { replace: true })),
  }
}
type Step = { replace?: boolean; state?: { listBehind: boolean } }
