import { routeAt } from '../paths.ts'
import { expectScreen } from '../screens.ts'

/**
 * Loads a screen's code when the pointer, a finger or the focus reaches a link to it. Returns a function that stops
 * this.
 */
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
