import { operator } from '@finlist/contract/staff/operator'
import { queryOptions } from '@tanstack/react-query'
import { request } from './request.ts'
import { write } from './storage.ts'

/**
 * Query for the operator's facts. Needs no token, so it is made before any other. The facts are stored for the next
 * visit.
 */
export const operatorFacts = queryOptions({
  queryKey: [operator.path],
  queryFn: async ({ signal }) => {
    const facts = await request(operator, { signal })
    write('operator', facts)
    return facts
  },
  staleTime: 10 * 60_000,
})
