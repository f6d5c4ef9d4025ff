import { user } from '@finlist/contract/account'
import {
  type MessageTarget,
  messagesForAll,
  messagesForTarget,
  messageTargets,
  type SystemMessage,
} from '@finlist/contract/messages'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/ask.ts'
import { inBackground } from '../../api/background.ts'
import { ForbiddenError } from '../../api/call-error.ts'
import { asked, queryClient } from '../../api/query-client.ts'
import { useQuiet } from '../../api/quiet.ts'
import { read, reread, useKept, write } from '../../api/storage.ts'

const everyMs = 300_000
const believedMs = 86_400_000
type Target = Exclude<MessageTarget, 'ALL'>
const everyTarget = messageTargets.filter((target): target is Target => target !== 'ALL')

/** What the person is to be told and has not put away, newest first; asked again every five minutes. */
export function useSystemMessages(): SystemMessage[] {
  const deviceId = useKept('deviceId')
  const dismissed = useKept('dismissedSystemMessages')
  const quiet = useQuiet()
  const { data = [] } = useQuery({
    queryKey: [messagesForAll.path],
    queryFn: ({ signal }) => fetchMessages(signal),
    enabled: deviceId !== '' && quiet,
    staleTime: everyMs,
    refetchInterval: everyMs,
    refetchOnWindowFocus: true,
    retry: false,
  })
  return data.filter(({ systemMessageId }) => !dismissed.includes(systemMessageId))
}

/** It stays away in this browser. */
export function dismiss({ systemMessageId }: SystemMessage): void {
  reread()
  write('dismissedSystemMessages', [...read('dismissedSystemMessages'), systemMessageId].slice(-500))
}

async function fetchMessages(signal: AbortSignal): Promise<SystemMessage[]> {
  reread()
  if (read('deviceId') === '') return []
  const forAll = Promise.allSettled([inBackground(() => ask(messagesForAll, { signal }))])
  const known = await targetsToAsk().catch(() => undefined)
  const targets = known ?? []
  const forTargets = targets.map(target => inBackground(() => ask(messagesForTarget, { params: { target }, signal })))
  const answers = [...(await forAll), ...(await Promise.allSettled(forTargets))]
  const refused = answers.flatMap(answer => (answer.status === 'rejected' ? [answer.reason as unknown] : []))
  if (refused.length === answers.length) throw refused[0]
  // Only a refusal of the server says that a target is not theirs.
  if (known && refused.every(reason => reason instanceof ForbiddenError))
    believe(targets.filter((_, at) => answers[at + 1]?.status === 'fulfilled'))
  return answers
    .flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
    .toSorted((a, b) => b.systemMessageId - a.systemMessageId)
}

/** Those whose right the person holds, as this browser knows it or the server says. */
async function targetsToAsk(): Promise<Target[]> {
  const held = (rights: readonly string[]) => everyTarget.filter(target => rights.includes(`notifications:${target}`))
  const rights = queryClient.getQueryData(asked(user).queryKey)?.rights
  if (rights) return held(rights)
  const known = read('messageTargets')
  const isGood = known && known.account === read('deviceAccount') && Date.now() - known.at < believedMs
  if (isGood) return everyTarget.filter(target => known.targets.includes(target))
  return held((await inBackground(() => queryClient.fetchQuery(asked(user)))).rights)
}

function believe(targets: Target[]): void {
  const known = read('messageTargets')
  const account = read('deviceAccount')
  if (known?.account === account && Date.now() - known.at < believedMs && known.targets.length === targets.length)
    return
  write('messageTargets', { account, at: Date.now(), targets })
}
