import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { keepSeen, useKeptAsAt } from '../api/kept-answers.ts'
import { lastUpdated, refreshUpdateDots } from '../components/last-updated.ts'
import { everyMs } from '../components/notices/system-messages.ts'
import { fetchTexts } from '../i18n/texts.ts'
import { Explanations } from './Explanations.tsx'
import { AccountChoices } from './navigation/AccountChoices.tsx'
import { Notices } from './notices/Notices.tsx'
import PastDueNotice from './notices/PastDueNotice.tsx'
import { StepUpWhenAsked } from './StepUpWhenAsked.tsx'

const Keys = lazy(() => import('./keys/Keys.tsx'))
const KeptNotice = lazy(async () => (await Promise.all([import('./notices/KeptNotice.tsx'), fetchTexts('notices')]))[0])

/** Lazy-loaded once the network is idle: everything in the app's frame that can wait and does not shift the layout. */
export default function Late() {
  const keptAsAt = useKeptAsAt()
  useEffect(keepSeen, [])
  const { key } = useLocation()
  const shown = useRef(key)
  useEffect(() => {
    if (key !== shown.current) refreshUpdateDots()
    shown.current = key
  }, [key])
  useQuery({ ...lastUpdated, refetchInterval: everyMs, refetchOnWindowFocus: true, retry: false })
  return (
    <>
      <Notices />
      <StepUpWhenAsked />
      <Suspense>{keptAsAt && <KeptNotice asAt={keptAsAt} />}</Suspense>
      <PastDueNotice />
      <AccountChoices />
      <Explanations />
      <Suspense>
        <Keys />
      </Suspense>
    </>
  )
}
