import { user } from '@finlist/contract/account/account'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { callQuery } from '../../api/query-client.ts'
import { fetchTexts } from '../../i18n/texts.ts'

const PastDueBanner = lazy(
  async () => (await Promise.all([import('./PastDueBanner.tsx'), fetchTexts('notices'), fetchTexts('billing')]))[0],
)

/** Lazy-loaded once the network is idle. Shown on every screen while a renewal is unpaid. */
export default function PastDueNotice() {
  const { data } = useQuery(callQuery(user))
  return data?.pastDue && <PastDueBanner due={data.pastDue} />
}
