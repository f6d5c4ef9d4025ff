import { paymentsConfig } from '@finlist/contract/billing'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../../api/ask.ts'
import type { CardClient } from '../../../api/card-client/card-client.ts'

/**
 * The card company as this browser speaks to it. Its code is fetched when the component that uses this appears: use it
 * in a dialog alone, so that nobody who only looks around tells the card company of it.
 */
export function useCardClient(): { client: CardClient | undefined; error: Error | null; retry: () => void } {
  const loading = useQuery<CardClient>({
    queryKey: ['card-client'],
    queryFn: async ({ signal }) => {
      const [config, { loadCardClient }] = await Promise.all([
        ask(paymentsConfig, { signal }),
        import('../../../api/card-client/card-client.ts'),
      ])
      return loadCardClient(config)
    },
    staleTime: Infinity,
    gcTime: Infinity,
    networkMode: 'always',
    structuralSharing: false,
  })
  return { client: loading.data, error: loading.error, retry: () => void loading.refetch() }
}
