import type { Subscription } from '@finlist/contract/billing'
import { useLocation, useNavigate } from 'react-router'

const cardHash = '#card'

/** The dialog that the address says is open, so that the way back closes it and a link or a new sign-in opens it. */
export function useAccountDialog(subscriptions: readonly Subscription[]) {
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const [first] = new URLSearchParams(search).values()
  const isCard = hash === cardHash
  const subscription = isCard ? undefined : subscriptions.find(({ subscriptionId }) => subscriptionId === first)
  return {
    subscription,
    isCard,
    openSubscription: (id: string) => void navigate(`/dashboard?subscriptionId=${encodeURIComponent(id)}`),
    /** Takes the place of the other dialog. */
    openCard: () => void navigate(`/dashboard${cardHash}`, { replace: subscription !== undefined }),
    // Never a step back: the bank's frame has steps of its own in the history.
    close: () => void navigate('/dashboard', { replace: true }),
  }
}
