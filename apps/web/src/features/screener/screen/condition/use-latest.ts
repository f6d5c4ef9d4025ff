import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * The answer to the newest question. The next question is asked when the one before it has been answered, and those in
 * between are skipped. Until then the answer before is kept.
 */
export function useLatest<Data>(
  question: string,
  queryOf: (question: string) => UseQueryOptions<Data, Error, Data, QueryKey>,
) {
  const [asked, setAsked] = useState(question)
  const { data, isFetching, isPlaceholderData, error } = useQuery<Data, Error, Data, QueryKey>({
    ...queryOf(asked),
    placeholderData: keepPreviousData as never,
  })
  if (!isFetching && asked !== question) setAsked(question)
  return { data, error, isOld: isPlaceholderData || asked !== question }
}
