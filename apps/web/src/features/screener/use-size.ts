import { useCallback, useState } from 'react'

/** The size of the box in pixels; 0 before it is drawn. */
export function useSize() {
  const [size, setSize] = useState({ width: 0, height: 0 })
  const box = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const watch = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {}
      setSize({ width: Math.floor(width), height: Math.floor(height) })
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return { box, ...size }
}
