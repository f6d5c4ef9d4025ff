import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTexts } from '../../i18n/texts.ts'

const Question = lazy(() => import('../../ui/question.tsx'))

/** While it stands, leaving asks: the browser in its own words, and we for a link within the app. */
export function LeaveQuestion() {
  const t = useTexts('admin')
  const navigate = useNavigate()
  const [wanted, setWanted] = useState<string>()
  useEffect(() => {
    const gone = new AbortController()
    addEventListener('beforeunload', event => event.preventDefault(), gone)
    const onClick = (event: MouseEvent) => {
      const link = linkAway(event)
      if (!link) return
      event.preventDefault()
      event.stopPropagation()
      setWanted(link.pathname + link.search)
    }
    document.addEventListener('click', onClick, { capture: true, signal: gone.signal })
    return () => gone.abort()
  }, [])
  if (wanted === undefined) return null
  const answer = (yes: boolean) => {
    setWanted(undefined)
    if (yes) void navigate(wanted)
  }
  return (
    <Suspense>
      <Question title={t('leave')} yesLabel={t('leave.yes')} noLabel={t('cancel')} onAnswer={answer}>
        {t('leave.text')}
      </Question>
    </Suspense>
  )
}

/** The link pressed, if it leads to another screen in this tab. */
function linkAway(event: MouseEvent): HTMLAnchorElement | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || link.origin !== location.origin || link.download || link.target === '_blank') return undefined
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  return link.pathname === location.pathname && link.search === location.search ? undefined : link
}
