import { useCallback, useState } from 'react'

/** The width of the box, in pixels; 0 before it is drawn. */
export function useWidth() {
  const [width, setWidth] = useState(0)
  const box = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return { box, width }
}
