import { lazy } from 'react'
import { usePolledUnread } from '../components/inbox.ts'
import { everyMs, useBanners, usePolledMessages } from '../components/notices/system-messages.ts'

const Toasts = lazy(() => import('../features/messages/Toasts.tsx'))

export { UnreadMark } from '../features/inbox/UnreadMark.tsx'

/**
 * Lazy-loaded once the network is idle, with the texts of 'notices'. Polls every five minutes, in this order: the
 * messages, then the inbox's unread count. Shows the messages.
 */
export default function Polls() {
  usePolledMessages()
  usePolledUnread(everyMs)
  const messages = useBanners()
  return messages.length > 0 && <Toasts messages={messages} />
}
