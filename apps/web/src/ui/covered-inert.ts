import { type RefObject, useEffect } from 'react'

const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]'

/**
 * While a panel stands over the page, what lies wholly beneath it takes no focus. It is as high as the page, so only
 * the sides are compared; what is beside it stays in use.
 */
export function useCoveredInert(panel: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const content = document.getElementById('content')
    if (!content) return
    let asked = 0
    const mark = () => {
      asked = 0
      const over = panel.current?.getBoundingClientRect()
      if (!over) return
      const stops = [...content.querySelectorAll<HTMLElement>(focusable)]
      const covered = stops.map(stop => {
        const { left, right } = stop.getBoundingClientRect()
        return right > left && left >= over.left && right <= over.right
      })
      for (const [at, stop] of stops.entries()) stop.inert = covered[at]!
    }
    const ask = () => (asked ||= requestAnimationFrame(mark))
    const sizes = new ResizeObserver(ask)
    sizes.observe(content)
    const rows = new MutationObserver(ask)
    rows.observe(content, { childList: true, subtree: true })
    // A list may scroll sideways in a window of its own.
    content.addEventListener('scroll', ask, { capture: true, passive: true })
    addEventListener('resize', ask)
    ask()
    return () => {
      cancelAnimationFrame(asked)
      sizes.disconnect()
      rows.disconnect()
      content.removeEventListener('scroll', ask, { capture: true })
      removeEventListener('resize', ask)
      for (const stop of content.querySelectorAll<HTMLElement>('[inert]')) stop.inert = false
    }
  }, [panel, isOn])
}
