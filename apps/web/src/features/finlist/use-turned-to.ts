import { startTransition, useEffect, useState } from 'react'
import { onNetworkIdle } from '../../api/network-idle.ts'

/** Events that show that the user has started to use the page. */
const signs = ['pointerdown', 'wheel', 'touchstart', 'scroll', 'keydown', 'focusin'] as const

/** Whether the user has started to use the page, or the network is idle. */
export function useTurnedTo(): boolean {
  const [isTurnedTo, setTurnedTo] = useState(false)
  useEffect(() => {
    if (isTurnedTo) return undefined
    const turn = () => startTransition(() => setTurnedTo(true))
    const until = new AbortController()
    // Only scrolling of the page counts, because the row of dates scrolls to the selected date automatically.
    const watch = ({ type, target }: Event) => (type !== 'scroll' || target === document) && turn()
    for (const sign of signs) addEventListener(sign, watch, { capture: true, passive: true, signal: until.signal })
    until.signal.addEventListener('abort', onNetworkIdle(turn))
    return () => until.abort()
  }, [isTurnedTo])
  return isTurnedTo
}
