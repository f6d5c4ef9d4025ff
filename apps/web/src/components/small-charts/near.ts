/** How far outside the window a part is still near, so that it is drawn before the user scrolls there. */
const margin = '600px'

const watched = new Map<Element, (isNear: boolean) => void>()
let observer: IntersectionObserver | undefined

/** Tells `act` whenever the part comes near the visible area or leaves it. Returns a function that stops this. */
export function watchNear(part: Element, act: (isNear: boolean) => void): () => void {
  observer ??= new IntersectionObserver(
    entries => {
      for (const { target, isIntersecting } of entries) watched.get(target)?.(isIntersecting)
    },
    { rootMargin: margin },
  )
  watched.set(part, act)
  observer.observe(part)
  return () => {
    watched.delete(part)
    observer?.unobserve(part)
  }
}
