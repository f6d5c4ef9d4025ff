import type { Subscription } from '@finlist/contract/billing'
import { useLocation, useNavigate } from 'react-router'

const cardHash = '#card'

/** The dialog that the address says is open, so that the way back closes it and a link or a new sign-in opens it. */
export function useAccountDialog(subscriptions: readonly Subscription[]) {
  const { search, hash, state } = useLocation()
  const navigate = useNavigate()
  const isOurs = (state as { fromAccount?: boolean } | null)?.fromAccount === true
  const [first] = new URLSearchParams(search).values()
  return {
    subscription: hash === cardHash ? undefined : subscriptions.find(({ subscriptionId }) => subscriptionId === first),
    isCard: hash === cardHash,
    openSubscription: (id: string) =>
      void navigate(`/dashboard?subscriptionId=${encodeURIComponent(id)}`, { state: { fromAccount: true } }),
    /** Takes the place of another dialog. */
    openCard: () => {
      const isInPlace = hash !== '' || search !== ''
      const toBack = isInPlace ? isOurs : true
      void navigate(`/dashboard${cardHash}`, { replace: isInPlace, state: { fromAccount: toBack } })
    },
    close: () => void (isOurs ? navigate(-1) : navigate('/dashboard', { replace: true })),
  }
}
