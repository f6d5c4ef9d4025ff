import { routeAt } from '../paths.ts'
import { expectScreen } from '../screens.ts'

/** Fetches a screen's code when pointer, finger or focus reach a link to it. Returns a function that ends it. */
export function watchLinks(): () => void {
  const gone = new AbortController()
  for (const reached of ['pointerover', 'focusin'])
    document.addEventListener(reached, expectTarget, { passive: true, signal: gone.signal })
  return () => gone.abort()
}

function expectTarget({ target }: Event) {
  const link = target instanceof Element && target.closest('a')
  const route = link && link.origin === location.origin && routeAt(link.pathname)
  if (route) expectScreen(route.screen)
}
