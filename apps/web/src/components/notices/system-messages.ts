import { currentMessages, type SystemMessage } from '@finlist/contract/messages'
import { useQuery } from '@tanstack/react-query'
import { madeFrom } from '../../api/query-client.ts'
import { request } from '../../api/request.ts'
import { serialQueue } from '../../api/serial-queue.ts'
import { read, reload, useStored, write } from '../../api/storage.ts'
import { markRead } from '../inbox.ts'

/** The polling interval. */
export const everyMs = 300_000

const query = {
  queryKey: [currentMessages.path],
  meta: madeFrom(currentMessages),
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchMessages(signal),
  staleTime: everyMs,
  retry: false,
}

/** Fetches the messages immediately, and then every five minutes. */
export function usePolledMessages(): void {
  const deviceId = useStored('deviceId')
  useQuery({ ...query, enabled: deviceId !== '', refetchInterval: everyMs, refetchOnWindowFocus: true })
}

/** According to the last poll, the messages that the user has not dismissed in this browser, newest first. */
export function useBanners(): SystemMessage[] {
  const dismissed = useStored('dismissedSystemMessages')
  const { data = [] } = useQuery({ ...query, enabled: false })
  return data.filter(({ systemMessageId }) => !dismissed.includes(systemMessageId))
}

/** Permanently dismisses the messages in this browser. They remain in the inbox, marked as read. */
export function dismiss(messages: readonly SystemMessage[]): void {
  const ids = messages.map(({ systemMessageId }) => systemMessageId)
  reload()
  write('dismissedSystemMessages', [...read('dismissedSystemMessages'), ...ids].slice(-500))
  // A failure is not reported: the message is dismissed here, but stays unread in the inbox until it is opened there.
  markRead(ids.map(id => `s${id}`)).catch(console.error)
}

async function fetchMessages(signal: AbortSignal): Promise<SystemMessage[]> {
  reload()
  return read('deviceId') === '' ? [] : await serialQueue(() => request(currentMessages, { signal }))
}
