import { bypassWatchlistLimit, maxWatchlists, watchlists } from '@finlist/contract/watchlist'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../api/ask.ts'
import { asked, queryClient } from '../api/query-client.ts'

export const watchlistsOfPerson = () => asked(watchlists)

/** Whether the limits do not count for the person; a call that fails or is refused means that they do. */
export function useBypass(): boolean {
  const may = useQuery({
    queryKey: [bypassWatchlistLimit.path],
    queryFn: ({ signal }) => ask(bypassWatchlistLimit, { signal }).then(() => true),
    retry: false,
  })
  return may.isSuccess
}

export const mayCreateList = (lists: number, bypass: boolean) => bypass || lists < maxWatchlists

/** After a change: everything that shows lists or positions is asked again when it is looked at. */
export async function refreshWatchlists(): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      /^\/(watchlist\/(?!stocks)|finlist\/:exchange$|finder\/:exchange$)/.test(String(path)),
  })
}
