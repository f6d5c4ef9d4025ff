import { lazy } from 'react'
import { usePolledUnread } from '../parts/inbox.ts'
import { everyMs, useBanners, usePolledMessages } from '../parts/system-messages.ts'

const Toasts = lazy(() => import('../features/messages/Toasts.tsx'))

export { UnreadMark } from '../features/inbox/UnreadMark.tsx'

/**
 * Load it lazily, once the network is idle, with the texts of 'notices'. What is asked for again every five minutes, in
 * this order: the messages, and how much of the inbox is unread. Shows the messages.
 */
export default function Polls() {
  usePolledMessages()
  usePolledUnread(everyMs)
  const messages = useBanners()
  return messages.length > 0 && <Toasts messages={messages} />
}
