import { type ReactNode, useEffect, useRef, useState } from 'react'

/** How far below the window content is already loaded, so that it is there when the user scrolls. */
const ahead = '300px'

/** Renders its children once they are close to the window, and `waiting` until then. */
export function WhenSeen({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (seen) return
    const observer = new IntersectionObserver(entries => entries.some(entry => entry.isIntersecting) && setSeen(true), {
      rootMargin: ahead,
    })
    observer.observe(place.current!)
    return () => observer.disconnect()
  }, [seen])
  return seen ? children : <div ref={place}>{waiting}</div>
}
