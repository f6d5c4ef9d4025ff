import { lazy, Suspense, useEffect } from 'react'
import { keepSeen, useKeptAsAt } from '../api/kept-answers.ts'
import { fetchTexts } from '../i18n/texts.ts'
import { AccountChoices } from './AccountChoices.tsx'
import { Explanations } from './Explanations.tsx'
import PastDueNotice from './PastDueNotice.tsx'
import { SearchControl } from './search/SearchControl.tsx'

const KeptNotice = lazy(async () => (await Promise.all([import('./KeptNotice.tsx'), fetchTexts('notices')]))[0])

/** Load it lazily, once the network is idle. What the shell shows and does then, of which nothing moves the page's parts. */
export default function Late() {
  const keptAsAt = useKeptAsAt()
  useEffect(keepSeen, [])
  return (
    <>
      <Suspense>{keptAsAt && <KeptNotice asAt={keptAsAt} />}</Suspense>
      <SearchControl />
      <PastDueNotice />
      <AccountChoices />
      <Explanations />
    </>
  )
}
