import type { Subscription } from '@finlist/contract/billing'
import { useLocation, useNavigate } from 'react-router'

const cardHash = '#card'
const confirmHash = '#confirm'

/**
 * The open dialog. It is named in the address, so that the back button closes it, and a link or a new sign-in can open
 * it.
 */
export function useAccountDialog(subscriptions: readonly Subscription[]) {
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const [first] = new URLSearchParams(search).values()
  const isCard = hash === cardHash
  const named = isCard ? undefined : subscriptions.find(({ subscriptionId }) => subscriptionId === first)
  const confirming = hash === confirmHash ? named : undefined
  const subscription = confirming ? undefined : named
  return {
    subscription,
    confirming,
    isCard,
    openSubscription: (id: string) => void navigate(`/dashboard?subscriptionId=${encodeURIComponent(id)}`),
    // Each of these two dialogs replaces one that is open.
    openCard: () => void navigate(`/dashboard${cardHash}`, { replace: named !== undefined }),
    openConfirmation: (id: string) =>
      void navigate(`/dashboard?subscriptionId=${encodeURIComponent(id)}${confirmHash}`, {
        replace: named !== undefined,
      }),
    // Not `navigate(-1)`, because the bank's frame adds its own entries to the history.
    close: () => void navigate('/dashboard', { replace: true }),
  }
}
