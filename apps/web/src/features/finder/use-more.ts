import { useEffect, useRef, useState } from 'react'

const step = 100

/** A long list is drawn piece by piece, the next one when its end comes into view. */
export function useMore(all: number) {
  const [shown, setShown] = useState(step)
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!end.current || shown >= all) return
    const seen = new IntersectionObserver(
      entries => entries.some(({ isIntersecting }) => isIntersecting) && setShown(before => before + step),
      { rootMargin: '800px' },
    )
    seen.observe(end.current)
    return () => seen.disconnect()
  }, [shown, all])
  return [shown, end] as const
}
