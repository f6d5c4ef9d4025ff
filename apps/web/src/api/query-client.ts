import type { AnyCall } from '@finlist/contract/call'
import { QueryClient, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { CallError } from './call-error.ts'
import { type RequestOptions, request } from './request.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a network, a call fails immediately, so that the screen reports the failure instead of waiting silently.
    queries: {
      networkMode: 'always',
      staleTime: 60_000,
      retry: isWorthRetrying,
      retryDelay: 800,
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { topics?: AnyCall['topics'] }
  }
}

/** Tags a call's queries with the topics in its contract. `invalidate.ts` finds queries by these topics. */
export const madeFrom = ({ topics }: Pick<AnyCall, 'topics'>) => ({ topics })

/**
 * Query options for a call, keyed by its path and arguments. A call that changes data is never retried or repeated
 * automatically.
 */
export function callQuery<C extends AnyCall>(
  call: C,
  asking: Omit<RequestOptions<C>, 'signal'> = {} as RequestOptions<C>,
) {
  return queryOptions<z.output<C['data']>>({
    queryKey: [call.path, asking],
    meta: madeFrom(call),
    queryFn: ({ signal }) =>
      (request as (call: C, asking: object) => Promise<z.output<C['data']>>)(call, { ...asking, signal }),
    ...(call.changes && { retry: false, staleTime: Infinity, refetchOnReconnect: false }),
  })
}

/**
 * Retries once, and only when there was no response or a proxy responded in place of the server: a response from the
 * server itself is final.
 */
function isWorthRetrying(failures: number, error: unknown): boolean {
  return (
    failures < 1 &&
    error instanceof CallError &&
    error.errors.length === 0 &&
    [0, 502, 503, 504].includes(error.httpStatus)
  )
}
