import { user } from '@finlist/contract/account'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useNetworkIdle } from '../api/network-idle.ts'
import { callQuery } from '../api/query-client.ts'
import { fetchTexts } from '../i18n/texts.ts'

const PastDueBanner = lazy(
  async () => (await Promise.all([import('./PastDueBanner.tsx'), fetchTexts('notices'), fetchTexts('billing')]))[0],
)

/** On every screen while a renewal is unpaid. Uses the cached user; fetches it only once the network is idle. */
export function PastDueNotice() {
  const quiet = useNetworkIdle()
  const { data } = useQuery({ ...callQuery(user), enabled: quiet })
  if (!data?.pastDue) return null
  return (
    <Suspense fallback={null}>
      <PastDueBanner due={data.pastDue} />
    </Suspense>
  )
}
