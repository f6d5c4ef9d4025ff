import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { usePolledUnread } from '../parts/inbox.ts'
import { everyMs, useBanners, usePolledMessages } from '../parts/system-messages.ts'
import { lastUpdated } from '../parts/update-dot.tsx'

const Toasts = lazy(() => import('../features/messages/Toasts.tsx'))

export { UnreadMark } from '../features/inbox/UnreadMark.tsx'

/**
 * Load it lazily, once the network is idle, with the texts of 'notices'. What is asked for again every five minutes, in
 * this order: the messages, how much of the inbox is unread, and what the dots show. Shows the messages.
 */
export default function Polls() {
  usePolledMessages()
  usePolledUnread(everyMs)
  useQuery({ ...lastUpdated, refetchInterval: everyMs, refetchOnWindowFocus: true, retry: false })
  const messages = useBanners()
  return messages.length > 0 && <Toasts messages={messages} />
}
