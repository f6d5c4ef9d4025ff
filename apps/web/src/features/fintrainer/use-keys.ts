import { useEffect, useLayoutEffect, useRef } from 'react'
import { isSingleKey } from '../../components/price-chart/page-key.ts'

/** Keys by action, in capitals as shown on the buttons. */
export const keys = { day: 'D', week: 'W', buy: 'B', sell: 'S', next: 'N' } as const

type Actions = Partial<Record<string, (() => void) | undefined>>

/**
 * Handles single keys while no dialog is open and no text is being typed, unless single-key shortcuts are turned off.
 * Ignores the repeats of a key held down.
 */
export function useKeys(actions: Actions) {
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const gone = new AbortController()
    const press = (event: KeyboardEvent) => {
      if (isSingleKey(event) && !event.altKey && !event.repeat) latest.current[event.key.toUpperCase()]?.()
    }
    addEventListener('keydown', press, gone)
    return () => gone.abort()
  }, [])
}
