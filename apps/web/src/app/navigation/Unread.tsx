import { type ComponentProps, lazy, Suspense } from 'react'
import { useNetworkIdle } from '../../api/network-idle.ts'
import { fetchTexts } from '../../i18n/texts.ts'

export const fetchPolls = async () => (await Promise.all([import('../Polls.tsx'), fetchTexts('notices')]))[0]
const UnreadMark = lazy(async () => ({ default: (await fetchPolls()).UnreadMark }))

/** Mark with the number of unread inbox items. Loaded once the network is idle; does not shift the layout. */
export function Unread(props: ComponentProps<typeof UnreadMark>) {
  return <Suspense fallback={null}>{useNetworkIdle() && <UnreadMark {...props} />}</Suspense>
}
