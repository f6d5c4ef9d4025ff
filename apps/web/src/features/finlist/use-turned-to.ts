import { startTransition, useEffect, useState } from 'react'
import { onNetworkIdle } from '../../api/network-idle.ts'

/** The first things a person does on a page. */
const signs = ['pointerdown', 'wheel', 'touchstart', 'scroll', 'keydown', 'focusin'] as const

/** Whether the person has interacted with the page, or the page is idle. */
export function useTurnedTo(): boolean {
  const [isTurnedTo, setTurnedTo] = useState(false)
  useEffect(() => {
    if (isTurnedTo) return undefined
    const turn = () => startTransition(() => setTurnedTo(true))
    const until = new AbortController()
    // The line of dates scrolls automatically to the one shown.
    const watch = ({ type, target }: Event) => (type !== 'scroll' || target === document) && turn()
    for (const sign of signs) addEventListener(sign, watch, { capture: true, passive: true, signal: until.signal })
    until.signal.addEventListener('abort', onNetworkIdle(turn))
    return () => until.abort()
  }, [isTurnedTo])
  return isTurnedTo
}
