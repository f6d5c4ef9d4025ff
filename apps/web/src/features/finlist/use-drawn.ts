import { startTransition, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { onNetworkIdle } from '../../api/network-idle.ts'

/** More than this makes a page of over 1,500 nodes, which a slow phone takes long to lay out. */
const mostAtFirst = 60

/** What a person does first on a page. */
const signs = ['pointerdown', 'wheel', 'touchstart', 'scroll', 'keydown', 'focusin'] as const

/**
 * The part of a list that is drawn: what a screen has room for, then as much as a page holds lightly when the browser
 * has time, and all of it once the person turns to the page, or the page is idle.
 */
export function useDrawn<T>(list: readonly T[], room: number): readonly T[] {
  const isFirstDrawing = useDeferredValue(false, true)
  const [isWhole, setWhole] = useState(false)
  useEffect(() => {
    if (isWhole) return undefined
    const drawWhole = () => startTransition(() => setWhole(true))
    const until = new AbortController()
    for (const sign of signs)
      addEventListener(sign, drawWhole, { capture: true, passive: true, once: true, signal: until.signal })
    until.signal.addEventListener('abort', onNetworkIdle(drawWhole))
    return () => until.abort()
  }, [isWhole])
  const most = isFirstDrawing ? room : isWhole ? Infinity : mostAtFirst
  return useMemo(() => (list.length > most ? list.slice(0, most) : list), [list, most])
}
