import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { leaving } from '../../components/leaving.ts'
import { isInChart, isSingleKey } from '../../components/price-chart/page-key.ts'
import { placeOf } from './places-by-letter.ts'

const KeysDialog = lazy(() => import('./KeysDialog.tsx'))

/** Time after `g`, in ms, in which a letter opens a place. */
const letterMs = 1_500

/**
 * Lazy-loaded. Single keys of every screen: `?` shows the keys, `g` and a letter opens a place. A focused chart keeps
 * its own, and they are off with all single-key shortcuts.
 */
export default function Keys() {
  const [isShown, setShown] = useState(false)
  const navigate = useNavigate()
  const go = useEffectEvent((path: string) => leaving(() => void navigate(path)))
  useEffect(() => {
    const gone = new AbortController()
    let goesUntil = 0
    const press = (event: KeyboardEvent) => {
      const { key, altKey, shiftKey, repeat, timeStamp } = event
      const isAwaited = timeStamp < goesUntil
      if (key !== 'Shift') goesUntil = 0
      if (altKey || repeat || isInChart(event) || isInChoice(event) || !isSingleKey(event)) return
      const path = isAwaited ? placeOf(key.toLowerCase()) : undefined
      if (path) go(path)
      else if (key === '?') setShown(true)
      else if (key === 'g' && !shiftKey && !isAwaited) goesUntil = timeStamp + letterMs
      else return
      event.preventDefault()
      // A screen may have an action for the letter.
      event.stopImmediatePropagation()
    }
    addEventListener('keydown', press, { capture: true, signal: gone.signal })
    return () => gone.abort()
  }, [])
  return <Suspense fallback={null}>{isShown && <KeysDialog onClose={() => setShown(false)} />}</Suspense>
}

/** In a list of choices, a letter selects the choice that begins with it. */
const isInChoice = ({ target }: KeyboardEvent) => target instanceof Element && target.closest('[role=listbox]') !== null
