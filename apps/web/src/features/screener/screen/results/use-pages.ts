import { useCallback, useState } from 'react'

/** Number of further pages, which grows as the end of the list comes near. A change of `list` starts again. */
export function usePages(list: string, rows: number, all: number, perPage: number) {
  const [shown, setShown] = useState({ list, pages: 1 })
  if (shown.list !== list) setShown({ list, pages: 1 })
  const { pages } = shown
  const hasMore = rows < all && pages * perPage < all
  /** The element at the end of the list. */
  const end = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      const observer = new IntersectionObserver(
        entries =>
          entries.some(({ isIntersecting }) => isIntersecting) &&
          setShown(before => (before.pages === pages ? { ...before, pages: pages + 1 } : before)),
        // `scrollMargin` extends a table with its own scroll bars; older browsers ignore it.
        { rootMargin: '800px', scrollMargin: '800px' } as IntersectionObserverInit,
      )
      observer.observe(element)
      return () => observer.disconnect()
    },
    [pages],
  )
  return { pages, hasMore, end }
}
