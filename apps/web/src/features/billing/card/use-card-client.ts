import { paymentsConfig } from '@finlist/contract/billing'
import { useQuery } from '@tanstack/react-query'
import type { CardClient } from '../../../api/card-client/card-client.ts'
import { request } from '../../../api/request.ts'

/**
 * The payment provider's client in this browser. Its code is fetched when a component with this hook is mounted. Use it
 * in dialogs only, so that people who merely browse are not reported to the payment provider.
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
