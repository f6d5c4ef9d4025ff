import { user } from '@finlist/contract/account'
import {
  type MessageTarget,
  messagesForAll,
  messagesForTarget,
  messageTargets,
  type SystemMessage,
} from '@finlist/contract/messages'
import { useQuery } from '@tanstack/react-query'
import { ForbiddenError } from '../../api/call-error.ts'
import { useNetworkIdle } from '../../api/network-idle.ts'
import { callQuery, madeFrom, queryClient } from '../../api/query-client.ts'
import { request } from '../../api/request.ts'
import { serialQueue } from '../../api/serial-queue.ts'
import { read, reload, useStored, write } from '../../api/storage.ts'

const everyMs = 300_000
const believedMs = 86_400_000
type Target = Exclude<MessageTarget, 'ALL'>
const everyTarget = messageTargets.filter((target): target is Target => target !== 'ALL')

/** The messages the person has not dismissed, newest first; fetched again every five minutes. */
export function useSystemMessages(): SystemMessage[] {
  const deviceId = useStored('deviceId')
  const dismissed = useStored('dismissedSystemMessages')
  const quiet = useNetworkIdle()
  const { data = [] } = useQuery({
    queryKey: [messagesForAll.path],
    meta: madeFrom(messagesForAll),
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
  if (read('deviceId') === '') return []
  const forAll = Promise.allSettled([serialQueue(() => request(messagesForAll, { signal }))])
  const known = await targetsToAsk().catch(() => undefined)
  const targets = known ?? []
  const forTargets = targets.map(target =>
    serialQueue(() => request(messagesForTarget, { params: { target }, signal })),
  )
  const answers = [...(await forAll), ...(await Promise.allSettled(forTargets))]
  const refused = answers.flatMap(answer => (answer.status === 'rejected' ? [answer.reason as unknown] : []))
  if (refused.length === answers.length) throw refused[0]
  // Only a refusal by the server proves that the person may not hear a target.
  if (known && refused.every(reason => reason instanceof ForbiddenError))
    believe(targets.filter((_, at) => answers[at + 1]?.status === 'fulfilled'))
  return answers
    .flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
    .toSorted((a, b) => b.systemMessageId - a.systemMessageId)
}

/** The targets that the person has the right to, as this browser knows or else the server says. */
async function targetsToAsk(): Promise<Target[]> {
  const held = (rights: readonly string[]) => everyTarget.filter(target => rights.includes(`notifications:${target}`))
  const rights = queryClient.getQueryData(callQuery(user).queryKey)?.rights
  if (rights) return held(rights)
  const known = read('messageTargets')
  const isGood = known && known.account === read('deviceAccount') && Date.now() - known.at < believedMs
  if (isGood) return everyTarget.filter(target => known.targets.includes(target))
  return held((await serialQueue(() => queryClient.fetchQuery(callQuery(user)))).rights)
}

function believe(targets: Target[]): void {
  const known = read('messageTargets')
  const account = read('deviceAccount')
  if (known?.account === account && Date.now() - known.at < believedMs && known.targets.length === targets.length)
    return
  write('messageTargets', { account, at: Date.now(), targets })
}
