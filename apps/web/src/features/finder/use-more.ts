import { useEffect, useRef, useState } from 'react'

const step = 100

/** Renders a long list in parts. The next part is added just before the end of the previous one comes into view. */
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
