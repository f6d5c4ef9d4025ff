import { type InboxItem, inbox, readInbox, unread } from '@finlist/contract/inbox'
import { useQuery } from '@tanstack/react-query'
import { callQuery, madeFrom, queryClient } from '../api/query-client.ts'
import { request } from '../api/request.ts'
import { serialQueue } from '../api/serial-queue.ts'

const unreadQuery = {
  queryKey: [unread.path],
  meta: madeFrom(unread),
  queryFn: ({ signal }: { signal: AbortSignal }) => serialQueue(() => request(unread, { signal })),
  retry: false,
}

type Inbox = { unread: number; items: InboxItem[] }

/** What came in, and how much of it is unread. */
export const inboxQuery = () => callQuery(inbox)

/** Fetches how many items are unread, and again every `everyMs`. */
export function usePolledUnread(everyMs: number): void {
  useQuery({ ...unreadQuery, refetchInterval: everyMs, refetchOnWindowFocus: true })
}

/** How many items are unread, as the poll has fetched it; 0 before. */
export const useUnread = (): number => useQuery({ ...unreadQuery, enabled: false }).data?.unread ?? 0

/** Marks the items as read, or all of them; shown at once, and taken back where the server does not accept it. */
export async function markRead(ids?: readonly string[]): Promise<void> {
  const { queryKey } = inboxQuery()
  queryClient.setQueryData(queryKey, before => before && withRead(before, ids))
  try {
    showUnread(await request(readInbox, { body: ids ? { ids: [...ids] } : {} }))
  } catch (error) {
    await queryClient.invalidateQueries({ queryKey })
    throw error
  }
}

function withRead({ unread, items }: Inbox, ids: readonly string[] | undefined): Inbox {
  const isMeant = ({ id, read }: InboxItem) => !read && (!ids || ids.includes(id))
  return {
    unread: ids ? unread - items.filter(isMeant).length : 0,
    items: items.map(item => (isMeant(item) ? { ...item, read: true } : item)),
  }
}

/** Shows the bell what another answer has told. */
export const showUnread = ({ unread }: { unread: number }) => queryClient.setQueryData(unreadQuery.queryKey, { unread })
