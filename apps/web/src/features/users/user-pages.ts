import { countUsers, listUsers, type UserBadge } from '@finlist/contract/staff/users'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { callQuery } from '../../api/query-client.ts'
import { request } from '../../api/request.ts'

export type Wanted = { search: string; filter: UserBadge | undefined }
type Place = { page: number; before?: number }

const queryOf = ({ search, filter }: Wanted) => ({ ...(search && { search }), ...(filter && { filter }) })

/** Query for the pages of users, numbered from 0. There is no further page once a page is empty. */
export const userPages = (wanted: Wanted) =>
  infiniteQueryOptions({
    queryKey: [listUsers.path, queryOf(wanted)],
    queryFn: ({ pageParam, signal }) => request(listUsers, { query: { ...pageParam, ...queryOf(wanted) }, signal }),
    initialPageParam: { page: 0 } as Place,
    getNextPageParam: ({ data, dataCount }, _, { page }): Place | undefined =>
      dataCount > 0 ? { page: page + 1, before: data.at(-1)!.userId } : undefined,
  })

export const userCount = (wanted: Wanted) => callQuery(countUsers, { query: queryOf(wanted) })
