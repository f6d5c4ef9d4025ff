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

/** The query for the inbox's items and unread count. */
export const inboxQuery = () => callQuery(inbox)

/** Polls the number of unread items every `everyMs`. */
export function usePolledUnread(everyMs: number): void {
  useQuery({ ...unreadQuery, refetchInterval: everyMs, refetchOnWindowFocus: true })
}

/** The number of unread items as last polled; 0 before that. */
export const useUnread = (): number => useQuery({ ...unreadQuery, enabled: false }).data?.unread ?? 0

/** Marks the items, or all items, as read. The change is shown immediately, and reverted if the server refuses it. */
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

/** Shows the number of unread items that came with another call's response. */
export const showUnread = ({ unread }: { unread: number }) => queryClient.setQueryData(unreadQuery.queryKey, { unread })
