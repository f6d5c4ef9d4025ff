import { type RefObject, useEffect } from 'react'

const stops =
  ':is(a[href], button, input, select, textarea, summary, [tabindex]):not([tabindex="-1"]:not([data-covered]))'

/**
 * While a panel covers part of the page, makes Tab skip elements completely below it. The panel is as high as the page,
 * so only horizontal positions are compared. Does not use `inert`, because that would also hide the headings of covered
 * columns from screen readers.
 */
export function useCoveredStops(panel: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const content = document.getElementById('content')
    if (!content) return
    let asked = 0
    const mark = () => {
      asked = 0
      const over = panel.current?.getBoundingClientRect()
      if (!over) return
      const found = [...content.querySelectorAll<HTMLElement>(stops)]
      const covered = found.map(stop => {
        const { left, right } = stop.getBoundingClientRect()
        return right > left && left >= over.left && right <= over.right
      })
      for (const [at, stop] of found.entries()) (covered[at] ? skip : unskip)(stop)
    }
    const ask = () => (asked ||= requestAnimationFrame(mark))
    const sizes = new ResizeObserver(ask)
    sizes.observe(content)
    const rows = new MutationObserver(ask)
    rows.observe(content, { childList: true, subtree: true })
    // `capture`, because lists within the page also scroll sideways, and their scroll events do not bubble.
    content.addEventListener('scroll', ask, { capture: true, passive: true })
    addEventListener('resize', ask)
    ask()
    return () => {
      cancelAnimationFrame(asked)
      sizes.disconnect()
      rows.disconnect()
      content.removeEventListener('scroll', ask, { capture: true })
      removeEventListener('resize', ask)
      for (const stop of content.querySelectorAll<HTMLElement>('[data-covered]')) unskip(stop)
    }
  }, [panel, isOn])
}

/** Takes an element out of the tab order. `data-covered` stores its own tabindex. */
function skip(stop: HTMLElement): void {
  if (stop.dataset['covered'] !== undefined) return
  stop.dataset['covered'] = stop.getAttribute('tabindex') ?? ''
  stop.tabIndex = -1
}

function unskip(stop: HTMLElement): void {
  const own = stop.dataset['covered']
  if (own === undefined) return
  if (own === '') stop.removeAttribute('tabindex')
  else stop.setAttribute('tabindex', own)
  delete stop.dataset['covered']
}
