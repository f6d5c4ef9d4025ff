import { paymentsConfig } from '@finlist/contract/billing'
import { useQuery } from '@tanstack/react-query'
import type { CardClient } from '../../../api/card-client/card-client.ts'
import { request } from '../../../api/request.ts'

/**
 * The payment provider as this browser speaks to it. Its code is fetched when the component that uses this appears: use it
 * in a dialog alone, so that nobody who only looks around tells the payment provider of it.
 */
export function useCardClient(): { client: CardClient | undefined; error: Error | null; retry: () => void } {
  const loading = useQuery<CardClient>({
    queryKey: ['card-client'],
    queryFn: async ({ signal }) => {
      const [config, { loadCardClient }] = await Promise.all([
        request(paymentsConfig, { signal }),
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
