import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Distance below the window at which content is loaded, so that it is ready when the user scrolls there. */
const ahead = '300px'

/** Renders its children once they are close to the visible area, and `waiting` until then. */
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
