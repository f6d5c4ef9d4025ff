import { followPush } from './follow-push.ts'
import { isApplePhone } from './install-offer.ts'
import { offerUpdate } from './waiting-update.ts'

const everyMs = 3_600_000

/**
 * Lazy-loaded once the page is complete. Registers the service worker; a new version waits until the user accepts it.
 */
export function afterStart(): void {
  if (isApplePhone()) void import('./splash.ts').then(({ drawSplash }) => drawSplash()).catch(console.error)
  // Firefox has no service workers in a private window.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  if (!workers || !import.meta.env.PROD) return
  register(workers).catch(console.error)
  followPush(workers)
}

async function register(workers: ServiceWorkerContainer): Promise<void> {
  let wanted = false
  let replaced = false
  workers.addEventListener('controllerchange', () => {
    replaced = true
    // Reloads only the tab that took the update: work in the other tabs goes on.
    if (wanted) location.reload()
  })
  const registration = await workers.register('/sw.js', { scope: '/' })
  const take = () => {
    wanted = true
    if (replaced) location.reload()
    else registration.waiting?.postMessage({ type: 'SKIP_WAITING' })
  }
  // A page that no worker controls gets no `controllerchange`.
  const offer = () => registration.waiting && workers.controller && offerUpdate(take)
  offer()
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', offer))
  registration.installing?.addEventListener('statechange', offer)
  // A page that stays open for days never navigates, which is the only time a browser looks for a new version.
  setInterval(() => void registration.update().catch(() => undefined), everyMs)
}
