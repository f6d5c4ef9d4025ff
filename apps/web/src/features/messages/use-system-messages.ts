import { currentMessages, type SystemMessage } from '@finlist/contract/messages'
import { useQuery } from '@tanstack/react-query'
import { useNetworkIdle } from '../../api/network-idle.ts'
import { madeFrom } from '../../api/query-client.ts'
import { request } from '../../api/request.ts'
import { serialQueue } from '../../api/serial-queue.ts'
import { read, reload, useStored, write } from '../../api/storage.ts'

const everyMs = 300_000

/** The messages the person has not dismissed, newest first; fetched again every five minutes. */
export function useSystemMessages(): SystemMessage[] {
  const deviceId = useStored('deviceId')
  const dismissed = useStored('dismissedSystemMessages')
  const quiet = useNetworkIdle()
  const { data = [] } = useQuery({
    queryKey: [currentMessages.path],
    meta: madeFrom(currentMessages),
    queryFn: ({ signal }) => fetchMessages(signal),
    enabled: deviceId !== '' && quiet,
    staleTime: everyMs,
    refetchInterval: everyMs,
    refetchOnWindowFocus: true,
    retry: false,
  })
  return data.filter(({ systemMessageId }) => !dismissed.includes(systemMessageId))
}

/** Hides the message in this browser for good. */
export function dismiss({ systemMessageId }: SystemMessage): void {
  reload()
  write('dismissedSystemMessages', [...read('dismissedSystemMessages'), systemMessageId].slice(-500))
}

async function fetchMessages(signal: AbortSignal): Promise<SystemMessage[]> {
  reload()
  return read('deviceId') === '' ? [] : await serialQueue(() => request(currentMessages, { signal }))
}
