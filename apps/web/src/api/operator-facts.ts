import { operator } from '@finlist/contract/operator'
import { queryOptions } from '@tanstack/react-query'
import { ask } from './ask.ts'
import { write } from './storage.ts'

/** Needs no token: it is asked for before anything else, and kept for the next time. */
export const operatorFacts = queryOptions({
  queryKey: [operator.path],
  queryFn: async ({ signal }) => {
    const facts = await ask(operator, { signal })
    write('operator', facts)
    return facts
  },
  staleTime: 10 * 60_000,
})
