import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslation } from '../i18n/texts.ts'
import ConfirmDialog from '../ui/dialogs/confirm-dialog.tsx'
import { guards, type Leave } from './leaving.ts'
import { onWayBack } from './way-back.ts'

/**
 * While mounted, asks for confirmation before the user leaves: through the browser's own prompt if the page is closed,
 * and through our dialog for a link, the browser's back button and every call of `leaving`. The dialog's code is loaded
 * in advance, because the network may be gone when it is needed. `text`: what would be lost; by default, unsaved input.
 */
export function LeaveGuard({ text }: { text?: string }) {
  const t = useTranslation()
  const navigate = useNavigate()
  const [wanted, setWanted] = useState<Leave>()
  const ask = useEffectEvent((leave: Leave) => setWanted(() => leave))
  const go = useEffectEvent((to: string) => void navigate(to))
  useEffect(() => {
    const gone = new AbortController()
    const { signal } = gone
    const own = (leave: Leave) => ask(leave)
    guards.push(own)
    addEventListener('beforeunload', event => event.preventDefault(), { signal })
    document.addEventListener(
      'click',
      event => {
        const link = linkAway(event)
        if (!link) return
        event.preventDefault()
        event.stopImmediatePropagation()
        ask(() => go(link.pathname + link.search))
      },
      { capture: true, signal },
    )
    const here = placeOf(history.state)
    let passing = false
    const onBack = (event: PopStateEvent) => {
      const by = placeOf(event.state) - here
      if (passing) return
      event.stopImmediatePropagation()
      // Our own `history.go(-by)` has brought the browser back to this screen.
      if (by === 0) return
      history.go(-by)
      ask(() => {
        passing = true
        history.go(by)
      })
    }
    onWayBack.push(onBack)
    return () => {
      gone.abort()
      guards.splice(guards.indexOf(own), 1)
      onWayBack.splice(onWayBack.indexOf(onBack), 1)
    }
  }, [])
  if (!wanted) return null
  const answer = (yes: boolean) => {
    setWanted(undefined)
    if (yes) wanted()
  }
  return (
    <ConfirmDialog title={t('leave')} yesLabel={t('leave.yes')} noLabel={t('leave.no')} onAnswer={answer}>
      {text ?? t('leave.typed')}
    </ConfirmDialog>
  )
}

/** An entry's index in the history, as the router counts it. */
const placeOf = (state: unknown) => (state as { idx?: number } | null)?.idx ?? 0

/** The link that was pressed. Undefined unless it leads to another screen in this tab. */
function linkAway(event: MouseEvent): HTMLAnchorElement | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || link.origin !== location.origin || link.download || link.target === '_blank') return undefined
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  return link.pathname === location.pathname && link.search === location.search ? undefined : link
}
