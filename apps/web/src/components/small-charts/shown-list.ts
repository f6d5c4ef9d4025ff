import { skipToken, useQuery } from '@tanstack/react-query'
import { queryClient } from '../../api/query-client.ts'
import { read, write } from '../../api/storage.ts'

/** A list as it is shown on a screen, with its stocks in their order. */
export type ShownList = { title: string; stocks: readonly { symbol: string; code: string; name: string }[] }

const most = 500
const key = ['shown list']
queryClient.setQueryDefaults(key, { gcTime: Infinity, staleTime: Infinity })

/**
 * Opens the list next to the chart that the user is about to open, so that they can step through it. It is kept like an
 * answer of the server: until the page is closed or the user signs out.
 */
export function flipThrough({ title, stocks }: ShownList) {
  queryClient.setQueryData<ShownList>(key, { title, stocks: stocks.slice(0, most) })
  write('chartAround', { ...read('chartAround'), column: true, list: 'shown' })
}

/** The list from which a chart was last opened, which is never requested. */
export const useShownList = () => useQuery<ShownList>({ queryKey: key, queryFn: skipToken })
